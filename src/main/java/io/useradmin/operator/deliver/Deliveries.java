package io.useradmin.operator.deliver;

import io.useradmin.audit.EventSql;
import io.useradmin.event.StoredEvent;
import io.useradmin.operator.jdbc.Jdbc;
import io.useradmin.operator.jdbc.ResultColumns;
import io.useradmin.operator.jdbc.ServiceStatement;
import io.useradmin.operator.jdbc.SessionLock;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.postgresql.util.PSQLState;

/**
 * The position of a delivery (one tenant, one target), and its next events. Only one process at a time delivers: it holds a lock
 * as long as its connection lives, and without the connection it cannot save anything.
 */
final class Deliveries {
    /** Begins after the purged events. So later only newly purged events count as missing. */
    private static final String BEGIN_WITH_OLDEST = """
            insert into deliveries (tenant_id, target, xid, seq)
            select $1, $2, coalesce((select xid from purged_events where tenant_id = $1), '0'),
                   coalesce((select seq from purged_events where tenant_id = $1), 0)
                on conflict do nothing
            returning true
            """;

    private static final String BEGIN_NOW = """
            insert into deliveries (tenant_id, target, xid, seq)
            select $1, $2, feed_end, 0
              from (select count(*), %s as feed_end from deliveries where tenant_id = $1) as known
                on conflict do nothing
            returning true
            """.formatted(EventSql.FEED_END);

    private static final String NEXT =
            """
            select d.xid > %1$s as is_foreign,
                   coalesce((p.xid, p.seq) > (d.xid, d.seq), false) as has_gap, e.*
              from deliveries d
                   left join purged_events p on p.tenant_id = $1
                   left join lateral (
                       select %2$s, %3$s
                         from (select * from events
                                where tenant_id = $1 and (xid, seq) > (d.xid, d.seq)
                                  and xid < %1$s
                                order by xid, seq
                                limit $3) as e
                              left join api_keys k on k.key_id = e.key_id) as e on e.bytes_before < %4$d
             where d.tenant_id = $1 and d.target = $2
             order by e.xid, e.seq
            """.formatted(EventSql.FEED_END, StoredEvent.COLUMNS, StoredEvent.BYTES_BEFORE, StoredEvent.MOST_BYTES);

    private static final String DELIVERED = """
            update deliveries set xid = cast(? as xid8), seq = ?, delivered_at = ?, failing_since = null
             where tenant_id = ? and target = ?
            returning true
            """;
    private static final String FAILED = """
            update deliveries set failing_since = coalesce(failing_since, ?)
             where tenant_id = ? and target = ?
            returning failing_since
            """;

    private final Connection connection;
    private final String tenant;
    private final Target target;

    Deliveries(Connection connection, String tenant, Target target) {
        this.connection = connection;
        this.tenant = tenant;
        this.target = target;
    }

    private record Row(
            boolean isForeign, boolean hasGap, @Nullable StoredEvent event) {}

    /** Takes the lock, so that only this process delivers. */
    void lock() throws SQLException, DeliveryStoppedException {
        if (!SessionLock.acquire(connection, "useradmin deliver " + tenant + " " + key())) {
            throw new DeliveryStoppedException(
                    "Another process delivers the events of tenant %s to %s.".formatted(tenant, target));
        }
    }

    /** Stores a new target. Does nothing if the target exists. */
    void begin(boolean now) throws SQLException, DeliveryStoppedException {
        try {
            ServiceStatement.query(connection, now ? BEGIN_NOW : BEGIN_WITH_OLDEST, _ -> true, List.of(tenant, key()));
        } catch (SQLException refusal) {
            if (PSQLState.FOREIGN_KEY_VIOLATION.getState().equals(refusal.getSQLState())) {
                throw new DeliveryStoppedException("There is no tenant %s.".formatted(tenant));
            }
            throw refusal;
        }
    }

    /** The next events, in the order of the feed, or fewer if they are large. */
    List<StoredEvent> next(int most) throws SQLException, DeliveryStoppedException {
        List<Row> rows = ServiceStatement.query(
                connection,
                NEXT,
                row -> new Row(
                        row.getBoolean("is_foreign"),
                        row.getBoolean("has_gap"),
                        row.getString("event_id") == null ? null : StoredEvent.read(new ResultColumns(row), tenant)),
                List.of(tenant, key(), most));
        if (rows.isEmpty()) {
            throw isGone();
        }
        refuseGap(rows.getFirst());
        return rows.stream().map(Row::event).filter(Objects::nonNull).toList();
    }

    private void refuseGap(Row row) throws DeliveryStoppedException {
        if (row.hasGap()) {
            throw new DeliveryStoppedException(
                    ("Events of tenant %s were purged before %s got them. Compare its data with the service once,"
                                    + " and delete its row of the table deliveries to start again.")
                            .formatted(tenant, target));
        }
        if (row.isForeign()) {
            throw new DeliveryStoppedException(
                    ("The position of %s is of another PostgreSQL cluster, from which this database was restored."
                                    + " Delete its row of the table deliveries to start again.")
                            .formatted(target));
        }
    }

    /** Stores that the receiver has confirmed an event. */
    void delivered(StoredEvent event, Instant now) throws SQLException, DeliveryStoppedException {
        if (!Jdbc.exists(connection, DELIVERED, Long.toString(event.xid()), event.seq(), now, tenant, key())) {
            throw isGone();
        }
    }

    /** Stores a failure. Returns the time of the first failure of the next event. */
    Instant failed(Instant now) throws SQLException, DeliveryStoppedException {
        List<Instant> since =
                Jdbc.query(connection, FAILED, row -> Jdbc.instant(row, "failing_since"), now, tenant, key());
        if (since.isEmpty()) {
            throw isGone();
        }
        return since.getFirst();
    }

    private DeliveryStoppedException isGone() {
        return new DeliveryStoppedException(
                "The position of %s was deleted, or tenant %s was.".formatted(target, tenant));
    }

    private String key() {
        return target.uri().toString();
    }
}
