package io.useradmin.blockedip;

import io.useradmin.audit.Author;
import io.useradmin.audit.EventInsert;
import io.useradmin.audit.EventSql;
import io.useradmin.audit.EventType;
import io.useradmin.database.BoundStatement;
import io.useradmin.database.CustomPlan;
import io.useradmin.database.DirectStatements;
import io.useradmin.database.NamedParameters;
import io.useradmin.shared.BulkCall;
import io.useradmin.shared.BulkCall.Batch;
import io.useradmin.shared.Columns;
import io.useradmin.shared.IpNetwork;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The SQL of one batch of a bulk action on the blocked addresses of a tenant. One statement reads a limited number of addresses,
 * in the order of address and user, and unblocks or counts those that are blocked now. It returns one row, with the end position if
 * there is more to read.
 */
public final class UnblockBatch {
    private static final NamedParameters PARAMETERS =
            NamedParameters.of("tenant", "after_ip", "after_user", "last_ip", "now", "limit");

    /**
     * The number of rows is a literal, and the plan is a custom plan, for the same reasons as in RevocationBatch. The limit in
     * brackets is unknown to PostgreSQL when it plans, so it reads the index in order, and not all addresses of the tenant to sort
     * them, which looks cheaper if its statistics are older than the addresses.
     */
    private static final String FOUND = """
            with scanned as materialized (
                select ip, user_id, block_until > cast(:now as timestamptz) as matches
                  from (select * from ip_access
                         where tenant_id = :tenant and block_until is not null
                           and (ip, user_id) > (cast(cast(:after_ip as text) as inet), :after_user)
                           and ip <= cast(cast(:last_ip as text) as inet)
                         order by ip, user_id
                         limit (select %1$d)) as next
                 limit %1$d
            ), ranked as (
                select ip, user_id, row_number() over (order by ip, user_id) as place from scanned where matches
            ), matched as materialized (
                select ip, user_id from ranked where place <= cast(:limit as integer)
            ), stop as (
                select 1 as choice, ip, user_id from matched
                 where (select count(*) from matched) < (select count(*) from ranked)
                union all
                select 2, ip, user_id from scanned where (select count(*) from scanned) = %1$d
            )""".formatted(BulkCall.BATCH_READS);

    /** The range is that of the addresses that were read, as in RevocationBatch. */
    private static final String UNBLOCKED = """
            , locked as materialized (
                select count(lock) from (%s) as locks
            ), changed as (
                update ip_access a set block_until = null, failure_count = 0
                  from matched, locked
                 where a.tenant_id = :tenant and a.user_id = matched.user_id and a.ip = matched.ip
                   and (a.ip, a.user_id) > (cast(cast(:after_ip as text) as inet), :after_user)
                   and (a.ip, a.user_id) <= (select ip, user_id from scanned order by ip desc, user_id desc limit 1)
                   and a.block_until > cast(:now as timestamptz)
                returning a.ip, a.user_id
            ), event as (%s)
            """.formatted(
                    EventSql.lockAll(":tenant", "matched"),
                    EventInsert.of(EventType.IP_UNBLOCKED)
                            .user("user_id")
                            .address("ip")
                            .selector("'" + BlockedIpRepository.SELECTOR + "'")
                            .from("changed")
                            .directQueryWithNewIds());

    private static final String RESULT = """

            select (select count(*) from %1$s)::integer as changed, array(select distinct user_id from %1$s) as users,
                   (select count(*) from scanned)::integer as read, host(e.ip) as end_ip, e.user_id as end_user
              from (values (1)) as one
                   left join (select * from stop order by choice, ip desc, user_id desc limit 1) as e on true
            """;

    private static final String COUNT = CustomPlan.of(PARAMETERS.number(FOUND + RESULT.formatted("matched")));
    private static final String UNBLOCK = CustomPlan.of(
            PARAMETERS.and(Author.SHARED_PARAMETERS).number(FOUND + UNBLOCKED + RESULT.formatted("changed")));

    private final List<Object> values;

    /** @param limit the most addresses to unblock */
    public UnblockBatch(String tenantId, IpNetwork network, BlockedIpPosition after, int limit, Instant now) {
        values = List.of(tenantId, after.ip(), after.userId(), network.last(), now, limit);
    }

    /** The result of a statement, from its row. */
    public static Batch<BlockedIpPosition> read(Columns row) {
        Optional<BlockedIpPosition> end = Optional.ofNullable(row.get("end_ip", String.class))
                .map(ip -> new BlockedIpPosition(ip, row.required("end_user", String.class)));
        return new Batch<>(
                row.required("changed", Integer.class),
                Set.of(row.required("users", String[].class)),
                row.required("read", Integer.class),
                end);
    }

    /** The statement that counts the addresses that {@link #unblock} would unblock. */
    public BoundStatement count() {
        return new BoundStatement(COUNT, values);
    }

    /**
     * The statement that unblocks the addresses.
     *
     * @param author the values of {@code Author.sharedValues}
     */
    public BoundStatement unblock(List<? extends @Nullable Object> author) {
        return new BoundStatement(UNBLOCK, DirectStatements.values(values, author));
    }
}
