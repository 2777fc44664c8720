package io.useradmin.problem;

import io.useradmin.request.Operations;
import io.vertx.ext.web.RoutingContext;
import jakarta.inject.Singleton;
import jakarta.ws.rs.WebApplicationException;
import org.jboss.resteasy.reactive.RestResponse;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;

/** Converts every exception of an operation or of Quarkus to a problem. */
@Singleton
class ProblemMappers {
    private final ProblemRenderer renderer;
    private final Operations operations;

    ProblemMappers(ProblemRenderer renderer, Operations operations) {
        this.renderer = renderer;
        this.operations = operations;
    }

    @ServerExceptionMapper
    RestResponse<ProblemBody> answer(ProblemException failure, RoutingContext context) {
        return renderer.response(failure.problem(), context);
    }

    @ServerExceptionMapper
    RestResponse<ProblemBody> framework(WebApplicationException failure, RoutingContext context) {
        return switch (failure.getResponse().getStatus()) {
            case 400 -> refused(ProblemType.MALFORMED_REQUEST, "The HTTP request cannot be read.", context);
            case 404, 405 -> unmatched(context);
            case 406 -> refused(ProblemType.NOT_ACCEPTABLE, "Responses are application/json.", context);
            case 415 ->
                refused(
                        ProblemType.UNSUPPORTED_MEDIA_TYPE,
                        "Bodies are application/json. A merge patch can be application/merge-patch+json, too.",
                        context);
            default -> unexpected(failure, context);
        };
    }

    @ServerExceptionMapper
    RestResponse<ProblemBody> unexpected(Throwable failure, RoutingContext context) {
        return renderer.response(failure, context);
    }

    /** Decides again between 404 and 405, because Quarkus returns 404 for some existing paths that lack the method. */
    private RestResponse<ProblemBody> unmatched(RoutingContext context) {
        String allowed = operations.allowed(ProblemRenderer.path(context.request()));
        return renderer.response(
                allowed.isEmpty() ? Refusals.unknownPath() : Refusals.methodNotAllowed(allowed), context);
    }

    private RestResponse<ProblemBody> refused(ProblemType type, String detail, RoutingContext context) {
        return renderer.response(new Problem.Refused(type, detail), context);
    }
}
