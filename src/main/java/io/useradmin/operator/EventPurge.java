package io.useradmin.operator;

import io.useradmin.audit.EventSql;
import io.useradmin.operator.jdbc.Jdbc;
import io.useradmin.operator.jdbc.ServiceStatement;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Deletes the oldest events of a tenant, without gaps, and stores the position up to which it did, for readers with an older
 * cursor. Each batch continues where the last one ended, as in {@link Deletion}.
 */
final class EventPurge {
    private static final String STATEMENT = """
            with oldest as (
                select xid, seq, bool_and(occurred_at < $2) over (order by xid, seq) as is_old
                  from (select * from events
                         where tenant_id = $1 and xid < %1$s and (xid, seq) > (cast($3 as xid8), $4)
                         order by xid, seq
                         limit $5) as first
            ), deleted as (
                delete from events
                 where tenant_id = $1 and xid < %1$s and (xid, seq) > (cast($3 as xid8), $4)
                   and (xid, seq) <= (select xid, seq from oldest where is_old order by xid desc, seq desc limit 1)
                returning xid, seq
            ), noted as (
                insert into purged_events (tenant_id, xid, seq)
                select $1, xid, seq from deleted order by xid desc, seq desc limit 1
                    on conflict (tenant_id) do update set xid = excluded.xid, seq = excluded.seq
            )
            select xid::text as xid, seq, count(*) over () as rows from deleted order by deleted.xid desc, seq desc limit 1
            """.formatted(EventSql.FEED_END);

    /** Finds the tenants one by one in the index. The role of {@code purge} may not read the table of tenants. */
    private static final String NEXT_TENANT = "select min(tenant_id) from events where tenant_id > ?";

    private EventPurge() {}

    /** The tenants that have events. */
    static List<String> tenants(Connection connection) throws SQLException {
        List<String> tenants = new ArrayList<>();
        String next = after("", connection);
        while (next != null) {
            tenants.add(next);
            next = after(next, connection);
        }
        return tenants;
    }

    private static @Nullable String after(String tenant, Connection connection) throws SQLException {
        return Jdbc.query(connection, NEXT_TENANT, row -> Optional.ofNullable(row.getString(1)), tenant)
                .getFirst()
                .orElse(null);
    }

    /** Deletes events in batches of {@code batch}, each in its own transaction, and returns their number. */
    static long run(Connection connection, String tenant, Instant before, int batch, Deletion.Progress progress)
            throws SQLException {
        long total = 0;
        Optional<Batch> last = Optional.of(Batch.START);
        while (last.isPresent()) {
            List<Object> values =
                    List.of(tenant, before, last.get().xid(), last.get().seq(), batch);
            last = ServiceStatement.query(connection, STATEMENT, Batch::read, values).stream()
                    .findFirst();
            total += last.map(Batch::rows).orElse(0L);
            progress.deleted(total);
        }
        return total;
    }

    /**
     * A batch of deleted events.
     *
     * @param xid the position of its last event, together with {@code seq}
     */
    private record Batch(String xid, long seq, long rows) {
        private static final Batch START = new Batch("0", 0, 0);

        static Batch read(ResultSet row) throws SQLException {
            return new Batch(row.getString("xid"), row.getLong("seq"), row.getLong("rows"));
        }
    }
}
