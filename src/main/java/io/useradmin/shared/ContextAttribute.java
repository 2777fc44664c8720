package io.useradmin.shared;

import io.smallrye.common.vertx.VertxContext;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.util.Optional;

/**
 * A value in the Vert.x context of the current request, until the request ends. A context has at most one value of each type.
 * A record, because the compiler of the JVM treats the components of a record as constants.
 *
 * @param name its name among all attributes
 */
public record ContextAttribute<T>(String name) {
    /** The attribute for values of {@code type}. */
    public static <T> ContextAttribute<T> of(Class<T> type) {
        return new ContextAttribute<>(type.getName());
    }

    /**
     * Stores {@code value} in the context of the current request, in place of an earlier one.
     *
     * @throws NullPointerException without a context
     */
    public void set(T value) {
        CurrentContext.ofRequest().putLocal(name, value);
    }

    /** The value in the context of the current request; empty if there is none, or no request. */
    public Optional<T> find() {
        Context context = Vertx.currentContext();
        // Timers run on a root context, whose locals Quarkus does not allow to read.
        return context == null || !VertxContext.isDuplicatedContext(context)
                ? Optional.empty()
                : Optional.ofNullable(context.getLocal(name));
    }

    /** Removes the value from {@code context}, which need not be the current one. */
    public void removeFrom(Context context) {
        context.removeLocal(name);
    }
}
