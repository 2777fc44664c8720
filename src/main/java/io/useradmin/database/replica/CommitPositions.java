package io.useradmin.database.replica;

import io.useradmin.shared.ContextAttribute;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Records the WAL position of the primary after the last commit of a request. The query for the position is sent on the same
 * connection right after the commit, in the same round trip, because a statement cannot know the position of its own commit.
 */
public final class CommitPositions {
    private static final ContextAttribute<CommitPositions> ATTRIBUTE = ContextAttribute.of(CommitPositions.class);

    private @Nullable WalPosition last;
    private boolean unknown;

    private CommitPositions() {}

    /** Records all further commits of the current request. */
    public static CommitPositions begin() {
        var positions = new CommitPositions();
        ATTRIBUTE.set(positions);
        return positions;
    }

    /** Those of the current request; empty if they are not needed. */
    public static Optional<CommitPositions> current() {
        return ATTRIBUTE.find();
    }

    /**
     * Records the position after {@code commit}, which was just sent on {@code connection}. If the position cannot be read, the
     * commit still succeeds.
     */
    public <T> Future<T> after(Future<T> commit, SqlConnection connection) {
        Future<WalPosition> asked = WalPosition.ofPrimary(connection);
        return commit.compose(result -> asked.transform(answer -> {
            note(Optional.ofNullable(answer.result()));
            return Future.succeededFuture(result);
        }));
    }

    /** The token of all recorded commits; empty if there are none. */
    synchronized Optional<ConsistencyToken> token() {
        return unknown
                ? Optional.of(ConsistencyToken.UNKNOWN)
                : Optional.ofNullable(last).map(ConsistencyToken::new);
    }

    /** A later position of the same history replaces an earlier one. Positions of different histories cannot be compared. */
    private synchronized void note(Optional<WalPosition> position) {
        if (position.isEmpty() || (last != null && !last.isComparable(position.get()))) {
            unknown = true;
        } else if (last == null || position.get().covers(last)) {
            last = position.get();
        }
    }
}
