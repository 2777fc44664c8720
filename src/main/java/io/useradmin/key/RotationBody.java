package io.useradmin.key;

import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** Documents the body that rotates a key, which {@link KeyInput} reads. */
@Schema(description = "How to rotate a key.", additionalProperties = Schema.False.class)
record RotationBody(
        @Schema(
                description = "For how many seconds the old key still works. Less than 30 means 30.",
                minimum = "0",
                maximum = "" + KeyInput.LONGEST_TTL,
                defaultValue = "3600",
                examples = "3600")
        @Nullable Integer overlap) {}
