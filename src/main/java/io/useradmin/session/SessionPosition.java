package io.useradmin.session;

import io.useradmin.shared.CursorText;
import io.useradmin.shared.Identifier;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * The position of a bulk action in the sessions of a tenant, ordered by user and session.
 *
 * @param isCounted whether the number of affected users already includes this user
 */
public record SessionPosition(String userId, String sessionId, boolean isCounted) {
    /** Before all sessions. */
    public static final SessionPosition START = new SessionPosition("", "", false);

    /** A session identifier that sorts after all others: the position is after all sessions of the user. */
    static final String END = "\u007f";

    private static final String COUNTED = "1";
    private static final int PARTS = 3;

    /**
     * A later position.
     *
     * @param isRevokedFrom whether sessions of the user {@code toUserId} were revoked before it
     */
    public SessionPosition to(String toUserId, String toSessionId, boolean isRevokedFrom) {
        boolean isCountedHere = isCounted && userId.equals(toUserId);
        return new SessionPosition(toUserId, toSessionId, isRevokedFrom || isCountedHere);
    }

    /** How many of the affected {@code users} after this position are not counted yet. */
    public int newUsers(Collection<String> users) {
        return users.size() - (isCounted && users.contains(userId) ? 1 : 0);
    }

    /** The cursor for clients. */
    String text(SessionSelector selector) {
        return CursorText.of(selector.identity(), List.of(userId, sessionId, isCounted ? COUNTED : "0"));
    }

    /** Parses a cursor of {@code selector}; empty if it is invalid. */
    static Optional<SessionPosition> read(String text, SessionSelector selector) {
        return CursorText.read(text, selector.identity())
                .filter(parts -> parts.size() == PARTS && Identifier.isValid(parts.getFirst()) && isPlace(parts.get(1)))
                .map(parts -> new SessionPosition(
                        parts.getFirst(), parts.get(1), parts.getLast().equals(COUNTED)));
    }

    private static boolean isPlace(String sessionId) {
        return sessionId.equals(END) || Identifier.isValid(sessionId);
    }
}
