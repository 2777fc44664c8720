package io.useradmin.database.replica;

import io.smallrye.common.vertx.VertxContext;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.util.Objects;
import java.util.Optional;

/**
 * What a request demands of the replica that serves its reads. Without one, the primary serves them. Once the primary has served one, it serves
 * all of the request: a later read is never older than an earlier one.
 */
public final class ReadDemand {
    private static final String NAME = ReadDemand.class.getName();

    private final Optional<ConsistencyToken> token;
    private volatile boolean onPrimary;

    private ReadDemand(Optional<ConsistencyToken> token) {
        this.token = token;
        this.onPrimary = token.isPresent() && token.get().position().isEmpty();
    }

    /** The data must not be older than the longest lag, and must include the write of {@code token}. */
    public static ReadDemand of(Optional<ConsistencyToken> token) {
        return new ReadDemand(token);
    }

    /** Demands this of all further reads of the current request. */
    public void begin() {
        Objects.requireNonNull(Vertx.currentContext(), "a request has a context")
                .putLocal(NAME, this);
    }

    /** The demand of the current request; empty if only the primary may serve it. */
    public static Optional<ReadDemand> current() {
        Context context = Vertx.currentContext();
        // Timers run on a root context, whose locals Quarkus lets nobody read.
        return context == null || !VertxContext.isDuplicatedContext(context)
                ? Optional.empty()
                : Optional.ofNullable(context.getLocal(NAME));
    }

    /** The position that must have been replayed. */
    Optional<WalPosition> position() {
        return token.flatMap(ConsistencyToken::position);
    }

    boolean isOnPrimary() {
        return onPrimary;
    }

    void stayOnPrimary() {
        onPrimary = true;
    }
}
