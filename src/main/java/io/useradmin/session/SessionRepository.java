package io.useradmin.session;

import io.quarkus.hibernate.reactive.panache.Panache;
import io.smallrye.mutiny.Uni;
import io.useradmin.audit.Author;
import io.useradmin.audit.EventConfig;
import io.useradmin.database.DirectStatements;
import io.useradmin.json.JsonText;
import io.useradmin.problem.DatabaseFailure;
import io.useradmin.problem.Problem;
import io.useradmin.problem.ProblemType;
import io.useradmin.shared.PageRequest;
import io.useradmin.shared.PageResult;
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
    private static final Map<String, Problem> REFUSALS =
            Map.of("sessions_user_fk", new Problem.NotFound(ProblemType.USER_NOT_FOUND));

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

    /** A page of the sessions that are live at {@code now}, with one more element if there is one. */
    Uni<PageResult<Session>> live(UserKey user, Optional<String> client, Instant now, PageRequest<SessionSort> page) {
        return direct.page(
                SessionStatements.list(client, page.sort()),
                page,
                values(user, client, now),
                SessionRepository::session);
    }

    /** The number of sessions that are live at {@code now}, up to the limit. */
    Uni<TotalCount> countLive(UserKey user, Optional<String> client, Instant now, PageRequest<SessionSort> page) {
        return direct.count(SessionStatements.list(client, page.sort()), values(user, client, now), page.counting());
    }

    /** A session that is live at {@code now}. */
    Uni<Optional<Session>> findLive(UserKey user, String sessionId, Instant now) {
        return direct.read(SessionStatements.FIND, List.of(user.tenantId(), user.userId(), now, sessionId))
                .map(rows -> rows.stream().map(SessionRepository::session).findFirst());
    }

    /**
     * Inserts or replaces a session in one statement. Empty if the session was deleted, ended or renewed in the meantime; then
     * repeat it. Fails with {@link ProblemType#USER_NOT_FOUND}.
     */
    Uni<Optional<Recorded>> put(UserKey user, String sessionId, SessionInput input, Instant now, Author author) {
        return Panache.getSession()
                .flatMap(session -> session.createNativeQuery(SessionStatements.PUT, Tuple.class)
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
                        SessionStatements.REVOKE,
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

    private static List<Object> values(UserKey user, Optional<String> client, Instant now) {
        List<Object> values = new ArrayList<>(List.of(user.tenantId(), user.userId(), now));
        client.ifPresent(values::add);
        return values;
    }
}
