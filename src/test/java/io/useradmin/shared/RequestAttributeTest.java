package io.useradmin.shared;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RequestAttributeTest {
    private static final RequestAttribute<String> NAME = RequestAttribute.of(String.class);
    private static final RequestAttribute<Integer> NUMBER = RequestAttribute.of(Integer.class);

    private final Vertx vertx = Vertx.vertx();

    @AfterEach
    void close() throws Exception {
        get(vertx.close());
    }

    @Test
    void isMissingUntilItIsSet() throws Exception {
        inRequest(request -> {
            assertThat(NAME.get(request)).isNull();
            assertThat(NAME.find(request)).isEmpty();
            assertThatIllegalStateException()
                    .isThrownBy(() -> NAME.require(request))
                    .withMessage("the request has no java.lang.String");
        });
    }

    @Test
    void isTheValueThatWasSetLast() throws Exception {
        inRequest(request -> {
            NAME.set(request, "earlier");
            NAME.set(request, "later");

            assertThat(NAME.get(request)).isEqualTo("later");
            assertThat(NAME.find(request)).contains("later");
            assertThat(NAME.require(request)).isEqualTo("later");
        });
    }

    @Test
    void isAnotherForEachType() throws Exception {
        inRequest(request -> {
            NUMBER.set(request, 1);

            assertThat(NAME.find(request)).isEmpty();
            assertThat(NUMBER.find(request)).contains(1);
        });
    }

    @Test
    void isAnotherForEachRequest() throws Exception {
        inRequest(request -> NAME.set(request, "of another request"));

        inRequest(request -> assertThat(NAME.find(request)).isEmpty());
    }

    private void inRequest(Consumer<RoutingContext> check) throws Exception {
        var checked = new CompletableFuture<Void>();
        Router router = Router.router(vertx);
        router.get().handler(request -> {
            checked.completeAsync(
                    () -> {
                        check.accept(request);
                        return null;
                    },
                    Runnable::run);
            var _ = request.end();
        });
        HttpServer server = get(vertx.createHttpServer().requestHandler(router).listen(0));
        get(vertx.createHttpClient()
                .request(HttpMethod.GET, server.actualPort(), "localhost", "/")
                .compose(HttpClientRequest::send));
        checked.get(1, TimeUnit.MINUTES);
    }

    private static <T> T get(Future<T> future) throws Exception {
        return future.toCompletionStage().toCompletableFuture().get(1, TimeUnit.MINUTES);
    }
}
