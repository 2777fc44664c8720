package io.useradmin.ssf;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.useradmin.json.JsonItem;
import java.util.List;
import java.util.Map;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** Documents the body of a poll, which {@link PollRequest} reads. */
@Schema(
        description = "What to deliver, and what was received. Other members are ignored.",
        additionalProperties = Schema.True.class)
record PollBody(
        @Schema(
                name = "maxEvents",
                description = "The most tokens to deliver, at most 100. With 0, the poll only acknowledges.",
                minimum = "0",
                maximum = "2147483647",
                format = "int32",
                examples = "10")
        @JsonProperty("maxEvents")
        @Nullable Integer maxEvents,

        @Schema(
                name = "returnImmediately",
                description = "If true, the poll does not wait for a token; otherwise it waits for up to 30 s.",
                examples = "true")
        @JsonProperty("returnImmediately")
        @Nullable Boolean returnImmediately,

        @Schema(
                description = "The `jti` of received tokens. They are not delivered again.",
                minLength = 1,
                maxLength = PollRequest.LONGEST_TEXT,
                examples = "[\"019a2b3c-0004-7f60-8a9b-0c1d2e3f4a5b\"]")
        @Nullable List<String> ack,

        @Schema(
                name = "setErrs",
                description = "What is wrong with tokens, by their `jti`. They are not delivered again.",
                maxProperties = JsonItem.MOST_ELEMENTS,
                examples = "{\"019a2b3c-0004-7f60-8a9b-0c1d2e3f4a5c\": {\"err\": \"invalid_audience\"}}")
        @JsonProperty("setErrs")
        @Nullable Map<String, PollBody.SetError> setErrs) {

    /** Documents the error of a token. */
    @Schema(
            name = "PollErrorBody",
            description = "What was wrong with a token.",
            additionalProperties = Schema.False.class)
    record SetError(
            @Schema(
                    description = "The kind of error (RFC 8936).",
                    minLength = 1,
                    maxLength = PollRequest.LONGEST_ERROR,
                    examples = "invalid_audience")
            String err,

            @Schema(
                    description = "What was wrong, in words. It is not kept.",
                    minLength = 1,
                    maxLength = PollRequest.LONGEST_TEXT,
                    examples = "aud is for another receiver")
            @Nullable String description) {}
}
