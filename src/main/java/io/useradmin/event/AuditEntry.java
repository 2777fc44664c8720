package io.useradmin.event;

import io.useradmin.event.Event.Subject;
import io.useradmin.shared.Location.Pointer;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** An entry of the audit log: who changed what, when, for whom, and why. */
@Schema(description = "A change: who made it, when, for whom and why. What does not apply is left out.")
record AuditEntry(
        @Schema(
                description = "The event's identifier, a UUID of version 7.",
                examples = "019a2b3c-0004-7f60-8a9b-0c1d2e3f4a5b")
        String id,

        @Schema(description = "When the change was made.") long time,

        @Schema(description = "What changed.", examples = "io.useradmin.session.revoked")
        String type,

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

        @Schema(description = "Finds the request in logs and traces.", examples = "4bf92f3577b34da6a3ce929d0e0e4736")
        @Nullable String traceId,

        @Schema(description = "Whom the caller acted for, from the header `X-Actor`.", examples = "support:aino")
        @Nullable String actor,

        @Schema(description = "Why, from the header `X-Reason`.", examples = "TICKET-4711: laptop stolen") @Nullable String reason,

        @Schema(description = "What selected the session or address.", examples = "session_id") @Nullable String selector,

        @Schema(
                description =
                        "The changed members as JSON Pointers, never values. If there are more than 100, only the empty pointer.",
                maxLength = Pointer.LONGEST,
                examples = "[\"/theme\"]")
        @Nullable List<String> changed) {
    static AuditEntry of(Event event) {
        Subject subject = event.subject();
        return new AuditEntry(
                event.id(),
                event.time().getEpochSecond(),
                event.publishedType(),
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
                event.actor(),
                event.reason(),
                event.selector(),
                event.changed());
    }
}
