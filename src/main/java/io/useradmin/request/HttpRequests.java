package io.useradmin.request;

import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import jakarta.interceptor.InvocationContext;
import jakarta.ws.rs.container.ContainerRequestContext;
import java.util.Objects;
import java.util.Set;
import org.jboss.resteasy.reactive.server.core.ResteasyReactiveRequestContext;
import org.jboss.resteasy.reactive.server.spi.ResteasyReactiveContainerRequestContext;

/** Finds the HTTP server's request behind those of filters and interceptors, and answers what its own methods do not. */
public final class HttpRequests {
    private static final Set<HttpMethod> READING = Set.of(HttpMethod.GET, HttpMethod.HEAD);

    private HttpRequests() {}

    /** Whether {@code request} is GET or HEAD. The other safe methods (RFC 9110), OPTIONS and TRACE, read no resource. */
    public static boolean isRead(HttpServerRequest request) {
        return READING.contains(request.method());
    }

    /** The path as it was sent; empty for a request target without one. */
    public static String path(HttpServerRequest request) {
        return Objects.requireNonNullElse(request.path(), "");
    }

    /** The request in the HTTP server. */
    public static RoutingContext routing(ContainerRequestContext request) {
        var reactive = (ResteasyReactiveContainerRequestContext) request;
        return ((ResteasyReactiveRequestContext) reactive.getServerRequestContext()).unwrap(RoutingContext.class);
    }

    /** The request that {@code operation} serves, which every operation has as a parameter. */
    public static RoutingContext routing(InvocationContext operation) {
        for (Object parameter : operation.getParameters()) {
            if (parameter instanceof RoutingContext routing) {
                return routing;
            }
        }
        throw new IllegalStateException(operation.getMethod() + " has no parameter of type RoutingContext");
    }
}
