package io.useradmin.blockedip;

import io.smallrye.mutiny.Uni;
import io.useradmin.audit.Author;
import io.useradmin.database.CustomPlan;
import io.useradmin.database.DirectStatements;
import io.useradmin.database.NamedParameters;
import io.useradmin.database.RowColumns;
import io.useradmin.shared.BulkCall;
import io.useradmin.shared.BulkCall.Batch;
import io.useradmin.shared.IpNetwork;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;

/** The addresses that are blocked for any user of a tenant, in the order of address and user, which is that of an index. */
@Singleton
class TenantBlockedIpRepository {
    /** How many addresses a statement reads. Expired blocks are among them until they are purged. */
    static final int ROWS = 2_000;

    private static final NamedParameters PARAMETERS =
            NamedParameters.of("tenant", "after_ip", "after_user", "last_ip", "now", "limit");

    /**
     * "is_last" is the last row that the statement read, whether or not it is blocked. The reason for the limit in brackets is in
     * {@link UnblockBatch}.
     */
    private static final String PAGE = CustomPlan.of(PARAMETERS.number("""
            select host(ip) as ip, user_id, floor(extract(epoch from block_until))::bigint as blocked_until_second,
                   floor(extract(epoch from last_login_attempt))::bigint as last_attempt_second, login_count, failure_count,
                   is_blocked, is_last and scanned = %1$d as is_cut_off
              from (select s.*, block_until > cast(:now as timestamptz) as is_blocked, count(*) over () as scanned,
                           lead(user_id) over (order by ip, user_id) is null as is_last
                      from (select * from ip_access
                             where tenant_id = :tenant and block_until is not null
                               and (ip, user_id) > (cast(cast(:after_ip as text) as inet), :after_user)
                               and ip <= cast(cast(:last_ip as text) as inet)
                             order by ip, user_id
                             limit (select %1$d)) as s) as e
             where is_blocked or is_last
             order by e.ip, e.user_id
             limit :limit
            """.formatted(ROWS)));

    private final DirectStatements direct;

    TenantBlockedIpRepository(DirectStatements direct) {
        this.direct = direct;
    }

    /**
     * A page of the addresses that are blocked at {@code now}. It can have fewer than {@code size} addresses, even none, although
     * there is a next page.
     */
    Uni<BlockedIpSearch> blocked(String tenantId, IpNetwork network, BlockedIpPosition after, int size, Instant now) {
        return direct.read(PAGE, List.of(tenantId, after.ip(), after.userId(), network.last(), now, size + 1))
                .map(rows -> page(rows, size));
    }

    /** Counts the addresses that {@link #unblockBatch} would unblock. */
    Uni<Batch<BlockedIpPosition>> countBatch(UnblockAcross request, BlockedIpPosition after, int limit, Instant now) {
        var statement = batch(request, after, limit, now).count();
        return direct.read(statement.sql(), statement.values()).map(TenantBlockedIpRepository::done);
    }

    /** Unblocks some of the next addresses, at most {@code limit} and {@link BulkCall#BATCH_CHANGES}. */
    Uni<Batch<BlockedIpPosition>> unblockBatch(
            UnblockAcross request, BlockedIpPosition after, int limit, Instant now, Author author) {
        var statement = batch(request, after, Math.min(limit, BulkCall.BATCH_CHANGES), now)
                .unblock(author.sharedValues(now));
        return direct.write(statement.sql(), statement.values())
                .map(TenantBlockedIpRepository::done)
                .invoke(done -> author.events().addUnlisted(done.changed()));
    }

    private static UnblockBatch batch(UnblockAcross request, BlockedIpPosition after, int limit, Instant now) {
        return new UnblockBatch(request.tenantId(), request.network(), after, limit, now);
    }

    private static Batch<BlockedIpPosition> done(RowSet<Row> rows) {
        return UnblockBatch.read(new RowColumns(rows.iterator().next()));
    }

    private static BlockedIpSearch page(RowSet<Row> rows, int size) {
        List<Row> all = StreamSupport.stream(rows.spliterator(), false).toList();
        List<Row> blocked =
                all.stream().filter(row -> row.getBoolean("is_blocked")).toList();
        List<Row> shown = blocked.subList(0, Math.min(size, blocked.size()));
        Optional<Row> end = blocked.size() > size
                ? Optional.of(shown.getLast())
                : all.stream().filter(row -> row.getBoolean("is_cut_off")).findFirst();
        return new BlockedIpSearch(
                shown.stream().map(TenantBlockedIpRepository::blockedIp).toList(),
                end.map(row -> new BlockedIpPosition(row.getString("ip"), row.getString("user_id"))));
    }

    private static BlockedIpOfUser blockedIp(Row row) {
        return new BlockedIpOfUser(
                row.getString("user_id"),
                row.getString("ip"),
                row.getLong("blocked_until_second"),
                row.getLong("last_attempt_second"),
                row.getInteger("login_count"),
                row.getInteger("failure_count"));
    }
}
