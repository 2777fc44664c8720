package io.useradmin.event;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.useradmin.event.Event.Subject;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An event as a command reads it over JDBC.
 *
 * @param xid the transaction that inserted it
 * @param seq orders the events of a transaction
 * @param json the structured CloudEvent, as the change feed shows it
 */
public record StoredEvent(long xid, long seq, String id, String json) {
    /** The columns that {@link #read} needs, of {@code events} as {@code e} and {@code api_keys} as {@code k}. */
    public static final String COLUMNS = Event.COLUMNS;

    /** Names and gaps as the API writes them. */
    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .defaultPropertyInclusion(
                    JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.ALWAYS))
            .build();

    /** The event of a tenant that a row holds. */
    public static StoredEvent read(ResultSet row, String tenantId) throws SQLException {
        Event event = event(row);
        Position position = event.position();
        return new StoredEvent(position.xid(), position.seq(), event.id(), write(CloudEvent.of(event, tenantId)));
    }

    private static Event event(ResultSet row) throws SQLException {
        String keyId = row.getString("key_id");
        return new Event(
                new Position(row.getLong("xid"), row.getLong("seq")),
                row.getString("event_id"),
                row.getObject("occurred_at", OffsetDateTime.class).toInstant(),
                row.getString("type"),
                new Subject(
                        row.getString("user_id"),
                        row.getString("session_id"),
                        row.getString("group_id"),
                        row.getString("authenticator"),
                        row.getString("ip_address"),
                        row.getString("target_key_id"),
                        row.getString("stream_id")),
                keyId == null ? null : new Event.Key(keyId, row.getString("key_name")),
                row.getString("trace_id"),
                row.getString("actor"),
                row.getString("reason"),
                row.getString("selector"),
                texts(row.getArray("changed")));
    }

    private static @Nullable List<String> texts(@Nullable Array array) throws SQLException {
        return array == null ? null : List.of((String[]) array.getArray());
    }

    private static String write(CloudEvent event) {
        try {
            return MAPPER.writeValueAsString(event);
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("what this service makes can be written", impossible);
        }
    }
}
