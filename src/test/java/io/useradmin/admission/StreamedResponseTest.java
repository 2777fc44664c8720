package io.useradmin.admission;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.mutiny.Multi;
import io.useradmin.admission.StreamedResponse.Durations;
import io.useradmin.problem.ProblemRenderer;
import io.useradmin.testsupport.TestDatabase;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class StreamedResponseTest {
    private static final int MINUTES = 2;
    private static final String KEEP_ALIVE = "keep-alive";
    private static final Duration LONG = Duration.ofHours(1);

    @Inject
    ProblemRenderer problems;

    private final Vertx vertx = Vertx.vertx();
    private final CompletableFuture<Void> released = new CompletableFuture<>();

    @AfterEach
    void close() throws Exception {
        get(vertx.close());
    }

    /** Vert.x numbers timers from 0. */
    @Test
    void cancelsOnlyItsOwnTimersIfTheResponseIsOverBeforeItBegins() throws Exception {
        long first = vertx.setTimer(LONG.toMillis(), _ -> {});
        respond(request -> {
            var _ = request.response().end();
            begin(request, Multi.createFrom().empty());
        });
        released.get(MINUTES, TimeUnit.MINUTES);

        assertThat(vertx.cancelTimer(first)).isTrue();
    }

    /** The keep-alive of an event stream has the cursor up to which the client has everything. */
    @Test
    void sendsTheKeepAliveAtTheBeginningAndAtTheEnd() throws Exception {
        Buffer body = respond(request -> begin(request, Multi.createFrom().item(Buffer.buffer("item"))));

        assertThat(body).hasToString(KEEP_ALIVE + "item" + KEEP_ALIVE);
    }

    private Buffer respond(Handler<RoutingContext> handler) throws Exception {
        Router router = Router.router(vertx);
        router.get().handler(handler);
        HttpServer server = get(vertx.createHttpServer().requestHandler(router).listen(0));
        return get(vertx.createHttpClient()
                .request(HttpMethod.GET, server.actualPort(), "localhost", "/")
                .compose(HttpClientRequest::send)
                .compose(HttpClientResponse::body));
    }

    private void begin(RoutingContext request, Multi<Buffer> items) {
        RequestWatch.LIFECYCLE.set(request, new RequestLifecycle(new Nobody(), System.nanoTime(), false));
        new Response(request).begin(items);
    }

    private static <T> T get(Future<T> future) throws Exception {
        return future.toCompletionStage().toCompletableFuture().get(MINUTES, TimeUnit.MINUTES);
    }

    private final class Response extends StreamedResponse<Buffer> {
        private Response(RoutingContext request) {
            super(request, new Durations(LONG, LONG, LONG), problems);
        }

        @Override
        protected Buffer bytes(Buffer item) {
            return item;
        }

        @Override
        protected Buffer keepAlive() {
            return Buffer.buffer(KEEP_ALIVE);
        }

        @Override
        protected void expire() {
            end();
        }

        @Override
        protected void released() {
            released.complete(null);
        }
    }

    private static final class Nobody implements RequestLifecycle.Listener {
        @Override
        public void enteredFlight() {}

        @Override
        public void leftFlight() {}

        @Override
        public void closed(RequestLifecycle request) {}
    }
}
