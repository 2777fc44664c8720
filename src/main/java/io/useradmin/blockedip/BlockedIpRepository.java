package io.useradmin.blockedip;

import io.quarkus.hibernate.reactive.panache.Panache;
import io.smallrye.mutiny.Uni;
import io.useradmin.audit.Author;
import io.useradmin.audit.EventSql;
import io.useradmin.audit.EventType;
import io.useradmin.database.DirectStatements;
import io.useradmin.json.JsonText;
import io.useradmin.problem.ProblemException;
import io.useradmin.problem.ProblemType;
import io.useradmin.shared.CountLimit;
import io.useradmin.shared.Counting;
import io.useradmin.shared.IpAddress;
import io.useradmin.shared.IpNetwork;
import io.useradmin.shared.PageRequest;
import io.useradmin.shared.PageResult;
import io.useradmin.shared.Sort;
import io.useradmin.shared.TotalCount;
import io.useradmin.shared.UserKey;
import io.vertx.sqlclient.Row;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.Tuple;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.hibernate.exception.ConstraintViolationException;

/**
 * The table of IP addresses that tried to sign in, {@code ip_access}. Its SQL is native, because Hibernate has no mapping of
 * {@code inet} that compares and sorts addresses. Listing is the most frequent, and goes {@linkplain DirectStatements straight to
 * the pool}; writes join the caller's session or transaction.
 */
@ApplicationScoped
class BlockedIpRepository {
    private final DirectStatements direct;
    private final JsonText json;
    private final CountLimit counts;

    BlockedIpRepository(DirectStatements direct, JsonText json, CountLimit counts) {
        this.direct = direct;
        this.json = json;
        this.counts = counts;
    }

    /**
     * The result of putting an address.
     *
     * @param created whether the address was unknown before
     */
    record Recorded(IpAccess access, boolean created) {}

    /** What an event says of how its address was selected. */
    static final String SELECTOR = "ip_address";

    private static final String NO_USER = "ip_access_user_fk";

    private static final String PUT = EventSql.begin(":author", ":tenant", ":user")
            + """
            , given as (
                select cast(cast(:address as text) as inet) as ip, entry.*
                  from locked,
                       jsonb_to_record(cast(cast(:document as text) as jsonb))
                       as entry (login_count integer, failure_count integer, last_login_attempt bigint,
                                 block_until bigint)
            ), known as (
                select coalesce(ip_access.block_until > cast(:now as timestamptz), false) as is_blocked
                  from ip_access, given
                 where tenant_id = :tenant and user_id = :user and ip_access.ip = given.ip
                   for update of ip_access
            ), updated as (
                update ip_access a
                   set login_count = g.login_count, failure_count = g.failure_count,
                       last_login_attempt = to_timestamp(g.last_login_attempt),
                       block_until = to_timestamp(g.block_until)
                  from given g, known
                 where a.tenant_id = :tenant and a.user_id = :user and a.ip = g.ip
                returning a.ip, a.block_until
            ), inserted as (
                insert into ip_access (tenant_id, user_id, ip, login_count, failure_count, last_login_attempt,
                                       block_until)
                select :tenant, :user, ip, login_count, failure_count, to_timestamp(last_login_attempt),
                       to_timestamp(block_until)
                  from given
                 where not exists (select 1 from known)
                    on conflict do nothing
                returning ip, block_until
            ), written as (
                select put.*, coalesce((select is_blocked from known), false) as was_blocked,
                       coalesce(block_until > cast(:now as timestamptz), false) as is_blocked
                  from (select *, false as created from updated union all select *, true from inserted) as put
            ), event as (
            """
            + EventSql.append(
                    EventSql.choice("is_blocked", EventType.IP_BLOCKED, EventType.IP_UNBLOCKED),
                    "user_id, ip_address",
                    ":user, ip",
                    "written where is_blocked <> was_blocked")
            + """
            )
            select host(ip) as ip, created, (select event_id from event) as event_id from written
            """;

    /** Writes of several rows of a user lock the user first. Otherwise two of them could deadlock. */
    private static final String UNBLOCK = EventSql.begin(":author", ":tenant", ":user")
            + """
            , locked_user as (
                select 1 from users, locked where tenant_id = :tenant and user_id = :user for no key update of users
            ), found as (
                select ip, coalesce(block_until > :now, false) as is_blocked
                  from ip_access
                 where tenant_id = :tenant and user_id = :user and exists (select 1 from locked_user) and %1$s
                   for update
            ), changed as (
                update ip_access a set block_until = null, failure_count = 0
                  from found
                 where a.tenant_id = :tenant and a.user_id = :user and a.ip = found.ip
                returning a.ip, found.is_blocked
            ), event as (
            """
            + EventSql.append(
                    EventType.IP_UNBLOCKED,
                    "user_id, ip_address, selector",
                    ":user, ip, '%2$s'",
                    "changed where is_blocked")
            + """
            )
            select cast((select count(*) from changed) as integer) as changed, (select string_agg(event_id, ' ') from event) as event_ids
            """;

    private static final String UNBLOCK_SOME = UNBLOCK.formatted(
            "block_until > :now and ip between cast(cast(:first as text) as inet) and cast(cast(:last as text) as inet)",
            SELECTOR);

    /** Addresses that are not blocked may still have failures. */
    private static final String UNBLOCK_ALL =
            UNBLOCK.formatted("(block_until is not null or failure_count > 0)", "all");

    private static final String OF_USER = " from ip_access where tenant_id = $1 and user_id = $2 and block_until ";
    private static final String BLOCKED = OF_USER + "> $3";

    /** The same for queries that do not sort by the end of the block, which PostgreSQL would sort otherwise, as with sessions. */
    private static final String BLOCKED_IN_ANY_ORDER = OF_USER + "- cast($3 as timestamptz) > interval '0'";

    private static final String COLUMNS = "select host(ip) as ip,"
            + " floor(extract(epoch from block_until))::bigint as blocked_until_second,"
            + " floor(extract(epoch from last_login_attempt))::bigint as last_attempt_second, login_count, failure_count";

    private static final String FIND =
            COLUMNS + " from ip_access where tenant_id = $1 and user_id = $2 and ip = cast(cast($3 as text) as inet)";

    private static final String AT_ADDRESS = " and ip = cast(cast($4 as text) as inet)";

    /** A page of the addresses that are blocked at {@code now}, with one more if there is one. */
    Uni<PageResult<BlockedIp>> blocked(
            UserKey user, Optional<IpAddress> filter, Instant now, PageRequest<BlockedIpSort> page) {
        List<Object> values = values(user, filter, now);
        String query =
                COLUMNS + ", (" + counting(filter, page.counting()) + ") as counted" + blocked(page.sort()) + of(filter)
                        + " order by " + order(page.sort())
                        + DirectStatements.rows(page.offset(), page.size() + 1, values);
        return direct.page(query, values, page.counting(), BlockedIpRepository::blockedIp);
    }

    /** The state of an address. */
    Uni<Optional<IpAccess>> find(UserKey user, IpAddress address) {
        return direct.read(FIND, List.of(user.tenantId(), user.userId(), address.text()))
                .map(rows -> rows.stream().map(BlockedIpRepository::access).findFirst());
    }

    /** The number of addresses that are blocked at {@code now}, up to the limit. */
    Uni<TotalCount> countBlocked(UserKey user, Optional<IpAddress> filter, Instant now, Counting counting) {
        return direct.count(counting(filter, counting), values(user, filter, now), counting);
    }

    /**
     * Inserts or replaces the state of an address in one statement. Returns nothing if another insert was faster; then repeat it.
     * Fails with {@link ProblemType#USER_NOT_FOUND} if there is no such user.
     */
    Uni<Optional<Recorded>> put(UserKey user, IpAddress address, AccessInput input, Instant now, Author author) {
        return Panache.getSession()
                .flatMap(session -> session.createNativeQuery(PUT, Tuple.class)
                        .setParameter("tenant", user.tenantId())
                        .setParameter("user", user.userId())
                        .setParameter("address", address.text())
                        .setParameter("document", json.of(input))
                        .setParameter("now", now)
                        .setParameter("author", author.at(now))
                        .getSingleResultOrNull())
                .onFailure(ConstraintViolationException.class)
                .transform(BlockedIpRepository::missing)
                .map(row -> Optional.ofNullable(row).map(written -> recorded(input, written, author)));
    }

    /**
     * Unblocks the addresses of a network that are blocked at {@code now}, or all addresses with failures, and locks the user until the
     * transaction ends. Returns the number of changed rows.
     */
    Uni<Integer> unblock(UserKey user, Optional<IpNetwork> only, Instant now, Author author) {
        return Panache.getSession()
                .flatMap(session -> {
                    var query = session.createNativeQuery(only.isPresent() ? UNBLOCK_SOME : UNBLOCK_ALL, Tuple.class)
                            .setParameter("tenant", user.tenantId())
                            .setParameter("user", user.userId())
                            .setParameter("now", now)
                            .setParameter("author", author.at(now));
                    only.ifPresent(network ->
                            query.setParameter("first", network.first()).setParameter("last", network.last()));
                    return query.getSingleResult();
                })
                .map(row -> {
                    author.insertedAll(row.get("event_ids", String.class));
                    return row.get("changed", Integer.class);
                });
    }

    private static BlockedIp blockedIp(Row row) {
        return new BlockedIp(
                row.getString("ip"),
                row.getLong("blocked_until_second"),
                row.getLong("last_attempt_second"),
                row.getInteger("login_count"),
                row.getInteger("failure_count"));
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
        author.inserted(written.get("event_id", String.class));
        return new Recorded(
                new IpAccess(
                        written.get("ip", String.class),
                        input.blockUntil(),
                        input.lastLoginAttempt(),
                        Math.toIntExact(input.loginCount()),
                        Math.toIntExact(input.failureCount())),
                written.get("created", Boolean.class));
    }

    private static Throwable missing(Throwable failure) {
        String constraint = ((ConstraintViolationException) failure).getConstraintName();
        return NO_USER.equals(constraint) ? ProblemException.notFound(ProblemType.USER_NOT_FOUND) : failure;
    }

    private static String blocked(Sort<BlockedIpSort> sort) {
        return sort.key() == BlockedIpSort.BLOCK_UNTIL ? BLOCKED : BLOCKED_IN_ANY_ORDER;
    }

    private static String of(Optional<IpAddress> filter) {
        return filter.isPresent() ? AT_ADDRESS : "";
    }

    /** The order makes PostgreSQL use the index of the user's blocked addresses. */
    private String counting(Optional<IpAddress> filter, Counting counting) {
        return "select count(*) from (select 1" + BLOCKED + of(filter) + " order by block_until limit "
                + counts.rows(counting) + ") as found";
    }

    private static String order(Sort<BlockedIpSort> sort) {
        String direction = sort.ascending() ? " asc" : " desc";
        return sort.key().parameterName() + direction + ", ip_access.ip" + direction;
    }

    private static List<Object> values(UserKey user, Optional<IpAddress> filter, Instant now) {
        List<Object> values = new ArrayList<>(List.of(user.tenantId(), user.userId(), now));
        filter.map(IpAddress::text).ifPresent(values::add);
        return values;
    }
}
