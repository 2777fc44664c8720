package io.useradmin.problem;

import io.vertx.core.http.HttpServerRequest;
import jakarta.inject.Singleton;
import jakarta.ws.rs.WebApplicationException;
import java.util.Map;
import org.jboss.resteasy.reactive.RestResponse;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;

/** Turns whatever an operation or the framework throws into a problem. */
@Singleton
class ProblemMappers {
    private final ProblemRenderer renderer;
    private final AllowedMethods allowedMethods;

    ProblemMappers(ProblemRenderer renderer, AllowedMethods allowedMethods) {
        this.renderer = renderer;
        this.allowedMethods = allowedMethods;
    }

    @ServerExceptionMapper
    RestResponse<ProblemBody> answer(ProblemException failure, HttpServerRequest request) {
        return renderer.response(failure.problem(), request);
    }

    @ServerExceptionMapper
    RestResponse<ProblemBody> framework(WebApplicationException failure, HttpServerRequest request) {
        return switch (failure.getResponse().getStatus()) {
            case 400 -> refused(ProblemType.MALFORMED_REQUEST, "The HTTP request cannot be read.", request);
            case 404, 405 -> unmatched(request);
            case 406 -> refused(ProblemType.NOT_ACCEPTABLE, "Answers are application/json.", request);
            case 415 ->
                refused(
                        ProblemType.UNSUPPORTED_MEDIA_TYPE,
                        "Bodies are application/json, or application/merge-patch+json for PATCH.",
                        request);
            default -> unexpected(failure, request);
        };
    }

    @ServerExceptionMapper
    RestResponse<ProblemBody> unexpected(Throwable failure, HttpServerRequest request) {
        return renderer.response(failure, request);
    }

    /** The framework says 404 for some paths that are there but do not know the method, so that this decides anew. */
    private RestResponse<ProblemBody> unmatched(HttpServerRequest request) {
        String allowed = allowedMethods.of(ProblemRenderer.path(request));
        if (allowed.isEmpty()) {
            return refused(ProblemType.UNKNOWN_PATH, "There is nothing at this path.", request);
        }
        return renderer.response(
                new Problem.Refused(
                        ProblemType.METHOD_NOT_ALLOWED, "The path knows " + allowed + ".", Map.of("Allow", allowed)),
                request);
    }

    private RestResponse<ProblemBody> refused(ProblemType type, String detail, HttpServerRequest request) {
        return renderer.response(new Problem.Refused(type, detail), request);
    }
}
