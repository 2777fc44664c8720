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

    /**
     * The column {@code bytes_before}, for a query in the order of the feed. A command with little memory reads only the rows in which it is
     * less than {@link #MOST_BYTES}.
     */
    public static final String BYTES_BEFORE = EventStatements.BYTES_BEFORE.formatted("asc");

    /** As in a page of the feed. */
    public static final int MOST_BYTES = PageLimit.CHANGED_BYTES;

    /** The event of a row. */
    public static StoredEvent read(Columns row, String tenantId) {
        Event event = Event.read(row);
        Position position = event.position();
        return new StoredEvent(
                position.xid(), position.seq(), event.id(), ApiJson.write(CloudEvent.of(event, tenantId)));
    }
}
