package io.useradmin.shared;

import io.vertx.ext.web.RoutingContext;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A value that belongs to a request. A request has at most one value of each type.
 * A record, because the compiler of the JVM treats the components of a record as constants.
 *
 * @param name its name among all attributes
 */
public record RequestAttribute<T>(String name) {
    /** The attribute for values of {@code type}. */
    public static <T> RequestAttribute<T> of(Class<T> type) {
        return new RequestAttribute<>(type.getName());
    }

    /** Stores {@code value} in {@code request}, in place of an earlier one. */
    public void set(RoutingContext request, T value) {
        request.put(name, value);
    }

    /** The value of {@code request}; null if there is none. Every request asks for some values, and this creates no object. */
    public @Nullable T get(RoutingContext request) {
        return request.get(name);
    }

    /** The value of {@code request}, if there is one. */
    public Optional<T> find(RoutingContext request) {
        return Optional.ofNullable(get(request));
    }

    /**
     * The value of {@code request}.
     *
     * @throws IllegalStateException if there is none
     */
    public T require(RoutingContext request) {
        T value = get(request);
        if (value == null) {
            throw new IllegalStateException("the request has no " + name);
        }
        return value;
    }
}
