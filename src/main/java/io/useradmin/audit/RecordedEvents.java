package io.useradmin.audit;

import io.useradmin.shared.TimeOrderedUuids;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The events that a request inserted, for its audit log line. A write that fails has usually rolled them back. */
public final class RecordedEvents {
    /** With thousands of identifiers, collectors of logs would drop the line. */
    static final int MOST_LISTED = 100;

    private static final TimeOrderedUuids IDS = new TimeOrderedUuids();

    private final UUID ownId = IDS.construct(System.currentTimeMillis());
    private final List<String> ids = new ArrayList<>(1);
    private int unlisted;

    RecordedEvents() {}

    /** The identifier of the event, for a direct statement with one event. */
    UUID ownId() {
        return ownId;
    }

    /** Adds an event; null means none. */
    public void add(@Nullable String id) {
        if (id == null) {
            return;
        }
        if (ids.size() < MOST_LISTED) {
            ids.add(id);
        } else {
            unlisted++;
        }
    }

    /** Adds the events of {@link EventSql#INSERTED}, separated by spaces; null means none. A last {@code +5} counts others. */
    public void addAll(@Nullable String list) {
        if (list != null) {
            List.of(list.split(" ")).forEach(this::addOneOrMore);
        }
    }

    private void addOneOrMore(String idOrNumber) {
        if (idOrNumber.startsWith("+")) {
            addUnlisted(Integer.parseInt(idOrNumber));
        } else {
            add(idOrNumber);
        }
    }

    /** Adds so many events, too many to list their identifiers. */
    public void addUnlisted(int number) {
        unlisted += number;
    }

    /** Adds the event whose identifier {@link Author#values} has. */
    public void addOwn() {
        add(ownId.toString());
    }

    /** Adds the event of the column {@code event_id}; null means none. */
    public void addRow(Row row) {
        UUID id = row.getUUID("event_id");
        add(id == null ? null : id.toString());
    }

    /** Adds the event of each row, and returns the number of rows. */
    public int addRows(RowSet<Row> rows) {
        rows.forEach(this::addRow);
        return rows.size();
    }

    /** The identifiers of added events, at most 100. */
    public List<String> ids() {
        return List.copyOf(ids);
    }

    /** The number of added events that are not in {@link #ids}. */
    public int unlisted() {
        return unlisted;
    }
}
