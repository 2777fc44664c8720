package io.useradmin.ssf;

import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** Documents the body that changes the status of a stream, which {@link StreamStatusResource} reads. */
@Schema(description = "The status to set.", additionalProperties = Schema.False.class)
record StreamStatusBody(
        @Schema(ref = "Identifier") String streamId,

        @Schema(
                description = "The status.",
                enumeration = {"enabled", "paused", "disabled"},
                examples = "paused")
        String status,

        @Schema(
                description = "Why. If left out, the earlier reason is removed.",
                minLength = 1,
                maxLength = StreamStatus.LONGEST_REASON,
                examples = "Maintenance of the gateway")
        @Nullable String reason) {}
