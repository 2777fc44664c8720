package io.useradmin.event;

import io.useradmin.json.ApiJson;
import io.useradmin.shared.Columns;

/**
 * An event as a command reads it.
 *
 * @param xid the transaction that inserted it
 * @param seq orders the events of a transaction
 * @param json the structured CloudEvent, as the change feed shows it
 */
public record StoredEvent(long xid, long seq, String id, String json) {
    /** The columns that {@link #read} needs, of {@code events} as {@code e} and {@code api_keys} as {@code k}. */
    public static final String COLUMNS = Event.COLUMNS;

    /** The event of a tenant that a row holds. */
    public static StoredEvent read(Columns row, String tenantId) {
        Event event = Event.read(row);
        Position position = event.position();
        return new StoredEvent(
                position.xid(), position.seq(), event.id(), ApiJson.write(CloudEvent.of(event, tenantId)));
    }
}
