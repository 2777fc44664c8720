package io.useradmin.server;

import io.useradmin.problem.Problem;
import io.useradmin.problem.ProblemException;
import io.useradmin.problem.ProblemType;
import io.useradmin.request.Operations;
import io.useradmin.request.RequestInfo;
import io.useradmin.request.RequestPipeline.PreMatchingFilter;
import io.useradmin.shared.Location.Parameter;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import jakarta.inject.Singleton;
import jakarta.ws.rs.core.HttpHeaders;
import org.jboss.resteasy.reactive.RestResponse;
import org.jboss.resteasy.reactive.RestResponse.ResponseBuilder;
import org.jboss.resteasy.reactive.server.ServerRequestFilter;
import org.jspecify.annotations.Nullable;

/** Ensures that the matched path is the path that was sent. */
@Singleton
class PathFilter {
    private final Operations operations;

    PathFilter(Operations operations) {
        this.operations = operations;
    }

    /** Refuses path parameters and a trailing slash, which the router would ignore. Answers OPTIONS only for the exact path. */
    @ServerRequestFilter(preMatching = true, priority = PreMatchingFilter.PATH)
    @Nullable RestResponse<Void> check(HttpServerRequest request) {
        String path = RequestInfo.path(request);
        if (path.indexOf(';') >= 0) {
            throw ProblemException.invalid(new Parameter("path"), "identifier", "must not have parameters (;)");
        }
        if (path.length() > 1 && path.endsWith("/")) {
            throw new ProblemException(new Problem.Refused(
                    ProblemType.UNKNOWN_PATH, "There is nothing at this path; remove the slash at its end."));
        }
        return request.method().equals(HttpMethod.OPTIONS) ? options(path) : null;
    }

    private @Nullable RestResponse<Void> options(String path) {
        String allowed = operations.allowed(path);
        return allowed.isEmpty()
                ? null
                : ResponseBuilder.<Void>noContent()
                        .header(HttpHeaders.ALLOW, allowed + ", OPTIONS")
                        .build();
    }
}
