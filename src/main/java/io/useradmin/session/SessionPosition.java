package io.useradmin.session;

import io.useradmin.shared.CursorText;
import io.useradmin.shared.Identifier;
import java.util.List;
import java.util.Optional;

/**
 * How far a bulk action has walked through the sessions of a tenant, by user and session.
 *
 * @param isCounted whether the user is among those who are counted already
 */
public record SessionPosition(String userId, String sessionId, boolean isCounted) {
    /** Before all sessions. */
    public static final SessionPosition START = new SessionPosition("", "", false);

    /** In the place of a session: behind all of the user's. It sorts behind every identifier. */
    static final String END = "\u007f";

    private static final String COUNTED = "1";
    private static final int PARTS = 3;

    /**
     * A position behind this one.
     *
     * @param isRevokedFrom whether sessions of the user were revoked on the way
     */
    public SessionPosition to(String toUserId, String toSessionId, boolean isRevokedFrom) {
        boolean isCountedHere = isCounted && userId.equals(toUserId);
        return new SessionPosition(toUserId, toSessionId, isRevokedFrom || isCountedHere);
    }

    /** The text for clients. */
    String text(SessionSelector selector) {
        return CursorText.of(selector.identity(), List.of(userId, sessionId, isCounted ? COUNTED : "0"));
    }

    /** The cursor that was made for {@code selector} and is written as {@code text}; nothing for any other text. */
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
