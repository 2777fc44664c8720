package io.useradmin.session;

import io.useradmin.audit.Author;
import io.useradmin.audit.EventInsert;
import io.useradmin.audit.EventSql;
import io.useradmin.audit.EventType;
import io.useradmin.database.ListStatement;
import io.useradmin.database.NamedParameters;
import io.useradmin.shared.Sort;
import io.useradmin.shared.StoredTime;
import io.useradmin.shared.TenantNode;
import java.util.Optional;

/** The SQL that writes and reads sessions. */
final class SessionStatements {
    private static final String MEMBERS =
            "session_key, initiated_at, expires_at, last_updated_at, client_ids, last_metadata::text";

    private static final String IS_CHANGED =
            "(select (%1$s) from known) is distinct from (select (%1$s) from written)".formatted(MEMBERS);

    /**
     * Native SQL, because HQL has no upsert and cannot read a row from JSON. {@code known} is older than the time at which the
     * statement gets the user's lock. So the update compares it with the current row, completely only if the event needs it: many
     * requests that refresh the same session would repeat each other.
     */
    static final String PUT = EventSql.beginWithUserLock()
            + """
            , given as (
                select given.*
                  from locked,
                       jsonb_to_record(cast(cast(:document as text) as jsonb))
                       as given (session_key text, initiated_at bigint, expires_at bigint, last_updated bigint,
                                 client_ids text[], last_metadata jsonb)
            ), known as (
                select sessions.*, xmin as version, expires_at > cast(:now as timestamptz) as is_live from sessions
                 where tenant_id = :tenant and user_id = :user and session_id = :session
            ), updated as (
                update sessions s
                   set session_key = g.session_key, expires_at = to_timestamp(g.expires_at),
                       initiated_at = coalesce(to_timestamp(g.initiated_at),
                           case when s.expires_at > cast(:now as timestamptz) then s.initiated_at else %2$s end),
                       last_updated_at = coalesce(to_timestamp(g.last_updated), %2$s),
                       client_ids = g.client_ids, last_metadata = g.last_metadata
                  from given g
                 where s.tenant_id = :tenant and s.user_id = :user and s.session_id = :session
                   and (s.expires_at > cast(:now as timestamptz)) = (select is_live from known)
                   and (not :updates or s.xmin = (select version from known))
                returning s.*
            ), inserted as (
                insert into sessions as inserted (tenant_id, user_id, session_id, session_key, initiated_at, expires_at,
                                      last_updated_at, client_ids, last_metadata)
                select node.tenant, :user, :session, session_key,
                       coalesce(to_timestamp(initiated_at), %2$s), to_timestamp(expires_at),
                       coalesce(to_timestamp(last_updated), %2$s), client_ids, last_metadata
                  from %1$s, given
                 where not exists (select 1 from known)
                    on conflict do nothing
                returning *
            ), written as (
                select written.*, coalesce((select is_live from known), false) as was_live,
                       (select to_timestamp(expires_at) from given) > cast(:now as timestamptz) as is_live
                  from (select * from updated union all select * from inserted) as written
            ), event as (
            """.formatted(TenantNode.row(), StoredTime.of(":now"))
            + EventInsert.of("case when not was_live then " + EventSql.literal(EventType.SESSION_CREATED) + " else "
                            + EventSql.choice("is_live", EventType.SESSION_UPDATED, EventType.SESSION_REVOKED) + " end")
                    .user(":user")
                    .session(":session")
                    .selector("case when was_live and not is_live then 'expires_at' end")
                    .from("written where was_live <> is_live or was_live and :updates and " + IS_CHANGED)
                    .query()
            + """
            )
            select floor(extract(epoch from initiated_at))::bigint as initiated,
                   floor(extract(epoch from last_updated_at))::bigint as updated,
                   last_metadata::text as metadata,
                   not was_live as created, (select event_id from event) as event_id
              from written
            """;

    private static final NamedParameters OF_SESSION = NamedParameters.of("tenant", "user", "now", "session");

    static final String REVOKE = OF_SESSION
            .and(Author.PARAMETERS)
            .number("with deleted as (delete from sessions where "
                    + EventSql.isLocked()
                    + """
                   and tenant_id = :tenant and user_id = :user and session_id = :session
                   and %s
                returning session_id
            )""".formatted(SessionCondition.IS_LIVE)
                    + EventInsert.of(EventType.SESSION_REVOKED)
                            .user(":user")
                            .session("session_id")
                            .selector("'session_id'")
                            .from("deleted")
                            .directEnd());

    private static final String COLUMNS = "select session_id, session_key, initiated_at, expires_at, last_updated_at,"
            + " client_ids, last_metadata::text as metadata";

    private static final String OF_USER = " from sessions where tenant_id = :tenant and user_id = :user";
    private static final String LIVE = OF_USER + " and expires_at > :now";

    /**
     * The condition for lists that are not sorted by {@code expires_at}. It keeps PostgreSQL from using the index of
     * {@code expires_at}: because PostgreSQL knows only the average number of sessions per user, it would find the sessions by
     * that index and sort them, which is fast on average but slow for 100,000 sessions.
     */
    private static final String LIVE_IN_ANY_ORDER = OF_USER + " and " + SessionCondition.IS_LIVE;

    static final String FIND = OF_SESSION.number(COLUMNS + LIVE_IN_ANY_ORDER + " and session_id = :session");

    private static final NamedParameters OF_LIST = NamedParameters.of("tenant", "user", "now", "client");
    private static final String OF_CLIENT = " and :client = any(client_ids)";

    private static final ListStatement LIST = list(LIVE_IN_ANY_ORDER, "");
    private static final ListStatement LIST_BY_END = list(LIVE, "");
    private static final ListStatement LIST_OF_CLIENT = list(LIVE_IN_ANY_ORDER, OF_CLIENT);
    private static final ListStatement LIST_OF_CLIENT_BY_END = list(LIVE, OF_CLIENT);

    private SessionStatements() {}

    /** The list of live sessions. Its values are the tenant, the user and the time, and {@code client} if it is given. */
    static ListStatement list(Optional<String> client, Sort<SessionSort> sort) {
        boolean byEnd = sort.key() == SessionSort.EXPIRES_AT;
        if (client.isPresent()) {
            return byEnd ? LIST_OF_CLIENT_BY_END : LIST_OF_CLIENT;
        }
        return byEnd ? LIST_BY_END : LIST;
    }

    /** Counts the rows in an order that makes PostgreSQL use the index of the user's sessions. */
    private static ListStatement list(String live, String ofClient) {
        String rows = OF_LIST.number(live + ofClient);
        String counted = OF_LIST.number(LIVE + ofClient + " order by expires_at");
        return new ListStatement(COLUMNS, rows, counted, "session_id");
    }
}
