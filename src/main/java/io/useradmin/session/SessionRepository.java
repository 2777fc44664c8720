package io.useradmin.session;

import io.quarkus.hibernate.reactive.panache.Panache;
import io.smallrye.mutiny.Uni;
import io.useradmin.audit.Author;
import io.useradmin.audit.AuthorParameters;
import io.useradmin.audit.EventConfig;
import io.useradmin.audit.EventInsert;
import io.useradmin.audit.EventSql;
import io.useradmin.audit.EventType;
import io.useradmin.database.DirectStatements;
import io.useradmin.database.ListStatement;
import io.useradmin.json.JsonText;
import io.useradmin.problem.DatabaseFailure;
import io.useradmin.problem.Problem;
import io.useradmin.problem.ProblemType;
import io.useradmin.shared.PageRequest;
import io.useradmin.shared.PageResult;
import io.useradmin.shared.Sort;
import io.useradmin.shared.StoredTime;
import io.useradmin.shared.TenantNode;
import io.useradmin.shared.TotalCount;
import io.useradmin.shared.UserKey;
import io.vertx.sqlclient.Row;
import jakarta.inject.Singleton;
import jakarta.persistence.Tuple;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.hibernate.exception.ConstraintViolationException;

/**
 * The table of sessions. Reads go {@linkplain DirectStatements straight to the read connections}. The most frequent write, revoke,
 * goes straight to the pool. {@link #put} joins the caller's session.
 */
@Singleton
class SessionRepository {
    private final DirectStatements direct;
    private final JsonText json;
    private final EventConfig events;

    SessionRepository(DirectStatements direct, JsonText json, EventConfig events) {
        this.direct = direct;
        this.json = json;
        this.events = events;
    }

    /**
     * The result of putting a session.
     *
     * @param created whether there was no live session with this identifier
     */
    record Recorded(Session session, boolean created) {}

    private static final Map<String, Problem> REFUSALS =
            Map.of("sessions_user_fk", new Problem.NotFound(ProblemType.USER_NOT_FOUND));

    private static final String MEMBERS =
            "session_key, initiated_at, expires_at, last_updated_at, client_ids, last_metadata::text";

    private static final String IS_CHANGED =
            "(select (%1$s) from known) is distinct from (select (%1$s) from written)".formatted(MEMBERS);

    /**
     * Native SQL, because HQL has no upsert and cannot read a row from JSON. {@code known} is older than the time at which the
     * statement gets the user's lock. So the update compares it with the current row, completely only if the event needs it: many
     * requests that refresh the same session would repeat each other.
     */
    private static final String PUT = EventSql.begin(":author", ":tenant", ":user")
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
            """.formatted(TenantNode.row(":tenant"), StoredTime.of(":now"))
            + EventInsert.of("case when not was_live then " + EventSql.literal(EventType.SESSION_CREATED) + " else "
                            + EventSql.choice("is_live", EventType.SESSION_UPDATED, EventType.SESSION_REVOKED) + " end")
                    .user(":user")
                    .session(":session")
                    .selector("case when was_live and not is_live then 'expires_at' end")
                    .from("written where was_live <> is_live or was_live and :updates and " + IS_CHANGED)
                    .query(":tenant")
            + """
            )
            select floor(extract(epoch from initiated_at))::bigint as initiated,
                   floor(extract(epoch from last_updated_at))::bigint as updated,
                   last_metadata::text as metadata,
                   not was_live as created, (select event_id from event) as event_id
              from written
            """;

    private static final String REVOKE = "with deleted as (delete from sessions where "
            + EventSql.isLocked("$1", "$2")
            + """
                   and tenant_id = $1 and user_id = $2 and session_id = $4
                   and %s
                returning session_id
            )""".formatted(SessionCondition.isLive("$3"))
            + EventInsert.of(EventType.SESSION_REVOKED)
                    .user("$2")
                    .session("session_id")
                    .selector("'session_id'")
                    .from("deleted")
                    .end(new AuthorParameters(5));

    private static final String COLUMNS = "select session_id, session_key, initiated_at, expires_at, last_updated_at,"
            + " client_ids, last_metadata::text as metadata";

    private static final String OF_USER = " from sessions where tenant_id = $1 and user_id = $2";
    private static final String LIVE = OF_USER + " and expires_at > $3";

    /**
     * The condition for lists that are not sorted by {@code expires_at}. It keeps PostgreSQL from using the index of
     * {@code expires_at}: because PostgreSQL knows only the average number of sessions per user, it would find the sessions by
     * that index and sort them, which is fast on average but slow for 100,000 sessions.
     */
    private static final String LIVE_IN_ANY_ORDER = OF_USER + " and " + SessionCondition.isLive("$3");

    private static final String OF_CLIENT = " and $4 = any(client_ids)";

    private static final ListStatement LIST = list(LIVE_IN_ANY_ORDER, "");
    private static final ListStatement LIST_BY_END = list(LIVE, "");
    private static final ListStatement LIST_OF_CLIENT = list(LIVE_IN_ANY_ORDER, OF_CLIENT);
    private static final ListStatement LIST_OF_CLIENT_BY_END = list(LIVE, OF_CLIENT);

    /** A page of the sessions that are live at {@code now}, with one more element if there is one. */
    Uni<PageResult<Session>> live(UserKey user, Optional<String> client, Instant now, PageRequest<SessionSort> page) {
        return direct.page(list(client, page.sort()), page, values(user, client, now), SessionRepository::session);
    }

    /** The number of sessions that are live at {@code now}, up to the limit. */
    Uni<TotalCount> countLive(UserKey user, Optional<String> client, Instant now, PageRequest<SessionSort> page) {
        return direct.count(list(client, page.sort()), values(user, client, now), page.counting());
    }

    /** A session that is live at {@code now}. */
    Uni<Optional<Session>> findLive(UserKey user, String sessionId, Instant now) {
        return direct.read(
                        COLUMNS + LIVE_IN_ANY_ORDER + " and session_id = $4",
                        List.of(user.tenantId(), user.userId(), now, sessionId))
                .map(rows -> rows.stream().map(SessionRepository::session).findFirst());
    }

    /**
     * Inserts or replaces a session in one statement. Empty if the session was deleted, ended or renewed in the meantime; then
     * repeat it. Fails with {@link ProblemType#USER_NOT_FOUND}.
     */
    Uni<Optional<Recorded>> put(UserKey user, String sessionId, SessionInput input, Instant now, Author author) {
        return Panache.getSession()
                .flatMap(session -> session.createNativeQuery(PUT, Tuple.class)
                        .setParameter("tenant", user.tenantId())
                        .setParameter("user", user.userId())
                        .setParameter("session", sessionId)
                        .setParameter("document", json.of(input))
                        .setParameter("now", now)
                        .setParameter("author", author.columns(now))
                        .setParameter("updates", events.sessionUpdates())
                        .getSingleResultOrNull())
                .onFailure(ConstraintViolationException.class)
                .transform(failure -> DatabaseFailure.refusal(failure, REFUSALS))
                .map(row -> Optional.ofNullable(row).map(written -> recorded(sessionId, input, written, author)));
    }

    /** Deletes a session that is live at {@code now}. Returns whether there was one. */
    Uni<Boolean> deleteLive(UserKey user, String sessionId, Instant now, Author author) {
        return direct.write(
                        REVOKE,
                        DirectStatements.values(
                                List.of(user.tenantId(), user.userId(), now, sessionId), author.values(now)))
                .map(deleted -> author.events().addRows(deleted) > 0);
    }

    private static Session session(Row row) {
        return new Session(
                row.getString("session_id"),
                row.getString("session_key"),
                row.getOffsetDateTime("initiated_at").toEpochSecond(),
                row.getOffsetDateTime("expires_at").toEpochSecond(),
                row.getOffsetDateTime("last_updated_at").toEpochSecond(),
                List.of(row.getArrayOfStrings("client_ids")),
                row.getString("metadata"));
    }

    private static Recorded recorded(String sessionId, SessionInput input, Tuple written, Author author) {
        author.events().add(written.get("event_id", String.class));
        var session = new Session(
                sessionId,
                input.sessionKey(),
                written.get("initiated", Long.class),
                input.expiresAt(),
                written.get("updated", Long.class),
                input.clientIds(),
                written.get("metadata", String.class));
        return new Recorded(session, written.get("created", Boolean.class));
    }

    private static ListStatement list(Optional<String> client, Sort<SessionSort> sort) {
        boolean byEnd = sort.key() == SessionSort.EXPIRES_AT;
        if (client.isPresent()) {
            return byEnd ? LIST_OF_CLIENT_BY_END : LIST_OF_CLIENT;
        }
        return byEnd ? LIST_BY_END : LIST;
    }

    /** Counts the rows in an order that makes PostgreSQL use the index of the user's sessions. */
    private static ListStatement list(String live, String ofClient) {
        return new ListStatement(COLUMNS, live + ofClient, LIVE + ofClient + " order by expires_at", "session_id");
    }

    private static List<Object> values(UserKey user, Optional<String> client, Instant now) {
        List<Object> values = new ArrayList<>(List.of(user.tenantId(), user.userId(), now));
        client.ifPresent(values::add);
        return values;
    }
}
