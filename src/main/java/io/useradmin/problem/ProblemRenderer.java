package io.useradmin.problem;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.useradmin.request.HttpRequests;
import io.useradmin.request.RequestInfo;
import io.useradmin.shared.OutageLog;
import io.useradmin.shared.UriText;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;
import jakarta.inject.Singleton;
import jakarta.ws.rs.core.MediaType;
import org.jboss.logging.Logger;
import org.jboss.resteasy.reactive.RestResponse;
import org.jboss.resteasy.reactive.RestResponse.ResponseBuilder;

/** Renders all problems in the same form, whatever their source. */
@Singleton
public class ProblemRenderer {
    /** The media type of every error. */
    public static final MediaType PROBLEM_JSON = new MediaType("application", "problem+json");

    private static final String CONTENT_TYPE = PROBLEM_JSON.toString();

    private static final Logger LOG = Logger.getLogger(ProblemRenderer.class);

    private final ObjectMapper json;
    private final OutageLog outages;

    ProblemRenderer(ObjectMapper json, OutageLog outages) {
        this.json = json;
        this.outages = outages;
    }

    /** The response of an operation. */
    public RestResponse<ProblemBody> response(Problem problem, RoutingContext context) {
        ResponseBuilder<ProblemBody> response = ResponseBuilder.ok(body(problem, context))
                .status(problem.type().status())
                .type(PROBLEM_JSON);
        problem.headers().forEach(response::header);
        return response.build();
    }

    /** The response to an unexpected failure. Bugs of this service are logged. */
    RestResponse<ProblemBody> response(Throwable failure, RoutingContext context) {
        Problem problem = ProblemException.behind(failure).orElseGet(() -> problemOf(failure, context));
        return response(problem, context);
    }

    /** Logs a failure that gets no response, because a part of the response was already sent. */
    public void logUnanswered(Throwable failure, RoutingContext context) {
        if (!(failure instanceof ProblemException)) {
            var _ = problemOf(failure, context);
        }
    }

    /** Responds to an unexpected failure of a route. */
    public void send(Throwable failure, RoutingContext context) {
        send(problemOf(failure, context), context);
    }

    /** Responds to a request that never reached an operation. */
    public void send(Problem problem, RoutingContext context) {
        HttpServerResponse response = context.response();
        response.setStatusCode(problem.type().status())
                .putHeader("Content-Type", CONTENT_TYPE)
                .putHeader("Cache-Control", "no-store");
        problem.headers().forEach(response::putHeader);
        try {
            Buffer body = Buffer.buffer(json.writeValueAsBytes(body(problem, context)));
            response.putHeader("Content-Length", Integer.toString(body.length()));
            // Over HTTP/2, Vert.x would send the body to HEAD, too.
            if (context.request().method().equals(HttpMethod.HEAD)) {
                response.end();
            } else {
                response.end(body);
            }
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("cannot serialize the problem", impossible);
        }
    }

    private static ProblemBody body(Problem problem, RoutingContext context) {
        return ProblemBody.from(
                problem, path(context.request()), RequestInfo.of(context).traceId());
    }

    /**
     * The response to a request that missed its deadline. If its operation has started, it continues, and its outcome is unknown.
     */
    public void sendTimedOut(RoutingContext context) {
        RequestInfo info = RequestInfo.of(context);
        LOG.warnf("trace_id=%s no response within useradmin.http.deadline, sent 503", info.traceId());
        send(new Problem.Unavailable(HttpRequests.isRead(context.request()) || !info.hasBegun()), context);
    }

    private Problem problemOf(Throwable failure, RoutingContext context) {
        String traceId = RequestInfo.of(context).traceId();
        if (DatabaseFailure.isUnavailable(failure)) {
            outages.noteRequest(traceId, failure);
            return new Problem.Unavailable(
                    HttpRequests.isRead(context.request()) || !DatabaseFailure.leavesOutcomeOpen(failure));
        }
        if (DatabaseFailure.isOfDeletedTenant(failure)) {
            return new Problem.Unauthenticated();
        }
        LOG.errorf("trace_id=%s %s", traceId, FailureReport.of(failure));
        return new Problem.Fault();
    }

    /** The requested path as a URI reference. */
    static String path(HttpServerRequest request) {
        return UriText.escaped(HttpRequests.path(request));
    }
}
