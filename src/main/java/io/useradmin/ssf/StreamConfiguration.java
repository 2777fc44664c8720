package io.useradmin.ssf;

import java.util.Arrays;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** A stream as its receiver sees it. */
@Schema(description = "A stream of Security Event Tokens (OpenID Shared Signals Framework 1.0, section 8.1.1).")
record StreamConfiguration(
        @Schema(ref = "Identifier") String streamId,

        @Schema(description = "The issuer of the tokens.", examples = "https://id.example.com")
        String iss,

        @Schema(
                description = "The audience of the tokens.",
                examples = "https://id.example.com/tenants/acme/streams/019a2b3c-4d5e-7f60-8a9b-0c1d2e3f4a5b")
        String aud,

        @Schema(
                description = "The types of events that a receiver can get.",
                examples = "[\"https://schemas.openid.net/secevent/caep/event-type/session-revoked\"]")
        List<String> eventsSupported,

        @Schema(
                description = "The types of events that the receiver requested; left out if it wants all.",
                examples = "[\"https://schemas.openid.net/secevent/caep/event-type/session-revoked\"]")
        @Nullable List<String> eventsRequested,

        @Schema(
                description = "The types of events that the receiver gets.",
                examples = "[\"https://schemas.openid.net/secevent/caep/event-type/session-revoked\"]")
        List<String> eventsDelivered,

        StreamDelivery delivery,

        @Schema(description = "What the stream is for.", examples = "Gateway") @Nullable String description) {

    static StreamConfiguration of(Stream stream, Transmitter transmitter) {
        return new StreamConfiguration(
                stream.streamId(),
                transmitter.issuer(),
                transmitter.audience(stream.tenantId(), stream.streamId()),
                uris(Arrays.asList(Signal.values())),
                stream.eventsRequested(),
                uris(stream.delivered()),
                new StreamDelivery(StreamDelivery.POLL, transmitter.pollUrl(stream.streamId())),
                stream.description());
    }

    private static List<String> uris(List<Signal> signals) {
        return signals.stream().map(Signal::uri).toList();
    }
}
