package io.useradmin.operator;

import io.useradmin.audit.EventSql;
import io.useradmin.database.NamedParameters;
import io.useradmin.operator.jdbc.Jdbc;
import io.useradmin.operator.jdbc.ServiceStatement;
import io.useradmin.ssf.SignalSql;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Deletes the oldest events of a tenant, without gaps, and stores the position up to which it did, for readers with an older
 * cursor. Each batch continues where the last one ended, as in {@link Deletion}.
 *
 * <p>The stored position of a Shared Signals stream can be before the deleted events although its receiver has missed no token:
 * polls that find none do not store how far they have read. Such a stream is moved past the deleted events.
 *
 * <p>An event that is not old keeps all later ones. But one from a replica whose clock was far ahead would keep them forever. So
 * an event of the {@link #AHEAD future} keeps nothing. It is deleted together with an old event that is later in the feed, which
 * shows that it is old itself.
 */
final class EventPurge {
    /** An event that is dated later than this from now has the time of a wrong clock. */
    private static final Duration AHEAD = Duration.ofDays(1);

    private static final String STATEMENT = NamedParameters.of(
                    "tenant", "before", "after_xid", "after_seq", "limit", "ahead")
            .number("""
            with oldest as (
                select xid, seq, type, changed, occurred_at < :before as is_old,
                       bool_and(occurred_at < :before or occurred_at > :ahead) over (order by xid, seq) as is_free
                  from (select * from events
                         where tenant_id = :tenant and xid < %1$s and (xid, seq) > (cast(:after_xid as xid8), :after_seq)
                         order by xid, seq
                         limit :limit) as first
            ), ending as (
                select xid, seq from oldest where is_free and is_old order by xid desc, seq desc limit 1
            ), ended as (
                select oldest.* from oldest, ending where (oldest.xid, oldest.seq) <= (ending.xid, ending.seq)
            ), %2$s, deleted as (
                delete from events
                 where tenant_id = :tenant and xid < %1$s and (xid, seq) > (cast(:after_xid as xid8), :after_seq)
                   and (xid, seq) <= (select xid, seq from ending)
                returning xid, seq
            ), last as (
                select xid, seq from deleted order by xid desc, seq desc limit 1
            ), noted as (
                insert into purged_events (tenant_id, xid, seq)
                select :tenant, xid, seq from last
                    on conflict (tenant_id) do update set xid = excluded.xid, seq = excluded.seq
            )
            select (select count(*) from deleted) as rows, (select xid::text from last) as xid, (select seq from last) as seq,
                   count(*) filter (where is_free) as free
              from oldest
            """.formatted(EventSql.FEED_END, SignalSql.PASS));

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

    /**
     * Deletes events that occurred before {@code before}, in batches of {@code batch}, each in its own transaction, and returns their
     * number. A batch grows until it has an old event, because more events of a wrong clock may follow one another.
     */
    static long run(Connection connection, String tenant, Instant before, Instant now, int batch, LongConsumer progress)
            throws SQLException {
        long total = 0;
        var last = Batch.START;
        for (int size = batch; size > 0; size = last.next(size, batch)) {
            List<Object> values = List.of(tenant, before, last.xid(), last.seq(), size, now.plus(AHEAD));
            last = ServiceStatement.query(connection, STATEMENT, last::read, values)
                    .getFirst();
            total += last.rows();
            progress.accept(total);
        }
        return total;
    }

    /**
     * A batch of deleted events.
     *
     * @param xid the position of the last event that was deleted so far, together with {@code seq}
     * @param free how many events in a row no event keeps
     */
    private record Batch(String xid, long seq, long rows, long free) {
        private static final Batch START = new Batch("0", 0, 0, 0);

        /** The next batch, which {@code row} describes. */
        private Batch read(ResultSet row) throws SQLException {
            String lastXid = row.getString("xid");
            return new Batch(
                    lastXid == null ? xid : lastXid,
                    lastXid == null ? seq : row.getLong("seq"),
                    row.getLong("rows"),
                    row.getLong("free"));
        }

        /** The size of the batch after this one of {@code size}; 0 if there is none. */
        private int next(int size, int usual) {
            if (rows > 0) {
                return usual;
            }
            return free < size ? 0 : 2 * size;
        }
    }
}
