package io.useradmin.server;

import io.useradmin.problem.Problem;
import io.useradmin.problem.ProblemException;
import io.useradmin.problem.ProblemType;
import io.useradmin.problem.Refusals;
import io.useradmin.request.HttpRequests;
import io.useradmin.request.Operations;
import io.useradmin.request.RequestPipeline.PreMatchingFilter;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import jakarta.inject.Singleton;
import jakarta.ws.rs.core.HttpHeaders;
import org.jboss.resteasy.reactive.RestResponse;
import org.jboss.resteasy.reactive.RestResponse.ResponseBuilder;
import org.jboss.resteasy.reactive.server.ServerRequestFilter;
import org.jspecify.annotations.Nullable;

/** Ensures, with {@link PathParametersFeature}, that the matched path is the path that was sent. */
@Singleton
class PathFilter {
    private final Operations operations;

    PathFilter(Operations operations) {
        this.operations = operations;
    }

    /** Refuses a trailing slash, which the router would ignore. Answers OPTIONS only for the exact path. */
    @ServerRequestFilter(preMatching = true, priority = PreMatchingFilter.PATH)
    @Nullable RestResponse<Void> check(HttpServerRequest request) {
        String path = HttpRequests.path(request);
        if (path.length() > 1 && path.endsWith("/")) {
            throw new ProblemException(new Problem.Refused(
                    ProblemType.UNKNOWN_PATH, "There is nothing at this path; remove the slash at its end."));
        }
        return request.method().equals(HttpMethod.OPTIONS) ? options(path) : null;
    }

    private RestResponse<Void> options(String path) {
        String allowed = operations.allowed(path);
        if (allowed.isEmpty()) {
            throw new ProblemException(Refusals.unknownPath());
        }
        return ResponseBuilder.<Void>noContent()
                .header(HttpHeaders.ALLOW, allowed)
                .build();
    }
}
