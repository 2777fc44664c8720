package io.useradmin.ssf;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Map;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** The tokens that a poll gets (RFC 8936). */
@Schema(name = "PolledTokens", description = "Tokens that were not acknowledged, the oldest first.")
record PollResponse(
        @Schema(
                description = "Signed Security Event Tokens (RFC 8417) by their `jti`.",
                maxLength = LONGEST_TOKEN,
                examples = "{\"019a2b3c-0004-7f60-8a9b-0c1d2e3f4a5b\": \"eyJ0eXAiOiJzZWNldmVudCtqd3QifQ.e30.c2ln\"}")
        Map<String, String> sets,

        @Schema(
                name = "moreAvailable",
                description = "True if there are more tokens; otherwise left out.",
                examples = "true")
        @JsonProperty("moreAvailable")
        @Nullable Boolean moreAvailable) {
    /** More than a `state` of 1,024 control characters, with six characters each in JSON, and 4/3 of that in Base64. */
    static final int LONGEST_TOKEN = 16_384;
}
