package io.useradmin.ssf;

import io.useradmin.admission.Connections;
import io.useradmin.json.JsonText;
import io.useradmin.problem.ProblemRenderer;
import io.useradmin.problem.Refusals;
import io.useradmin.request.HttpRequests;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Serves the metadata and the public keys of the transmitter. Receivers need no API key for them, so they are routes, not
 * operations of the API. Without an issuer, these routes do not exist.
 */
@Singleton
class Discovery {
    static final String METADATA_PATH = "/.well-known/ssf-configuration";

    /** Receivers may cache the keys for 5 minutes. By default, {@code ssf key rotate} publishes a key for 10 minutes before it signs. */
    private static final String CACHE_CONTROL = "public, max-age=300";

    /** For a set without keys: receivers that cached it could not verify the tokens of the first key. */
    private static final String NO_STORE = "no-store";

    private static final String JSON = "application/json";
    private static final String JWKS = "application/jwk-set+json";

    private final Transmitter transmitter;
    private final SigningKeyCache keys;
    private final JsonText json;
    private final ProblemRenderer problems;

    Discovery(Transmitter transmitter, SigningKeyCache keys, JsonText json, ProblemRenderer problems) {
        this.transmitter = transmitter;
        this.keys = keys;
        this.json = json;
        this.problems = problems;
    }

    void register(@Observes Router router) {
        if (transmitter.configured().isPresent()) {
            String metadata = json.of(metadata());
            serve(router, METADATA_PATH, request -> send(request, JSON, CACHE_CONTROL, metadata));
            serve(router, Transmitter.JWKS_PATH, this::sendKeys);
        }
    }

    private void serve(Router router, String path, Handler<RoutingContext> handler) {
        router.route(path).handler(request -> {
            if (!path.equals(request.request().path())) {
                // Vert.x also routes the path with a slash at its end.
                request.next();
            } else if (HttpRequests.isRead(request.request())) {
                handler.handle(request);
            } else {
                problems.send(Refusals.onlyReads(), request);
            }
        });
    }

    private Metadata metadata() {
        return new Metadata(
                "1_0",
                transmitter.issuer(),
                transmitter.url(Transmitter.JWKS_PATH),
                List.of(StreamDelivery.POLL),
                transmitter.url(Transmitter.STREAMS_PATH),
                transmitter.url(Transmitter.STATUS_PATH),
                transmitter.url(Transmitter.VERIFICATION_PATH),
                List.of("user", "session"),
                List.of(Map.of("spec_urn", "urn:ietf:rfc:6750")),
                "ALL");
    }

    private void sendKeys(RoutingContext request) {
        keys.published()
                .subscribe()
                .with(
                        published -> unlessOver(
                                request,
                                () -> send(
                                        request, JWKS, published.isEmpty() ? NO_STORE : CACHE_CONTROL, set(published))),
                        failure -> unlessOver(request, () -> problems.send(failure, request)));
    }

    private static String set(List<SigningKey> published) {
        return published.stream().map(SigningKey::publicJwk).collect(Collectors.joining(",", "{\"keys\":[", "]}"));
    }

    /** While the keys were read, the client may have got 503 at the deadline. */
    private static void unlessOver(RoutingContext request, Runnable respond) {
        if (!Connections.isOver(request)) {
            respond.run();
        }
    }

    private static void send(RoutingContext request, String type, String cacheControl, String body) {
        var _ = request.response()
                .putHeader(HttpHeaders.CONTENT_TYPE, type)
                .putHeader(HttpHeaders.CACHE_CONTROL, cacheControl)
                .end(body);
    }
}
