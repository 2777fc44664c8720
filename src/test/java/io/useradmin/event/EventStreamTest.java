package io.useradmin.event;

import static io.useradmin.testsupport.Api.as;
import static io.useradmin.testsupport.Api.withKey;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.useradmin.testsupport.Api;
import io.useradmin.testsupport.Await;
import io.useradmin.testsupport.Response;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.parsetools.RecordParser;
import jakarta.inject.Inject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A test would wait forever for an event that does not come. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@Timeout(600)
class EventStreamTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    final Tenant tenant = Tenant.create();
    final String user = tenant.user();
    final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    final Vertx vertx = Vertx.vertx();

    @Inject
    FeedTail tail;

    /** A server-sent event. */
    private record Message(String id, String type, JsonNode data) {}

    /** Opens a stream. */
    private interface Opener {
        Iterator<Message> open(String lastId) throws Exception;
    }

    @AfterEach
    void close() throws Exception {
        client.shutdownNow();
        vertx.close().toCompletionStage().toCompletableFuture().join();
        Await.until("no reader is waiting", () -> tail.readers() == 0);
    }

    @Test
    void sendsExistingAndNewEvents() throws Exception {
        assertExistingAndNewEvents(lastId -> stream("", lastId));
    }

    @Test
    void sendsExistingAndNewEventsOverHttp2() throws Exception {
        assertExistingAndNewEvents(this::http2Stream);
    }

    private void assertExistingAndNewEvents(Opener opener) throws Exception {
        change();
        Iterator<Message> stream = opener.open(null);
        Message first = stream.next();
        assertThat(first.type()).isEqualTo("io.useradmin.user.public_data.updated");
        assertThat(first.data()).isEqualTo(Events.last(tenant));

        change();
        Message second = stream.next();
        assertThat(second.data()).isEqualTo(Events.last(tenant));

        change();
        Iterator<Message> resumed = opener.open(second.id());
        assertThat(resumed.next().data()).isEqualTo(stream.next().data());
    }

    /** Errors are problems, so a careful client names both media types. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "text/event-stream, application/problem+json",
                "application/problem+json;q=0.5, text/event-stream",
                "text/event-stream, application/problem+json;q=0.9, */*;q=0.1"
            })
    void isForClientsThatAlsoAcceptProblems(String accept) throws Exception {
        change();

        Response refused = withKey(tenant.apiKey()).accept(accept).get("/api/events?after=x");
        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(refused.contentType()).isEqualTo("application/problem+json");
        HttpResponse<Stream<String>> stream = open("", null, tenant.apiKey(), accept);
        assertThat(stream.headers().firstValue("Content-Type")).contains("text/event-stream");
        assertThat(message(stream.body().iterator()).data()).isEqualTo(Events.last(tenant));
    }

    @Test
    void filtersAndStartsNow() throws Exception {
        change();
        Iterator<Message> stream = stream("?after=now&type=io.useradmin.session.*", null);

        change();
        tenant.session(user, "s");
        as(tenant).delete("/api/users/{user}/sessions/s", user).then().statusCode(204);

        assertThat(stream.next().data()).isEqualTo(Events.last(tenant));
    }

    @Test
    void hasNoEventOfAnotherTenant() throws Exception {
        Tenant other = Tenant.create();
        Iterator<Message> stream = stream("?after=now", null);

        change(other, other.user());
        change();

        assertThat(stream.next().data()).isEqualTo(Events.last(tenant));
    }

    @Test
    void manyReadersSeeTheSame() throws Exception {
        List<Iterator<Message>> streams = new ArrayList<>();
        for (int reader = 0; reader < 50; reader++) {
            streams.add(stream("", null));
        }
        for (int number = 0; number < 20; number++) {
            change();
        }

        List<JsonNode> all = Events.feed(tenant, 100);
        assertThat(all).hasSize(20);
        for (Iterator<Message> stream : streams) {
            for (JsonNode event : all) {
                assertThat(stream.next().data()).isEqualTo(event);
            }
        }
    }

    @Test
    void refusesLikeAnyRequest() throws Exception {
        HttpResponse<Stream<String>> refused = open("?type=nothing", null, tenant.apiKey());
        assertThat(refused.statusCode()).isEqualTo(422);
        assertThat(refused.headers().firstValue("Content-Type")).contains("application/problem+json");
    }

    private Iterator<Message> stream(String query, String lastId) throws Exception {
        HttpResponse<Stream<String>> response = open(query, lastId, tenant.apiKey());
        assertThat(response.version()).isEqualTo(HttpClient.Version.HTTP_1_1);
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("Content-Type")).contains("text/event-stream");
        assertThat(response.headers().firstValue("Cache-Control")).contains("no-store");
        Iterator<String> lines = response.body().iterator();
        return Stream.generate(() -> message(lines)).iterator();
    }

    /** The client of the JDK would ask for an upgrade of HTTP/1.1, which the service ignores. */
    private Iterator<Message> http2Stream(String lastId) {
        BlockingQueue<String> lines = new LinkedBlockingQueue<>();
        var options =
                new HttpClientOptions().setProtocolVersion(HttpVersion.HTTP_2).setHttp2ClearTextUpgrade(false);
        HttpClientResponse response = vertx.createHttpClient(options)
                .request(HttpMethod.GET, Api.port(), "localhost", "/api/events")
                .compose(request -> {
                    request.putHeader("X-API-KEY", tenant.apiKey()).putHeader("Accept", "text/event-stream");
                    return (lastId == null ? request : request.putHeader("Last-Event-ID", lastId)).send();
                })
                .onSuccess(begun -> begun.handler(RecordParser.newDelimited("\n", line -> lines.add(line.toString()))))
                .toCompletionStage()
                .toCompletableFuture()
                .join();
        assertThat(response.version()).isEqualTo(HttpVersion.HTTP_2);
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.getHeader("Content-Type")).startsWith("text/event-stream");
        Iterator<String> arriving = Stream.generate(() -> next(lines)).iterator();
        return Stream.generate(() -> message(arriving)).iterator();
    }

    private static String next(BlockingQueue<String> lines) {
        try {
            return lines.take();
        } catch (InterruptedException timeout) {
            throw new AssertionError(timeout);
        }
    }

    private HttpResponse<Stream<String>> open(String query, String lastId, String key)
            throws IOException, InterruptedException {
        return open(query, lastId, key, "text/event-stream");
    }

    private HttpResponse<Stream<String>> open(String query, String lastId, String key, String accept)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create("http://localhost:" + Api.port() + "/api/events" + query))
                .header("X-API-KEY", key)
                .header("Accept", accept);
        if (lastId != null) {
            request.header("Last-Event-ID", lastId);
        }
        return client.send(request.build(), BodyHandlers.ofLines());
    }

    private static Message message(Iterator<String> lines) {
        String id = "";
        String line = lines.next();
        // A keep-alive is a comment, or an id alone.
        while (!line.startsWith("event: ")) {
            id = line;
            line = lines.next();
        }
        try {
            return new Message(value(id, "id: "), value(line, "event: "), JSON.readTree(value(lines.next(), "data: ")));
        } catch (IOException failure) {
            throw new AssertionError(failure);
        }
    }

    private static String value(String line, String field) {
        assertThat(line).startsWith(field);
        return line.substring(field.length());
    }

    private void change() {
        change(tenant, user);
    }

    private static void change(Tenant tenant, String user) {
        as(tenant)
                .body("{\"public_data\": {\"n\": " + System.nanoTime() + "}}")
                .patch("/api/users/{user}/public_data", user)
                .then()
                .statusCode(200);
    }
}
