package io.useradmin.event;

import io.smallrye.mutiny.Uni;
import io.useradmin.audit.EventSql;
import io.useradmin.database.DirectStatements;
import io.vertx.sqlclient.Row;
import jakarta.inject.Singleton;
import java.util.List;

/** Reads the {@link Backlog} from the tables of events, deliveries and stored responses. */
@Singleton
class BacklogRepository {
    /** The limit of the counts: for larger numbers, the age is enough. */
    static final int MOST_COUNTED = 10_000;

    /** A position after the end of the feed is from another cluster. Its delivery has stopped, as if it had delivered nothing. */
    private static final String UNDELIVERED =
            "(xid, seq) > (case when d.xid > %s then '0' else d.xid end, d.seq)".formatted(EventSql.FEED_END);

    private static final String OLDEST_RESPONSE = "extract(epoch from clock_timestamp() - min(created_at))::float8";

    private static final String READ = sql("events", "deliveries").stripTrailing()
            + ",\n       (select %s from idempotency_keys) as oldest_response_seconds".formatted(OLDEST_RESPONSE);

    /**
     * Runs the same query on each shard, whose node knows the end of its feed. One query over all shards could not look up one
     * event for each tenant. If a shard fails, its result is no JSON or number, and so the statement fails.
     */
    private static final String ON_CITUS = """
            select least(sum(b.held_back), %1$d)::bigint as held_back, max(b.held_back_seconds) as held_back_seconds,
                   least(sum(b.undelivered), %1$d)::bigint as undelivered, max(b.undelivered_seconds) as undelivered_seconds,
                   max(b.oldest_seconds) as oldest_seconds,
                   (select max(result::float8)
                      from run_command_on_placements('idempotency_keys', $shard$
                               select coalesce(%3$s, 0) from %%1$s
                           $shard$)) as oldest_response_seconds
              from run_command_on_colocated_placements('events', 'deliveries', $shard$
                       select to_json(backlog) from (%2$s) as backlog
                   $shard$) as shard,
                   json_to_record(shard.result::json) as b (held_back bigint, held_back_seconds float8,
                       undelivered bigint, undelivered_seconds float8, oldest_seconds float8)
            """.formatted(MOST_COUNTED, sql("%1$s", "%2$s"), OLDEST_RESPONSE);

    private final DirectStatements direct;

    BacklogRepository(DirectStatements direct) {
        this.direct = direct;
    }

    Uni<Backlog> read() {
        return direct.isOnCitus()
                .flatMap(isOnCitus -> direct.readAlone(isOnCitus ? ON_CITUS : READ, List.of()))
                .map(rows -> backlog(rows.iterator().next()));
    }

    /**
     * Looks up two events by key for each tenant, and one for each target of a delivery. So the cost does not depend on the
     * number of events. The tenants come from the index of the keys, because the service's role may not read the table of
     * tenants.
     *
     * @param events the table of events, or a shard of it
     * @param deliveries the table of deliveries, or its shard on the same node
     */
    private static String sql(String events, String deliveries) {
        return """
            with recursive oldest as (
                (select tenant_id, occurred_at from %1$s order by tenant_id, xid, seq limit 1)
                union all
                select next.tenant_id, next.occurred_at
                  from oldest
                       cross join lateral (
                           select tenant_id, occurred_at from %1$s
                            where tenant_id > oldest.tenant_id
                            order by tenant_id, xid, seq
                            limit 1) as next
            ), held_back as materialized (
                select oldest.tenant_id, e.occurred_at
                  from oldest
                       cross join lateral (
                           select occurred_at from %1$s
                            where tenant_id = oldest.tenant_id and %3$s
                            order by xid, seq
                            limit 1) as e
            )
            select (select count(*)
                      from (select from held_back
                                   cross join lateral (
                                       select from %1$s
                                        where tenant_id = held_back.tenant_id and %3$s
                                        order by xid, seq
                                        limit %5$d) as e
                             limit %5$d) as counted) as held_back,
                   (select extract(epoch from clock_timestamp() - min(occurred_at))::float8 from held_back) as held_back_seconds,
                   (select count(*)
                      from (select from %2$s d
                                   cross join lateral (
                                       select from %1$s
                                        where tenant_id = d.tenant_id and %4$s
                                        order by xid, seq
                                        limit %5$d) as e
                             limit %5$d) as counted) as undelivered,
                   (select extract(epoch from clock_timestamp() - min(e.occurred_at))::float8
                      from %2$s d
                           cross join lateral (
                               select occurred_at from %1$s
                                where tenant_id = d.tenant_id and %4$s
                                order by xid, seq
                                limit 1) as e) as undelivered_seconds,
                   (select extract(epoch from clock_timestamp() - min(occurred_at))::float8 from oldest) as oldest_seconds
            """.formatted(events, deliveries, "xid >= " + EventSql.FEED_END, UNDELIVERED, MOST_COUNTED);
    }

    private static Backlog backlog(Row row) {
        return new Backlog(
                row.getLong("held_back"),
                seconds(row, "held_back_seconds"),
                row.getLong("undelivered"),
                seconds(row, "undelivered_seconds"),
                seconds(row, "oldest_seconds"),
                seconds(row, "oldest_response_seconds"));
    }

    /** Not negative: the clock of the service may be ahead of that of the database. */
    private static double seconds(Row row, String column) {
        Double seconds = row.getDouble(column);
        return seconds == null ? 0 : Math.max(0, seconds);
    }
}
