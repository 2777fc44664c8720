package io.useradmin.event;

import io.useradmin.audit.EventType;
import io.vertx.sqlclient.Row;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A stored event.
 *
 * @param type the stored name of an {@link EventType}, or one that a later release stored
 * @param key the key that acted; absent for the operator's commands
 * @param selector what a bulk action selected the subject by
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

    /** What the event is about. */
    public record Subject(
            @Nullable String userId,
            @Nullable String sessionId,
            @Nullable String groupId,
            @Nullable String authenticator,
            @Nullable String ipAddress,
            @Nullable String keyId,
            @Nullable String streamId) {}

    /** The key that acted. */
    public record Key(String keyId, @Nullable String name) {}

    /** The columns that {@link #read} needs, of {@code events} as {@code e} and {@code api_keys} as {@code k}. */
    static final String COLUMNS = """
            e.xid::text::bigint as xid, e.seq, e.event_id::text as event_id, e.occurred_at, e.type, e.user_id, e.session_id,
            e.group_id, e.authenticator, host(e.ip_address) as ip_address, e.target_key_id, e.stream_id, e.key_id, k.name as key_name, e.trace_id, e.actor,
            e.reason, e.selector, e.changed""";

    static Event read(Row row) {
        String keyId = row.getString("key_id");
        String[] changed = row.getArrayOfStrings("changed");
        return new Event(
                new Position(row.getLong("xid"), row.getLong("seq")),
                row.getString("event_id"),
                row.getOffsetDateTime("occurred_at").toInstant(),
                row.getString("type"),
                new Subject(
                        row.getString("user_id"),
                        row.getString("session_id"),
                        row.getString("group_id"),
                        row.getString("authenticator"),
                        row.getString("ip_address"),
                        row.getString("target_key_id"),
                        row.getString("stream_id")),
                keyId == null ? null : new Key(keyId, row.getString("key_name")),
                row.getString("trace_id"),
                row.getString("actor"),
                row.getString("reason"),
                row.getString("selector"),
                changed == null ? null : List.of(changed));
    }

    /** The name of the type as it is published. */
    String publishedType() {
        return EventType.PREFIX + type;
    }

    /** True if no key acted, but the operator's command line; else absent. */
    @Nullable Boolean isOperator() {
        return key == null ? true : null;
    }
}
