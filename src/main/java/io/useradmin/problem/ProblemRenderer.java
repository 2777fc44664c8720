package io.useradmin.problem;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import jakarta.inject.Singleton;
import jakarta.ws.rs.core.MediaType;
import java.util.Objects;
import org.jboss.logging.Logger;
import org.jboss.resteasy.reactive.RestResponse;
import org.jboss.resteasy.reactive.RestResponse.ResponseBuilder;

/** Writes every problem, wherever it comes from, in the one form that callers know. */
@Singleton
public class ProblemRenderer {
    /** The media type of every error. */
    public static final MediaType PROBLEM_JSON = new MediaType("application", "problem+json");

    private static final Logger LOG = Logger.getLogger(ProblemRenderer.class);

    private final ObjectMapper json;

    ProblemRenderer(ObjectMapper json) {
        this.json = json;
    }

    /** The answer of an operation. */
    RestResponse<ProblemBody> response(Problem problem, HttpServerRequest request) {
        return response(problem, request, traceId(request));
    }

    /** The answer to an unforeseen failure; one that is a fault of ours is logged. */
    RestResponse<ProblemBody> response(Throwable failure, HttpServerRequest request) {
        String traceId = traceId(request);
        Problem problem = ProblemException.behind(failure).orElseGet(() -> problemOf(failure, traceId));
        return response(problem, request, traceId);
    }

    /** Answers a request that never reached an operation. */
    public void send(Problem problem, HttpServerRequest request) {
        HttpServerResponse response = request.response();
        response.setStatusCode(problem.type().status())
                .putHeader("Content-Type", PROBLEM_JSON.toString())
                .putHeader("Cache-Control", "no-store")
                .putHeader("X-Content-Type-Options", "nosniff");
        problem.headers().forEach(response::putHeader);
        try {
            response.end(json.writeValueAsString(ProblemBody.from(problem, path(request), traceId(request))));
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("a problem can always be written", impossible);
        }
    }

    private static RestResponse<ProblemBody> response(Problem problem, HttpServerRequest request, String traceId) {
        ResponseBuilder<ProblemBody> response = ResponseBuilder.ok(ProblemBody.from(problem, path(request), traceId))
                .status(problem.type().status())
                .type(PROBLEM_JSON);
        problem.headers().forEach(response::header);
        return response.build();
    }

    private static Problem problemOf(Throwable failure, String traceId) {
        if (DatabaseFailure.isUnavailable(failure)) {
            LOG.warnf(
                    "trace_id=%s database unavailable: %s",
                    traceId, failure.getClass().getName());
            return new Problem.Unavailable();
        }
        LOG.errorf("trace_id=%s %s", traceId, FailureReport.of(failure));
        return new Problem.Fault();
    }

    /** The path as it was requested; the empty string for a request target that has none. */
    static String path(HttpServerRequest request) {
        return Objects.requireNonNullElse(request.path(), "");
    }

    private static String traceId(HttpServerRequest request) {
        return TraceId.of(request.getHeader("traceparent"));
    }
}
