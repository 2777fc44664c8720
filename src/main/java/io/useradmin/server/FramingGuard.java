package io.useradmin.server;

import io.netty.channel.Channel;
import io.netty.util.AttributeKey;
import io.quarkus.vertx.http.runtime.filters.Filters;
import io.useradmin.problem.Problem;
import io.useradmin.problem.ProblemRenderer;
import io.useradmin.problem.ProblemType;
import io.useradmin.request.RequestPipeline.RouterHandler;
import io.useradmin.shared.Location.Header;
import io.useradmin.shared.Violations;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.net.impl.ConnectionBase;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.util.List;

/**
 * Prevents request smuggling: a proxy and this service must agree on where a request ends. Otherwise one of them can treat the
 * body of a request as the request of another client. HTTP/2 has frames and does not have this problem.
 *
 * <p>Ambiguous requests are refused, and nothing more is read from their connection. Netty checks the chunks: it accepts only
 * what RFC 9112 allows. {@code RequestSmugglingTest} checks that too, because older versions accepted more.
 */
@Singleton
public class FramingGuard {
    /** Marks a connection from which nothing more may be read: while it closes, the HTTP server still delivers what it has read. */
    private static final AttributeKey<Boolean> ENDED = AttributeKey.valueOf(FramingGuard.class, "ended");

    private final ProblemRenderer problems;

    FramingGuard(ProblemRenderer problems) {
        this.problems = problems;
    }

    void register(@Observes Filters filters) {
        RouterHandler.FRAMING.register(filters, this::check);
    }

    /** Makes an HTTP/1 request the last of its connection. Anything after it is dropped without a response. */
    public static void end(RoutingContext context) {
        HttpServerRequest request = context.request();
        if (request.version() != HttpVersion.HTTP_2
                && channel(request).attr(ENDED).setIfAbsent(true) == null) {
            announceClose(context);
            // Again, because with HTTP/1.0, Vert.x replaces it with the keep-alive that the client has asked for.
            context.addHeadersEndHandler(_ -> announceClose(context));
            context.addEndHandler(_ -> close(context.vertx(), request));
        }
    }

    private void check(RoutingContext context) {
        HttpServerRequest request = context.request();
        if (channel(request).hasAttr(ENDED)) {
            return;
        }
        if (isOfUnknownVersion(request)) {
            refuse(
                    context,
                    new Problem.Refused(
                            ProblemType.MALFORMED_REQUEST, "The request line must end with HTTP/1.1 or HTTP/1.0."));
        } else if (isAmbiguous(request)) {
            refuse(context, ambiguity(request));
        } else {
            dropExpectation(request);
            context.next();
        }
    }

    private void refuse(RoutingContext context, Problem problem) {
        end(context);
        problems.send(problem, context);
    }

    private static void announceClose(RoutingContext context) {
        context.response().putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
    }

    private static boolean isAmbiguous(HttpServerRequest request) {
        return hasSeveralHosts(request) || hasUnknownCoding(request);
    }

    private static Problem ambiguity(HttpServerRequest request) {
        var violations = new Violations();
        if (hasSeveralHosts(request)) {
            violations.unreadable(new Header("Host"), "repeated", "must be sent only once");
        }
        if (hasUnknownCoding(request)) {
            violations.unreadable(
                    new Header("Transfer-Encoding"), "not_supported", "must be chunked, in HTTP/1.1 only");
        }
        return new Problem.InvalidInput(violations.found());
    }

    private static boolean hasSeveralHosts(HttpServerRequest request) {
        return request.headers().getAll(HttpHeaders.HOST).size() > 1;
    }

    private static boolean hasUnknownCoding(HttpServerRequest request) {
        List<String> codings = request.headers().getAll(HttpHeaders.TRANSFER_ENCODING);
        return !codings.isEmpty() && !isChunked(request.version(), codings);
    }

    /** HTTP/1.0 has no interim responses, so a server must ignore {@code Expect} (RFC 9110, 10.1.1). */
    private static void dropExpectation(HttpServerRequest request) {
        if (request.version() == HttpVersion.HTTP_1_0) {
            request.headers().remove(HttpHeaders.EXPECT);
        }
    }

    private static void close(Vertx vertx, HttpServerRequest request) {
        HttpConnection connection = request.connection();
        if (!request.isEnded() && UnreadBody.isSent(request)) {
            UnreadBody.skip(request);
            UnreadBody.linger(vertx, connection::close);
        } else {
            var _ = connection.close();
        }
    }

    private static Channel channel(HttpServerRequest request) {
        return ((ConnectionBase) request.connection()).channel();
    }

    /** The HTTP server accepts any protocol name and number. Its version is null if it does not support the protocol. */
    @SuppressWarnings("NullAway") // The method can return null, although its declaration says otherwise.
    private static boolean isOfUnknownVersion(HttpServerRequest request) {
        return request.version() == null;
    }

    private static boolean isChunked(HttpVersion version, List<String> codings) {
        return version == HttpVersion.HTTP_1_1
                && codings.size() == 1
                && codings.getFirst().equalsIgnoreCase("chunked");
    }
}
