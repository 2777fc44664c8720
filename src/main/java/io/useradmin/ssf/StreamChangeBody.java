package io.useradmin.ssf;

import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** Documents the body that changes or replaces a stream, which {@link StreamInput} and {@link ReadOnlyMember} read. */
@Schema(
        description = "The stream. Members that only this service sets can be left out, or must be unchanged.",
        additionalProperties = Schema.False.class)
record StreamChangeBody(
        @Schema(ref = "Identifier") String streamId,

        @Schema(
                description =
                        "The types of events to deliver. Unknown types are kept and ignored. Each has up to 256 characters.",
                minItems = 1,
                maxItems = StreamInput.MOST_EVENTS,
                minLength = 1,
                maxLength = StreamInput.LONGEST_EVENT,
                examples = "[\"https://schemas.openid.net/secevent/caep/event-type/session-revoked\"]")
        @Nullable List<String> eventsRequested,

        @Schema(
                description = "What the stream is for.",
                minLength = 1,
                maxLength = StreamInput.LONGEST_DESCRIPTION,
                examples = "Gateway")
        @Nullable String description,

        StreamBody.@Nullable Method delivery,

        @Schema(description = "As it was.", examples = "https://id.example.com") @Nullable
        String iss,

        @Schema(
                description = "As it was.",
                examples = "https://id.example.com/tenants/acme/streams/019a2b3c-4d5e-7f60-8a9b-0c1d2e3f4a5b")
        @Nullable String aud,

        @Schema(
                description = "As they were.",
                examples = "[\"https://schemas.openid.net/secevent/caep/event-type/session-revoked\"]")
        @Nullable List<String> eventsSupported,

        @Schema(
                description = "As they were.",
                examples = "[\"https://schemas.openid.net/secevent/caep/event-type/session-revoked\"]")
        @Nullable List<String> eventsDelivered) {}
