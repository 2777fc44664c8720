package io.useradmin.admission;

import io.smallrye.mutiny.Uni;
import io.vertx.ext.web.RoutingContext;
import jakarta.inject.Singleton;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * Limits the reads of {@linkplain ParkedRequest parked requests}. One event can wake many of them at once, and many can fall behind together.
 * Without a limit, their reads would fill the queue of the connection pool. They have their own limiter, so that other reads and
 * writes do not wait behind them.
 */
@Singleton
public class ResumedReads {
    private final OperationLimits limits;

    ResumedReads(OperationLimits limits) {
        this.limits = limits;
    }

    /**
     * Runs {@code read} on the request's event loop when it has a permit.
     *
     * @return the result of {@code read}; fails if the response ended before it started
     */
    public <T> Uni<T> run(RoutingContext request, Supplier<Uni<T>> read) {
        return RequestWatch.lifecycle(request).runWhileParked(limits::resumedOfThisEventLoop, read);
    }

    /** The same as {@link #run} for each read of the request that is given to the operator. */
    public <T> UnaryOperator<Uni<T>> admission(RoutingContext request) {
        return read -> run(request, () -> read);
    }
}
