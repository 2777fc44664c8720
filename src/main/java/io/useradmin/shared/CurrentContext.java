package io.useradmin.shared;

import io.smallrye.common.vertx.VertxContext;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Executor;

/** The Vert.x context of the caller. That of a request has its trace, log fields, transaction and demand for reads. */
public final class CurrentContext {
    private CurrentContext() {}

    /** Runs tasks in the context in which this method is called, whatever thread they come from; without a context, at once. */
    public static Executor executor() {
        Context context = Vertx.currentContext();
        return context == null ? Runnable::run : task -> context.runOnContext(_ -> task.run());
    }

    /**
     * Stores a value in the context of the current request, until the request ends.
     *
     * @throws NullPointerException without a context
     */
    public static void put(String name, Object value) {
        Objects.requireNonNull(Vertx.currentContext(), "there is no Vert.x context of a request")
                .putLocal(name, value);
    }

    /** The value that {@link #put} has stored in the context of the current request; empty if there is none, or no request. */
    public static <T> Optional<T> get(String name) {
        Context context = Vertx.currentContext();
        // Timers run on a root context, whose locals Quarkus does not allow to read.
        return context == null || !VertxContext.isDuplicatedContext(context)
                ? Optional.empty()
                : Optional.ofNullable(context.getLocal(name));
    }
}
