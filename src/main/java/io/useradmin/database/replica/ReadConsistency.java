package io.useradmin.database.replica;

import io.useradmin.shared.ContextAttribute;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The requirements of a request for the replica that serves its reads. Without one, the primary serves them. One connection to
 * the replica serves all reads of the request, because another one may lead to a standby with older data. Once the primary has
 * served a read, it serves all later ones. So no read is older than an earlier one.
 */
public final class ReadConsistency {
    private static final ContextAttribute<ReadConsistency> ATTRIBUTE = ContextAttribute.of(ReadConsistency.class);

    private final Optional<ConsistencyToken> token;
    private @Nullable ReplicaConnection connection;
    private volatile boolean onPrimary;

    private ReadConsistency(Optional<ConsistencyToken> token) {
        this.token = token;
        this.onPrimary = token.isPresent() && token.get().position().isEmpty();
    }

    /** The lag must not exceed the limit, and the data must include the write of {@code token}. */
    public static ReadConsistency of(Optional<ConsistencyToken> token) {
        return new ReadConsistency(token);
    }

    /** Applies to all further reads of the current request. */
    public void begin() {
        ATTRIBUTE.set(this);
    }

    /** The requirements of the current request; empty if only the primary may serve it. */
    public static Optional<ReadConsistency> current() {
        return ATTRIBUTE.find();
    }

    /** The position that the replica must have replayed. */
    Optional<WalPosition> position() {
        return token.flatMap(ConsistencyToken::position);
    }

    /** The connection that serves the request; empty before its first read. */
    synchronized Optional<ReplicaConnection> connection() {
        return Optional.ofNullable(connection);
    }

    /** Stays on {@code first}, or on the connection of an earlier read. Returns that connection. */
    synchronized ReplicaConnection stayOn(ReplicaConnection first) {
        if (connection == null) {
            connection = first;
        }
        return connection;
    }

    boolean isOnPrimary() {
        return onPrimary;
    }

    /** Sends all later reads of the request to the primary. */
    public void stayOnPrimary() {
        onPrimary = true;
    }
}
