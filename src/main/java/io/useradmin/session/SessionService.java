package io.useradmin.session;

import io.quarkus.hibernate.reactive.panache.common.WithSession;
import io.smallrye.mutiny.Uni;
import io.useradmin.audit.Author;
import io.useradmin.problem.OptimisticRetry;
import io.useradmin.problem.ProblemType;
import io.useradmin.profile.UserReader;
import io.useradmin.session.SessionRepository.Recorded;
import io.useradmin.shared.ListPage;
import io.useradmin.shared.PageRequest;
import io.useradmin.shared.UserKey;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;

/** The rules for sessions: the API shows only live ones. */
@ApplicationScoped
class SessionService {
    private final SessionRepository sessions;
    private final UserReader users;
    private final Clock clock;

    SessionService(SessionRepository sessions, UserReader users, Clock clock) {
        this.sessions = sessions;
        this.users = users;
        this.clock = clock;
    }

    /** The user's live sessions; {@link ProblemType#USER_NOT_FOUND}. */
    Uni<ListPage<Session>> list(UserKey user, Optional<String> client, PageRequest<SessionSort> page) {
        Instant now = clock.instant();
        return sessions.live(user, client, now, page)
                .flatMap(found -> found.orIfEmpty(
                        () -> users.emptyPage(user, page, () -> sessions.countLive(user, client, now, page))))
                .map(found -> ListPage.of(page, found));
    }

    /** The session; {@link ProblemType#USER_NOT_FOUND}, {@link ProblemType#SESSION_NOT_FOUND} if it is not live. */
    Uni<Session> read(UserKey user, String sessionId) {
        return users.require(user, sessions.findLive(user, sessionId, clock.instant()), ProblemType.SESSION_NOT_FOUND);
    }

    /** Creates or replaces a session; {@link ProblemType#USER_NOT_FOUND}. */
    @WithSession
    Uni<Recorded> put(UserKey user, String sessionId, SessionInput input, Author author) {
        return OptimisticRetry.run(() -> sessions.put(user, sessionId, input, clock.instant(), author));
    }

    /** Deletes the session; {@link ProblemType#SESSION_NOT_FOUND} if it is not live. */
    Uni<Void> revoke(UserKey user, String sessionId, Author author) {
        return users.requireFound(
                user, sessions.deleteLive(user, sessionId, clock.instant(), author), ProblemType.SESSION_NOT_FOUND);
    }
}
