package io.useradmin.event;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.quarkus.runtime.annotations.RegisterForReflection;
import io.useradmin.event.Event.Subject;
import io.useradmin.shared.Location.Pointer;
import io.useradmin.shared.UriText;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** An event of the change feed, a structured CloudEvent 1.0. */
@Schema(description = "A change, as a structured CloudEvent 1.0.")
@RegisterForReflection // No operation returns the type, so Quarkus does not find it.
record CloudEvent(
        @Schema(description = "The version of CloudEvents.", examples = "1.0")
        String specversion,

        @Schema(
                description = "A UUID of version 7. It is the same if the event arrives twice.",
                examples = "019a2b3c-0004-7f60-8a9b-0c1d2e3f4a5b")
        String id,

        @Schema(description = "The tenant.", examples = "/tenants/acme")
        String source,

        @Schema(description = "What changed.", examples = "io.useradmin.session.revoked")
        String type,

        @Schema(
                description = "When the change was made (RFC 3339).",
                format = "date-time",
                examples = "2026-01-01T12:00:00Z")
        String time,

        @Schema(description = "The user, if there is one.", examples = "u1") @Nullable String subject,

        @Schema(description = "The media type of `data`.", examples = "application/json")
        String datacontenttype,

        Data data) {

    /** The data of an event: identifiers, never values. */
    @Schema(
            name = "CloudEventData",
            description = "Identifiers of what changed, never values. What does not apply is left out.")
    @JsonInclude(JsonInclude.Include.NON_NULL)
    @RegisterForReflection
    record Data(
            @Schema(ref = "Identifier") String tenantId,
            @Schema(ref = "Identifier") @Nullable String userId,
            @Schema(ref = "Identifier") @Nullable String sessionId,
            @Schema(ref = "Identifier") @Nullable String groupId,

            @Schema(description = "The provider of an external identity.", examples = "google") @Nullable String authenticator,

            @Schema(description = "The address; erased when the user is deleted.", examples = "203.0.113.7") @Nullable String ipAddress,

            @Schema(
                    description = "The API key that was created, rotated or revoked.",
                    examples = "019a2b3c4d5e7f608a9b0c1d2e3f4a5b")
            @Nullable String targetKeyId,

            @Schema(ref = "Identifier") @Nullable String streamId,

            @Schema(description = "The API key that made the change; left out for the operator's command line.")
            Event.@Nullable Key key,

            @Schema(description = "True for the operator's command line.", examples = "true") @Nullable Boolean operator,

            @Schema(
                    description = "Finds the request in logs and traces.",
                    examples = "4bf92f3577b34da6a3ce929d0e0e4736")
            @Nullable String traceId,

            @Schema(description = "What selected the session or address.", examples = "session_id") @Nullable String selector,

            @Schema(
                    description =
                            "The changed members as JSON Pointers, never values. If there are more than 100, only the empty pointer.",
                    maxLength = Pointer.LONGEST,
                    examples = "[\"/theme\"]")
            @Nullable List<String> changed) {}

    static CloudEvent of(Event event, String tenantId) {
        Subject subject = event.subject();
        return new CloudEvent(
                "1.0",
                event.id(),
                UriText.tenant(tenantId),
                event.publishedType(),
                event.time().toString(),
                subject.userId(),
                "application/json",
                new Data(
                        tenantId,
                        subject.userId(),
                        subject.sessionId(),
                        subject.groupId(),
                        subject.authenticator(),
                        subject.ipAddress(),
                        subject.keyId(),
                        subject.streamId(),
                        event.key(),
                        event.isOperator(),
                        event.traceId(),
                        event.selector(),
                        event.changed()));
    }
}
