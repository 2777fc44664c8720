package io.useradmin.admission;

import io.useradmin.http.RequestBody;
import io.useradmin.problem.Problem;
import io.useradmin.problem.ProblemException;
import io.useradmin.problem.ProblemType;
import io.useradmin.request.HttpRequests;
import io.useradmin.request.RequestPipeline.OperationFilter;
import io.useradmin.shared.Location.Header;
import io.useradmin.shared.Violations;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.container.DynamicFeature;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.FeatureContext;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.ext.Provider;
import java.util.List;
import org.jboss.resteasy.reactive.server.spi.ResteasyReactiveContainerRequestContext;
import org.jboss.resteasy.reactive.server.spi.ResteasyReactiveContainerRequestFilter;

/** Receives the body before every operation that reads one. Other operations ignore their bodies. */
@Provider
class RequestBodyFeature implements DynamicFeature {
    private static final String CONTENT_RANGE = "Content-Range";

    private final BodyReception reception;

    RequestBodyFeature(BodyReception reception) {
        this.reception = reception;
    }

    @Override
    public void configure(ResourceInfo operation, FeatureContext context) {
        if (List.of(operation.getResourceMethod().getParameterTypes()).contains(RequestBody.class)) {
            OperationFilter.MEMORY.register(context, new Filter(reception));
        }
    }

    private record Filter(BodyReception reception) implements ResteasyReactiveContainerRequestFilter {
        @Override
        public void filter(ResteasyReactiveContainerRequestContext request) {
            AnnouncedBody body = AnnouncedBody.of(HttpRequests.routing(request).request());
            if (body.isCertain()) {
                checkHeaders(request);
                reception.begin(request, body.length(), () -> {});
            } else if (body.isDue()) {
                reception.begin(request, body.length(), () -> checkHeaders(request));
            }
        }

        private static void checkHeaders(ResteasyReactiveContainerRequestContext request) {
            String encoding = request.getHeaderString(HttpHeaders.CONTENT_ENCODING);
            if (encoding != null && !encoding.equalsIgnoreCase("identity")) {
                throw unsupported("The body must not have a Content-Encoding.");
            }
            String type = request.getHeaderString(HttpHeaders.CONTENT_TYPE);
            if (type != null && (type.isBlank() || type.contains("*"))) {
                throw unsupported("The Content-Type must be one media type.");
            }
            if (request.getMethod().equals(HttpMethod.PUT) && request.getHeaderString(CONTENT_RANGE) != null) {
                refusePart();
            }
        }

        /** RFC 9110, 14.5: the client means to replace a part, but a PUT replaces everything. */
        private static void refusePart() {
            var violations = new Violations();
            violations.unreadable(
                    new Header(CONTENT_RANGE), "not_supported", "a PUT replaces the whole; send no range");
            ProblemException.throwIfAny(violations);
        }

        private static ProblemException unsupported(String detail) {
            return new ProblemException(new Problem.Refused(ProblemType.UNSUPPORTED_MEDIA_TYPE, detail));
        }
    }
}
