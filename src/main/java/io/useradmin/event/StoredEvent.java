package io.useradmin.event;

import io.useradmin.json.ApiJson;
import io.useradmin.shared.Columns;

/**
 * An event as a command reads it.
 *
 * @param xid the transaction that inserted it
 * @param seq the order of the events of a transaction
 * @param json the structured CloudEvent, as in the change feed
 */
public record StoredEvent(long xid, long seq, String id, String json) {
    /** The columns that {@link #read} needs, from {@code events} as {@code e} and {@code api_keys} as {@code k}. */
    public static final String COLUMNS = Event.COLUMNS;

    /** The event of a row. */
    public static StoredEvent read(Columns row, String tenantId) {
        Event event = Event.read(row);
        Position position = event.position();
        return new StoredEvent(
                position.xid(), position.seq(), event.id(), ApiJson.write(CloudEvent.of(event, tenantId)));
    }
}
