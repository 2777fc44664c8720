package io.useradmin.session;

import io.smallrye.mutiny.Uni;
import io.useradmin.audit.Author;
import io.useradmin.problem.ProblemType;
import io.useradmin.profile.UserReader;
import io.useradmin.shared.BulkCall;
import io.useradmin.shared.BulkCall.Outcome;
import io.useradmin.shared.UserKey;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Instant;

/** Revokes many sessions: those of a user in one step, those of a tenant in batches. */
@Singleton
class RevocationService {
    private final RevocationRepository sessions;
    private final UserReader users;
    private final Clock clock;

    RevocationService(RevocationRepository sessions, UserReader users, Clock clock) {
        this.sessions = sessions;
        this.users = users;
        this.clock = clock;
    }

    /** Revokes sessions of a user, possibly none; {@link ProblemType#USER_NOT_FOUND}. */
    Uni<RevokedSessions> revoke(RevokeSessions request, Author author) {
        Instant now = clock.instant();
        UserKey user = request.user();
        Uni<RevokedSessions> done = request.dryRun()
                ? sessions.count(user, request.condition(), request.except(), now)
                : sessions.revoke(user, request.condition(), request.except(), request.words(), now, author);
        return done.flatMap(revoked -> revoked.revoked() > 0
                ? Uni.createFrom().item(revoked)
                : users.requireExists(user).replaceWith(revoked));
    }

    /** Revokes the next batch of sessions of a tenant. */
    Uni<RevocationPage> revoke(RevokeAcross request, Author author) {
        Instant now = clock.instant();
        SessionSelector selector = request.selector();
        return BulkCall.run(
                        request.after(),
                        request.limit(),
                        (after, limit) -> request.dryRun()
                                ? sessions.countBatch(selector, after, limit, now)
                                : sessions.revokeBatch(selector, after, limit, now, author))
                .map(outcome -> page(outcome, request));
    }

    private static RevocationPage page(Outcome<SessionPosition> outcome, RevokeAcross request) {
        return new RevocationPage(
                outcome.changed(),
                request.after().newUsers(outcome.users()),
                outcome.next().map(next -> next.text(request.selector())).orElse(null));
    }
}
