package io.useradmin.session;

import io.quarkus.hibernate.reactive.panache.PanacheRepositoryBase;
import io.quarkus.runtime.annotations.RegisterForReflection;
import io.smallrye.mutiny.Uni;
import io.useradmin.shared.PageRequest;
import io.useradmin.shared.Sort;
import io.useradmin.shared.UserKey;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The table of sessions. Its methods join the session or transaction of whoever calls them. */
@ApplicationScoped
class SessionRepository implements PanacheRepositoryBase<SessionEntity, SessionEntity.Key> {
    /** A session as it is read, with how many there are on all pages. */
    @RegisterForReflection
    record Row(
            String sessionId,
            String sessionKey,
            Instant initiatedAt,
            Instant expiresAt,
            Instant lastUpdatedAt,
            List<String> clientIds,
            String lastMetadata,
            long total) {

        Session session() {
            return new Session(
                    sessionId,
                    sessionKey,
                    initiatedAt.getEpochSecond(),
                    expiresAt.getEpochSecond(),
                    lastUpdatedAt.getEpochSecond(),
                    clientIds,
                    lastMetadata);
        }
    }

    private static final String LIVE = "s.tenantId = :tenant and s.userId = :user and s.expiresAt > :now";
    private static final String OF_CLIENT = " and cast(sql('? = any(?)', :client, s.clientIds) as boolean) = true";

    /** A page of the sessions that are live at {@code now}; empty past the end, where nothing tells the total either. */
    Uni<List<Row>> live(UserKey user, Optional<String> client, Instant now, PageRequest<SessionSort> page) {
        String condition = condition(client);
        String query = "select s.sessionId, s.sessionKey, s.initiatedAt, s.expiresAt, s.lastUpdatedAt, s.clientIds,"
                + " s.lastMetadata, (select count(*) from Session s where " + condition + ")"
                + " from Session s where " + condition + " order by " + order(page.sort());
        return getSession().flatMap(session -> {
            var selection = session.createSelectionQuery(query, Row.class)
                    .setFirstResult(page.offset())
                    .setMaxResults(page.size());
            parameters(user, client, now).forEach(selection::setParameter);
            return selection.getResultList();
        });
    }

    Uni<Long> countLive(UserKey user, Optional<String> client, Instant now) {
        return count("from Session s where " + condition(client), parameters(user, client, now));
    }

    /** Deletes a session that is live at {@code now}; answers whether there was one. */
    Uni<Boolean> deleteLive(UserKey user, String sessionId, Instant now) {
        return delete(
                        "from Session s where " + LIVE + " and s.sessionId = :session",
                        Map.of("tenant", user.tenantId(), "user", user.userId(), "now", now, "session", sessionId))
                .map(deleted -> deleted > 0);
    }

    private static String condition(Optional<String> client) {
        return client.isPresent() ? LIVE + OF_CLIENT : LIVE;
    }

    private static Map<String, Object> parameters(UserKey user, Optional<String> client, Instant now) {
        Map<String, Object> parameters =
                new HashMap<>(Map.of("tenant", user.tenantId(), "user", user.userId(), "now", now));
        client.ifPresent(id -> parameters.put("client", id));
        return parameters;
    }

    private static String order(Sort<SessionSort> sort) {
        String direction = sort.ascending() ? " asc" : " desc";
        String byId = "s.sessionId" + direction;
        return sort.key() == SessionSort.SESSION_ID ? byId : "s." + sort.key().property() + direction + ", " + byId;
    }
}
