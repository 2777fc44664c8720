package io.useradmin.ssf;

import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** Documents the body that requests a verification, which {@link VerificationResource} reads. */
@Schema(description = "The stream to verify.", additionalProperties = Schema.False.class)
record VerificationBody(
        @Schema(ref = "Identifier") String streamId,

        @Schema(
                description = "What the token repeats.",
                minLength = 1,
                maxLength = VerificationBody.LONGEST_STATE,
                examples = "VGhpcyBpcyBhbiBleGFtcGxl")
        @Nullable String state) {
    static final int LONGEST_STATE = 1_024;
}
