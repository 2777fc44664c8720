package io.useradmin.ssf;

import org.eclipse.microprofile.openapi.annotations.media.Schema;

/** The method by which a receiver gets the tokens of a stream. */
@Schema(name = "StreamDelivery", description = "How the receiver gets the tokens of the stream.")
record StreamDelivery(
        @Schema(
                description = "Polling, by RFC 8936.",
                enumeration = StreamDelivery.POLL,
                examples = StreamDelivery.POLL)
        String method,

        @Schema(
                description = "Where the receiver polls.",
                examples = "https://id.example.com/api/ssf/poll?stream_id=019a2b3c-4d5e-7f60-8a9b-0c1d2e3f4a5b")
        String endpointUrl) {
    static final String POLL = "urn:ietf:rfc:8936";
}
