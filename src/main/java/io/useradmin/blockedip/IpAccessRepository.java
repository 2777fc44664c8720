package io.useradmin.blockedip;

import io.quarkus.hibernate.reactive.panache.Panache;
import io.smallrye.mutiny.Uni;
import io.useradmin.audit.Author;
import io.useradmin.audit.EventInsert;
import io.useradmin.audit.EventSql;
import io.useradmin.audit.EventType;
import io.useradmin.database.DirectStatements;
import io.useradmin.json.JsonText;
import io.useradmin.problem.DatabaseFailure;
import io.useradmin.problem.Problem;
import io.useradmin.problem.ProblemType;
import io.useradmin.shared.IpAddress;
import io.useradmin.shared.TenantNode;
import io.useradmin.shared.UserKey;
import io.vertx.sqlclient.Row;
import jakarta.inject.Singleton;
import jakarta.persistence.Tuple;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.hibernate.exception.ConstraintViolationException;

/**
 * The table of IP addresses that tried to sign in, {@code ip_access}. Uses native SQL, because Hibernate cannot compare and sort
 * {@code inet}. Writes join the caller's session.
 */
@Singleton
class IpAccessRepository {
    /** The columns of an address, as the API shows them. */
    static final String COLUMNS = "select host(ip) as ip,"
            + " floor(extract(epoch from block_until))::bigint as blocked_until_second,"
            + " floor(extract(epoch from last_login_attempt))::bigint as last_attempt_second, login_count, failure_count";

    private static final String FIND =
            COLUMNS + " from ip_access where tenant_id = $1 and user_id = $2 and ip = cast(cast($3 as text) as inet)";

    private static final Map<String, Problem> REFUSALS =
            Map.of("ip_access_user_fk", new Problem.NotFound(ProblemType.USER_NOT_FOUND));

    private static final String PUT = EventSql.beginWithUserLock()
            + """
            , given as (
                select cast(cast(:address as text) as inet) as ip, entry.*
                  from locked,
                       jsonb_to_record(cast(cast(:document as text) as jsonb))
                       as entry (login_count integer, failure_count integer, last_login_attempt bigint,
                                 block_until bigint)
            ), known as (
                select block_until, coalesce(block_until > cast(:now as timestamptz), false) as is_blocked
                  from ip_access
                 where tenant_id = :tenant and user_id = :user and ip = (select ip from given)
                   for update
            ), updated as (
                update ip_access a
                   set login_count = g.login_count, failure_count = g.failure_count,
                       last_login_attempt = to_timestamp(g.last_login_attempt),
                       block_until = to_timestamp(g.block_until)
                  from given g, known
                 where a.tenant_id = :tenant and a.user_id = :user and a.ip = g.ip
                returning a.ip, a.block_until
            ), inserted as (
                insert into ip_access as inserted (tenant_id, user_id, ip, login_count, failure_count, last_login_attempt,
                                       block_until)
                select node.tenant, :user, ip, login_count, failure_count, to_timestamp(last_login_attempt),
                       to_timestamp(block_until)
                  from %s, given
                 where not exists (select 1 from known)
                    on conflict do nothing
                returning ip, block_until
            ), written as (
                select put.*, coalesce((select is_blocked from known), false) as was_blocked,
                       coalesce(block_until > cast(:now as timestamptz), false) as is_blocked,
                       (select known.block_until from known) as was_blocked_until
                  from (select *, false as created from updated union all select *, true from inserted) as put
            ), event as (
            """.formatted(TenantNode.row())
            + EventInsert.of(EventSql.choice("is_blocked", EventType.IP_BLOCKED, EventType.IP_UNBLOCKED))
                    .user(":user")
                    .address("ip")
                    .from(
                            "written where is_blocked <> was_blocked or (is_blocked and block_until <> was_blocked_until)")
                    .query()
            + """
            )
            select host(ip) as ip, created, (select event_id from event) as event_id from written
            """;

    private final DirectStatements direct;
    private final JsonText json;

    IpAccessRepository(DirectStatements direct, JsonText json) {
        this.direct = direct;
        this.json = json;
    }

    /**
     * The result of putting an address.
     *
     * @param created whether the address was unknown before
     */
    record Recorded(IpAccess access, boolean created) {}

    /** The state of an address. */
    Uni<Optional<IpAccess>> find(UserKey user, IpAddress address) {
        return direct.read(FIND, List.of(user.tenantId(), user.userId(), address.text()))
                .map(rows -> rows.stream().map(IpAccessRepository::access).findFirst());
    }

    /**
     * Inserts or replaces the state of an address in one statement. Empty if another transaction has just inserted it; then
     * repeat it. Fails with {@link ProblemType#USER_NOT_FOUND}.
     */
    Uni<Optional<Recorded>> put(UserKey user, IpAddress address, AccessInput input, Instant now, Author author) {
        return Panache.getSession()
                .flatMap(session -> session.createNativeQuery(PUT, Tuple.class)
                        .setParameter("tenant", user.tenantId())
                        .setParameter("user", user.userId())
                        .setParameter("address", address.text())
                        .setParameter("document", json.of(input))
                        .setParameter("now", now)
                        .setParameter("author", author.columns(now))
                        .getSingleResultOrNull())
                .onFailure(ConstraintViolationException.class)
                .transform(failure -> DatabaseFailure.refusal(failure, REFUSALS))
                .map(row -> Optional.ofNullable(row).map(written -> recorded(input, written, author)));
    }

    private static IpAccess access(Row row) {
        return new IpAccess(
                row.getString("ip"),
                row.getLong("blocked_until_second"),
                row.getLong("last_attempt_second"),
                row.getInteger("login_count"),
                row.getInteger("failure_count"));
    }

    private static Recorded recorded(AccessInput input, Tuple written, Author author) {
        author.events().add(written.get("event_id", String.class));
        return new Recorded(
                new IpAccess(
                        written.get("ip", String.class),
                        input.blockUntil(),
                        input.lastLoginAttempt(),
                        Math.toIntExact(input.loginCount()),
                        Math.toIntExact(input.failureCount())),
                written.get("created", Boolean.class));
    }
}
