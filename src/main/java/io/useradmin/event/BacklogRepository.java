package io.useradmin.event;

import io.smallrye.mutiny.Uni;
import io.useradmin.audit.EventSql;
import io.useradmin.database.DirectStatements;
import io.vertx.sqlclient.Row;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;

/** Asks the table of events for the {@link Backlog}. */
@ApplicationScoped
class BacklogRepository {
    /** Counting ends here: more says nothing that the age does not say. */
    static final int MOST_COUNTED = 10_000;

    /**
     * Looks two events up by their key for each tenant, and one for each target of a delivery; so the cost does not depend on how many events
     * there are. The tenants come from the key's index, because the service's role may not read their table.
     */
    private static final String READ =
            """
            with recursive oldest as (
                (select tenant_id, occurred_at from events order by tenant_id, xid, seq limit 1)
                union all
                select next.tenant_id, next.occurred_at
                  from oldest
                       cross join lateral (
                           select tenant_id, occurred_at from events
                            where tenant_id > oldest.tenant_id
                            order by tenant_id, xid, seq
                            limit 1) as next
            )
            select (select count(*)
                      from (select from oldest
                                   cross join lateral (
                                       select from events
                                        where tenant_id = oldest.tenant_id and %1$s
                                        order by xid, seq
                                        limit %3$d) as e
                             limit %3$d) as counted) as held_back,
                   (select extract(epoch from clock_timestamp() - min(e.occurred_at))::float8
                      from oldest
                           cross join lateral (
                               select occurred_at from events
                                where tenant_id = oldest.tenant_id and %1$s
                                order by xid, seq
                                limit 1) as e) as held_back_seconds,
                   (select count(*)
                      from (select from deliveries d
                                   cross join lateral (
                                       select from events
                                        where tenant_id = d.tenant_id and %2$s
                                        order by xid, seq
                                        limit %3$d) as e
                             limit %3$d) as counted) as undelivered,
                   (select extract(epoch from clock_timestamp() - min(e.occurred_at))::float8
                      from deliveries d
                           cross join lateral (
                               select occurred_at from events
                                where tenant_id = d.tenant_id and %2$s
                                order by xid, seq
                                limit 1) as e) as undelivered_seconds,
                   (select extract(epoch from clock_timestamp() - min(occurred_at))::float8 from oldest) as oldest_seconds
            """.formatted("xid >= " + EventSql.FEED_END, "(xid, seq) > (d.xid, d.seq)", MOST_COUNTED);

    private final DirectStatements direct;

    BacklogRepository(DirectStatements direct) {
        this.direct = direct;
    }

    Uni<Backlog> read() {
        return direct.read(READ, List.of()).map(rows -> backlog(rows.iterator().next()));
    }

    private static Backlog backlog(Row row) {
        return new Backlog(
                row.getLong("held_back"),
                seconds(row, "held_back_seconds"),
                row.getLong("undelivered"),
                seconds(row, "undelivered_seconds"),
                seconds(row, "oldest_seconds"));
    }

    /** The service's clock may be ahead of the database's. */
    private static double seconds(Row row, String column) {
        Double seconds = row.getDouble(column);
        return seconds == null ? 0 : Math.max(0, seconds);
    }
}
