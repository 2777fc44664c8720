package io.useradmin.event;

import io.quarkus.runtime.annotations.RegisterForReflection;
import io.useradmin.audit.EventType;
import io.useradmin.shared.Columns;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * A stored event.
 *
 * @param type the stored name of an {@link EventType}, or one that a later release stored
 * @param key the key that made the change; absent for commands of the operator
 * @param selector how a bulk action selected the subject
 * @param changed the changed members, as JSON Pointers
 */
public record Event(
        Position position,
        String id,
        Instant time,
        String type,
        Subject subject,
        @Nullable Key key,
        @Nullable String traceId,
        @Nullable String actor,
        @Nullable String reason,
        @Nullable String selector,
        @Nullable List<String> changed) {

    /** The usual size of an event without the changed members. */
    private static final long REST_BYTES = 1_024;

    /** The subject of the event. */
    public record Subject(
            @Nullable String userId,
            @Nullable String sessionId,
            @Nullable String groupId,
            @Nullable String authenticator,
            @Nullable String ipAddress,
            @Nullable String keyId,
            @Nullable String streamId) {}

    /** The key that made the change, also as the API shows it. */
    @RegisterForReflection
    @Schema(name = "AuditKey", description = "An API key.")
    public record Key(
            @Schema(description = "The key's public identifier.", examples = "019a2b3c4d5e7f608a9b0c1d2e3f4a5b")
            String keyId,

            @Schema(description = "The key's name.", examples = "support-tool") @Nullable String name) {}

    /** The columns that {@link #read} needs, from {@code events} as {@code e} and {@code api_keys} as {@code k}. */
    static final String COLUMNS = """
            e.xid::text::bigint as xid, e.seq, e.event_id::text as event_id, e.occurred_at, e.type, e.user_id, e.session_id,
            e.group_id, e.authenticator, host(e.ip_address) as ip_address, e.target_key_id,
            e.stream_id, e.key_id, k.name as key_name, e.trace_id, e.actor, e.reason, e.selector, e.changed""";

    static Event read(Columns columns) {
        String keyId = columns.get("key_id", String.class);
        String[] changed = columns.get("changed", String[].class);
        return new Event(
                Position.read(columns),
                columns.required("event_id", String.class),
                columns.required("occurred_at", OffsetDateTime.class).toInstant(),
                columns.required("type", String.class),
                new Subject(
                        columns.get("user_id", String.class),
                        columns.get("session_id", String.class),
                        columns.get("group_id", String.class),
                        columns.get("authenticator", String.class),
                        columns.get("ip_address", String.class),
                        columns.get("target_key_id", String.class),
                        columns.get("stream_id", String.class)),
                keyId == null ? null : new Key(keyId, columns.get("key_name", String.class)),
                columns.get("trace_id", String.class),
                columns.get("actor", String.class),
                columns.get("reason", String.class),
                columns.get("selector", String.class),
                changed == null ? null : List.of(changed));
    }

    /** About the size of the event in a response. */
    public long bytes() {
        return REST_BYTES + changedBytes();
    }

    /** About the size of {@link #changed}. */
    long changedBytes() {
        return changed == null ? 0 : changed.stream().mapToLong(String::length).sum();
    }

    /** The published name of the type. */
    String publishedType() {
        return EventType.PREFIX + type;
    }

    /** True if a command of the operator made the change, not a key; otherwise absent. */
    @Nullable Boolean isOperator() {
        return key == null ? true : null;
    }
}
