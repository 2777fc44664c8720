package io.useradmin.request;

import io.quarkus.vertx.http.runtime.filters.Filters;
import io.vertx.core.Handler;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import jakarta.interceptor.Interceptor;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.core.FeatureContext;

/**
 * The order of everything that runs before and after an operation, from top to bottom, with the reason for each position. Every
 * handler, filter and interceptor takes its position from here. RequestPipelineTest fails if one has another position, or none.
 *
 * <p>Connection handlers run first. Their order is the order of Netty's pipeline, without numbers: {@code connection.GuardedTransport}
 * adds {@code connection.ConnectionGuard} at the end. With the first bytes, when Vert.x knows the protocol, {@code ConnectionGuard}
 * inserts the limits of HTTP/2 or HTTP/1.
 */
public final class RequestPipeline {
    /**
     * 1. Handlers of the Vert.x router. The greatest number runs first; those of Quarkus are below 1,000. Their end handlers run
     * in reverse order.
     */
    public enum RouterHandler {
        /** {@code telemetry.RequestObserver}: first, so that time, metrics and access log include all that follows. */
        OBSERVATION(20_000),
        /** {@code server.StandardHeaders}: before anything that can respond. */
        HEADERS(11_000),
        /**
         * {@code server.FramingGuard}: before anything else reads the request, because it may be a part of another request's body
         * (request smuggling).
         */
        FRAMING(10_500),
        /** {@code server.UnreadBodyGuard}: before everything that refuses a request without reading its body. */
        UNREAD_BODY(10_200),
        /** {@code server.RequestTargetGuard}: before anything relies on the path. */
        TARGET(10_000),
        /**
         * {@code admission.Admission}: after the guards, which clean up after a refusal. Before the key check, so that refusals
         * are cheap.
         */
        ADMISSION(8_500),
        /** {@code console.ConsoleHandler}: after the guards, because it sends its own responses. */
        CONSOLE(8_000),
        /** {@code openapi.LateDocument}: last, before the route of Quarkus that serves the document. */
        OPENAPI_DOCUMENT(7_500);

        private final int priority;

        RouterHandler(int priority) {
            this.priority = priority;
        }

        /** Adds {@code handler} at this position. */
        public void register(Filters filters, Handler<RoutingContext> handler) {
            filters.register(handler, priority);
        }

        /** Adds {@code handler} at this position for requests that the router refuses: no other handler sees them. */
        public void registerForFailures(Router router, Handler<RoutingContext> handler) {
            router.route().order(-priority).failureHandler(handler);
        }
    }

    /** 2. JAX-RS request filters before the operation is matched. The smallest number runs first; each number has one filter. */
    public static final class PreMatchingFilter {
        /** {@code apikey.AuthenticationFilter}: first, because without a key a client must not learn which paths exist. */
        public static final int AUTHENTICATION = 1_000;
        /**
         * {@code apikey.RateLimitFilter}: after the key check, because the limit belongs to the key. Before everything else, so
         * that refused requests count too. Requests without a valid key, or that were not admitted, do not count.
         */
        public static final int RATE_LIMIT = 1_200;
        /** {@code server.PathFilter}: before the router matches a path that differs from the one that was sent. */
        public static final int PATH = 1_500;
        /** {@code server.AcceptFilter}: before the router matches the operation by {@code Accept}. */
        public static final int ACCEPT = 2_000;

        private PreMatchingFilter() {}
    }

    /** 3. JAX-RS request filters of the matched operation. The smallest number runs first. */
    public enum OperationFilter {
        /** {@code request.Operations}: first, so that refusals by the next filters count for the operation. */
        ARRIVAL(2_500),
        /** {@code apikey.ScopeFeature}: before the input is read, because 403 comes before 404 and 422. */
        SCOPE(3_000),
        /** {@code server.PathParametersFeature}: after the scope check, because this is a 422. */
        PATH_PARAMETERS(3_500),
        /** {@code admission.RequestBodyFeature}, {@code ReadMemoryFeature}: last, so that only permitted requests hold memory. */
        MEMORY(4_000);

        private final int priority;

        OperationFilter(int priority) {
            this.priority = priority;
        }

        /** Adds {@code filter} at this position to the operation of {@code context}. */
        public void register(FeatureContext context, ContainerRequestFilter filter) {
            context.register(filter, priority);
        }
    }

    /**
     * 4. CDI interceptors of the resource method, outermost first. The method parses the input, so each attempt parses it again.
     */
    public static final class MethodInterceptor {
        /** {@code openapi.LateDocumentInterceptor}: the position does not matter, because it intercepts no resource. */
        public static final int OPENAPI_DOCUMENT = Interceptor.Priority.PLATFORM_BEFORE - 25;
        /** {@code admission.AdmissionInterceptor}: outside of sessions and transactions, because each attempt needs new ones. */
        public static final int ADMISSION = Interceptor.Priority.PLATFORM_BEFORE;
        /** {@code consistency.ConsistencyInterceptor}: outside of transactions, because it reads the position after the commit. */
        public static final int CONSISTENCY = ADMISSION + 25;
        /** {@code idempotency.IdempotencyInterceptor}: inside, because it holds a connection and each attempt needs a new transaction. */
        public static final int IDEMPOTENCY = ADMISSION + 50;

        private MethodInterceptor() {}
    }

    /** 5. JAX-RS response filters, also for errors. The greatest number runs first; each number has one filter. */
    public static final class ResponseFilter {
        /** {@code telemetry.AuditFilter}: first, because it needs the unchanged result of the operation, or the error. */
        public static final int AUDIT = 3_000;
        /** {@code server.CacheControlFilter}: after the operation, which may have set the header itself. */
        public static final int CACHE_CONTROL = 2_000;
        /** {@code admission.LateAnswerFilter}: last, because it drops the result if the response was sent before. */
        public static final int LATE_ANSWER = 1_000;

        private ResponseFilter() {}
    }

    private RequestPipeline() {}
}
