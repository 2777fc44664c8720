package io.useradmin.blockedip;

import io.quarkus.hibernate.reactive.panache.Panache;
import io.smallrye.mutiny.Uni;
import io.useradmin.audit.Author;
import io.useradmin.audit.EventInsert;
import io.useradmin.audit.EventSql;
import io.useradmin.audit.EventType;
import io.useradmin.database.DirectStatements;
import io.useradmin.database.ListStatement;
import io.useradmin.database.NamedParameters;
import io.useradmin.shared.IpAddress;
import io.useradmin.shared.IpNetwork;
import io.useradmin.shared.PageRequest;
import io.useradmin.shared.PageResult;
import io.useradmin.shared.Sort;
import io.useradmin.shared.TotalCount;
import io.useradmin.shared.UserKey;
import io.vertx.sqlclient.Row;
import jakarta.inject.Singleton;
import jakarta.persistence.Tuple;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The blocked addresses of users. Reads go {@linkplain DirectStatements straight to the read connections}; unblocking joins the caller's transaction.
 */
@Singleton
class BlockedIpRepository {
    /** The selector in the event of an address or a network. */
    static final String SELECTOR = "ip_address";
    /** The selector of all addresses of the user, also in a request. */
    static final String ALL = "all";

    /** Locks the user first, because it writes several rows of a user. Otherwise two such statements could deadlock. */
    private static final String UNBLOCK = EventSql.beginWithUserLock()
            + """
            , locked_user as (
                select 1 from users where tenant_id = :tenant and user_id = :user and %3$s for no key update
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
            + EventInsert.of(EventType.IP_UNBLOCKED)
                    .user(":user")
                    .address("ip")
                    .selector("'%2$s'")
                    .from("changed where is_blocked")
                    .query()
            + """
            )
            select cast((select count(*) from changed) as integer) as changed,
            """
            + EventSql.INSERTED + " as event_ids";

    private static final String UNBLOCK_SOME = UNBLOCK.formatted(
            "block_until > :now and ip between cast(cast(:first as text) as inet) and cast(cast(:last as text) as inet)",
            SELECTOR,
            EventSql.IS_LOCKED);

    /** Also resets addresses that are not blocked, because they may have failures. */
    private static final String UNBLOCK_ALL =
            UNBLOCK.formatted("(block_until is not null or failure_count > 0)", ALL, EventSql.IS_LOCKED);

    private static final NamedParameters LIST_PARAMETERS = NamedParameters.of("tenant", "user", "now", "address");

    private static final String OF_USER =
            " from ip_access where tenant_id = :tenant and user_id = :user and block_until ";
    private static final String BLOCKED = OF_USER + "> :now";

    /**
     * The condition for lists that are not sorted by {@code block_until}. It keeps PostgreSQL from using the index of
     * {@code block_until} (see the same condition for sessions).
     */
    private static final String BLOCKED_IN_ANY_ORDER = OF_USER + "- cast(:now as timestamptz) > interval '0'";

    private static final String AT_ADDRESS = " and ip = cast(cast(:address as text) as inet)";

    private static final ListStatement LIST = list(BLOCKED_IN_ANY_ORDER, "");
    private static final ListStatement LIST_BY_END = list(BLOCKED, "");
    private static final ListStatement LIST_AT_ADDRESS = list(BLOCKED_IN_ANY_ORDER, AT_ADDRESS);
    private static final ListStatement LIST_AT_ADDRESS_BY_END = list(BLOCKED, AT_ADDRESS);

    private final DirectStatements direct;

    BlockedIpRepository(DirectStatements direct) {
        this.direct = direct;
    }

    /** A page of the addresses that are blocked at {@code now}, with one more if there is one. */
    Uni<PageResult<BlockedIp>> blocked(
            UserKey user, Optional<IpAddress> filter, Instant now, PageRequest<BlockedIpSort> page) {
        return direct.page(list(filter, page.sort()), page, values(user, filter, now), BlockedIpRepository::blockedIp);
    }

    /** The number of addresses that are blocked at {@code now}, up to the limit. */
    Uni<TotalCount> countBlocked(
            UserKey user, Optional<IpAddress> filter, Instant now, PageRequest<BlockedIpSort> page) {
        return direct.count(list(filter, page.sort()), values(user, filter, now), page.counting());
    }

    /**
     * Unblocks the addresses of a network that are blocked at {@code now}. Without a network, resets all addresses with failures.
     * Locks the user until the transaction ends. Returns the number of changed rows.
     */
    Uni<Integer> unblock(UserKey user, Optional<IpNetwork> only, Instant now, Author author) {
        return Panache.getSession()
                .flatMap(session -> {
                    var query = session.createNativeQuery(only.isPresent() ? UNBLOCK_SOME : UNBLOCK_ALL, Tuple.class)
                            .setParameter("tenant", user.tenantId())
                            .setParameter("user", user.userId())
                            .setParameter("now", now)
                            .setParameter("author", author.columns(now));
                    only.ifPresent(network ->
                            query.setParameter("first", network.first()).setParameter("last", network.last()));
                    return query.getSingleResult();
                })
                .map(row -> {
                    author.events().addAll(row.get("event_ids", String.class));
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

    private static ListStatement list(Optional<IpAddress> filter, Sort<BlockedIpSort> sort) {
        boolean byEnd = sort.key() == BlockedIpSort.BLOCK_UNTIL;
        if (filter.isPresent()) {
            return byEnd ? LIST_AT_ADDRESS_BY_END : LIST_AT_ADDRESS;
        }
        return byEnd ? LIST_BY_END : LIST;
    }

    /** Counts the rows in an order that makes PostgreSQL use the index of the user's blocked addresses. */
    private static ListStatement list(String blocked, String atAddress) {
        return new ListStatement(
                IpAccessRepository.COLUMNS,
                LIST_PARAMETERS.number(blocked + atAddress),
                LIST_PARAMETERS.number(BLOCKED + atAddress + " order by block_until"),
                "ip_access.ip");
    }

    private static List<Object> values(UserKey user, Optional<IpAddress> filter, Instant now) {
        List<Object> values = new ArrayList<>(List.of(user.tenantId(), user.userId(), now));
        filter.map(IpAddress::text).ifPresent(values::add);
        return values;
    }
}
