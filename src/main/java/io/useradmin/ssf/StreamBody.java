package io.useradmin.ssf;

import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** Documents the body of a new stream, which {@link StreamInput} reads. */
@Schema(description = "The stream to create.", additionalProperties = Schema.False.class)
record StreamBody(
        @Schema(
                description =
                        "The types of events to deliver. If left out, all. Unknown types are kept and ignored. Each has up to 256 characters.",
                minItems = 1,
                maxItems = StreamInput.MOST_EVENTS,
                minLength = 1,
                maxLength = StreamInput.LONGEST_EVENT,
                examples = "[\"https://schemas.openid.net/secevent/caep/event-type/session-revoked\"]")
        @Nullable List<String> eventsRequested,

        @Nullable Method delivery,

        @Schema(
                description = "What the stream is for.",
                minLength = 1,
                maxLength = StreamInput.LONGEST_DESCRIPTION,
                examples = "Gateway")
        @Nullable String description) {

    static final int LONGEST_URL = 2_048;

    /** Documents the delivery method that a receiver chooses. */
    @Schema(
            name = "StreamDeliveryBody",
            description = "How the receiver gets the tokens of the stream.",
            additionalProperties = Schema.False.class)
    record Method(
            @Schema(
                    description = "Polling, by RFC 8936.",
                    enumeration = StreamDelivery.POLL,
                    examples = StreamDelivery.POLL)
            String method,

            @Schema(
                    description =
                            "Where the receiver polls, which the service decides. Ignored in a new stream; in a change, it must be unchanged.",
                    maxLength = StreamBody.LONGEST_URL,
                    examples = "https://id.example.com/api/ssf/poll?stream_id=019a2b3c-4d5e-7f60-8a9b-0c1d2e3f4a5b")
            @Nullable String endpointUrl) {}
}
