package io.useradmin.userdata;

/** The outcome of a patch of an existing user. Only {@link Merged} may have changed the document. */
sealed interface PatchOutcome {
    /** The patch was applied. */
    record Merged(VersionedData data) implements PatchOutcome {}

    /**
     * The stored version is not one that the caller expects.
     *
     * @param version the stored version
     */
    record VersionDiffers(long version) implements PatchOutcome {}

    /** The merged document would exceed the size limit. */
    record TooLarge() implements PatchOutcome {}
}
