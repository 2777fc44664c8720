package io.useradmin.shared;

import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.util.Objects;
import java.util.concurrent.Executor;

/** The Vert.x context of the caller. That of a request has its trace, log fields, transaction and how new its reads must be. */
public final class CurrentContext {
    private CurrentContext() {}

    /** Runs tasks in the context in which this method is called, whatever thread they come from; without a context, at once. */
    public static Executor executor() {
        Context context = Vertx.currentContext();
        return context == null ? Runnable::run : task -> context.runOnContext(_ -> task.run());
    }

    /**
     * The context of the current request.
     *
     * @throws NullPointerException without a context
     */
    public static Context ofRequest() {
        return Objects.requireNonNull(Vertx.currentContext(), "there is no Vert.x context of a request");
    }
}
