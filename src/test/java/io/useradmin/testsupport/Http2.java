package io.useradmin.testsupport;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** Requests over HTTP/2 to the service of this JVM. */
public final class Http2 {
    private static final int MINUTES = 2;

    private Http2() {}

    /** A response with its media type. */
    public record Answer(int status, String type, String body) {}

    /** The answer to a request that {@code send} completes and sends. */
    public static Answer call(
            HttpMethod method, String path, Function<HttpClientRequest, Future<HttpClientResponse>> send)
            throws Exception {
        Vertx vertx = Vertx.vertx();
        try {
            var options = new HttpClientOptions()
                    .setProtocolVersion(HttpVersion.HTTP_2)
                    .setHttp2ClearTextUpgrade(false);
            return vertx.createHttpClient(options)
                    .request(method, Api.port(), "localhost", path)
                    .compose(send)
                    .compose(response -> response.body()
                            .map(text -> new Answer(
                                    response.statusCode(), response.getHeader("Content-Type"), text.toString())))
                    .toCompletionStage()
                    .toCompletableFuture()
                    .get(MINUTES, TimeUnit.MINUTES);
        } finally {
            vertx.close().toCompletionStage().toCompletableFuture().get(MINUTES, TimeUnit.MINUTES);
        }
    }
}
