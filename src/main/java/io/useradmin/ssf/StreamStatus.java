package io.useradmin.ssf;

import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** The status of a stream, and its reason. */
@Schema(description = "Whether a stream is delivered, and why not.")
record StreamStatus(
        @Schema(ref = "Identifier") String streamId,

        @Schema(
                description =
                        "`enabled`, `paused` (events are kept and delivered later) or `disabled` (events are not delivered, also not later).",
                enumeration = {"enabled", "paused", "disabled"},
                examples = "paused")
        String status,

        @Schema(
                description = "Why.",
                minLength = 1,
                maxLength = StreamStatus.LONGEST_REASON,
                examples = "Maintenance of the gateway")
        @Nullable String reason) {
    static final int LONGEST_REASON = 1_024;

    static StreamStatus of(Stream stream) {
        return new StreamStatus(stream.streamId(), stream.status().toString(), stream.statusReason());
    }
}
