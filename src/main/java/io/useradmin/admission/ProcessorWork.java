package io.useradmin.admission;

import io.smallrye.mutiny.Uni;
import io.vertx.ext.web.RoutingContext;
import jakarta.inject.Singleton;
import java.util.function.Supplier;

/** Limits work that needs a processor for long and no database, such as signatures: one request for each processor. */
@Singleton
public class ProcessorWork {
    private final ConcurrencyLimiter limiter =
            new ConcurrencyLimiter(Runtime.getRuntime().availableProcessors());

    /**
     * Runs {@code work}, the last step of an operation, when a processor is free. The request gives up its permit for the database, so
     * that other operations do not wait for the work. It stays in flight and keeps its deadline.
     *
     * @return the result of {@code work}; fails if the response ended before it started
     */
    public <T> Uni<T> run(RoutingContext request, Supplier<Uni<T>> work) {
        return RequestWatch.lifecycle(request).runLastStep(limiter, work);
    }

    int running() {
        return limiter.running();
    }

    int queued() {
        return limiter.queued();
    }
}
