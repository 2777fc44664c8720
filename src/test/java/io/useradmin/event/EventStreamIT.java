package io.useradmin.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.useradmin.operator.jdbc.Jdbc;
import io.useradmin.testsupport.Await;
import io.useradmin.testsupport.Concurrently;
import io.useradmin.testsupport.HeldGauges;
import io.useradmin.testsupport.OwnPostgres;
import io.useradmin.testsupport.RawConnection;
import io.useradmin.testsupport.ServiceProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How event streams of the packaged service stay open, and how they end. */
class EventStreamIT {
    private static final Duration TIMEOUT = Duration.ofMinutes(2);
    private static final int MAX_READERS = 67;
    /** Of one tenant: three quarters. */
    private static final int MOST_READERS = 50;

    /** Short times for a test. PostgreSQL has no statement timeout, so that the deadline comes first. */
    private static final Map<String, String> SETTINGS = Map.of(
            "USERADMIN_API_KEY_CACHE_TTL", "1s",
            "USERADMIN_EVENTS_KEEP_ALIVE", "500ms",
            "USERADMIN_EVENTS_MAX_READERS", Integer.toString(MAX_READERS),
            "USERADMIN_DATABASE_STATEMENT_TIMEOUT", "0s",
            "USERADMIN_HTTP_DEADLINE", "5s",
            "QUARKUS_SHUTDOWN_DELAY", "10m",
            // So that the stream itself ends a stalled connection, and not the HTTP server.
            "QUARKUS_HTTP_IDLE_TIMEOUT", "10m");

    private static OwnPostgres database;
    private static ServiceProcess service;

    private final HttpClient client = HttpClient.newHttpClient();
    private String key;

    @BeforeAll
    static void start() throws Exception {
        database = OwnPostgres.migrated(Map.of());
        service = ServiceProcess.start(database.reactiveUrl(), SETTINGS);
    }

    @BeforeEach
    void createKey() throws Exception {
        key = database.key();
    }

    @AfterEach
    void close() {
        client.shutdownNow();
    }

    @AfterAll
    static void end() throws Exception {
        service.close();
        database.close();
    }

    @Test
    void endAtOnceAtShutdown() throws Exception {
        // The shutdown delay is very long. So the test passes only if streams end at once.
        Map<String, String> settings = new HashMap<>(SETTINGS);
        settings.put("USERADMIN_HTTP_DEADLINE", "10s");
        settings.put("USERADMIN_EVENTS_KEEP_ALIVE", "30s");
        try (ServiceProcess service = ServiceProcess.start(database.reactiveUrl(), settings)) {
            CompletableFuture<List<String>> stream = read(service);
            var waiting = service.begin(key, "GET", "/api/events?wait=30&after=now");
            Await.until("the stream and the poll are waiting", () -> readers(service) == 2);

            service.terminate();

            assertThat(stream.get(TIMEOUT.toSeconds(), TimeUnit.SECONDS))
                    .as("a stream without events has its position")
                    .first()
                    .asString()
                    .startsWith("id: ");
            assertThat(waiting.get(TIMEOUT.toSeconds(), TimeUnit.SECONDS).body())
                    .isEqualTo("[]");
            assertThat(service.handle().isAlive())
                    .as("still running during the shutdown delay")
                    .isTrue();
            assertThat(read(service).get(TIMEOUT.toSeconds(), TimeUnit.SECONDS))
                    .as("a new stream ends at once, too")
                    .isNotEmpty();
            assertPollEndsConnection(service);
            service.kill();
        }
    }

    /** On the same connection, the client would poll again and again. Quarkus closes it. */
    private void assertPollEndsConnection(ServiceProcess service) throws Exception {
        try (RawConnection polling = RawConnection.open(service)) {
            polling.send(
                    "GET /api/events?wait=30&after=now HTTP/1.1\r\nHost: localhost\r\nX-API-KEY: " + key + "\r\n\r\n");
            polling.awaitText("connection: close");
            polling.awaitText("[]");
            polling.awaitClosed();
        }
    }

    /** The cursor comes at once, the comments at the interval of the keep-alive. */
    @Test
    void sendTheirPositionAndThenCommentsWhileThereAreNoEvents() throws Exception {
        try (RawConnection idle = RawConnection.open(service)) {
            idle.send("GET /api/events?after=now HTTP/1.1\r\nHost: localhost\r\nX-API-KEY: " + key
                    + "\r\nAccept: text/event-stream\r\n\r\n");
            idle.awaitText("id: ");
            for (int comment = 0; comment < 3; comment++) {
                idle.awaitText(":\n\n");
            }
        }
        HeldGauges.awaitZero(service);
    }

    /** Otherwise the client would connect again with an old cursor, and that is 410 as soon as the events after it are purged. */
    @Test
    void tellTheirPositionAlsoIfNoEventPassesTheFilter() throws Exception {
        Iterator<String> lines = client.send(
                        streamOf(service, "after=now&type=io.useradmin.session.*"), BodyHandlers.ofLines())
                .body()
                .iterator();
        String before = service.feedEnd(key);
        database.run("insert into events (tenant_id, occurred_at, type, user_id)"
                + " select tenant_id, now(), 'user.created', 'u' from tenants");
        assertThat(after(before + "&wait=30")).contains("user.created");

        CompletableFuture<Void> told = Concurrently.begin(() -> {
            while (!after(nextIdAlone(lines)).equals("[]")) {
                // The id is from before the event.
            }
            return null;
        });

        assertThat(told).succeedsWithin(TIMEOUT);
    }

    private String after(String cursor) {
        return service.get(key, "/api/events?after=" + cursor).body();
    }

    private static String nextIdAlone(Iterator<String> lines) {
        String line = lines.next();
        while (!line.startsWith("id: ")) {
            line = lines.next();
        }
        assertThat(lines.next()).isEmpty();
        return line.substring("id: ".length());
    }

    /** The client learns only that the stream broke off. The service cannot read the last event, which is not on the first page. */
    @Test
    void logWhyTheyBreakOff() throws Exception {
        database.run("insert into events (tenant_id, occurred_at, type, changed)"
                + " select tenant_id, now(), 'user.updated', case when n = 100 then array[null] end"
                + " from tenants, generate_series(1, 100) n");
        try (ServiceProcess service = ServiceProcess.start(database.reactiveUrl(), SETTINGS)) {
            HttpResponse<Stream<String>> stream = client.send(streamOf(service, ""), BodyHandlers.ofLines());

            assertThatThrownBy(() -> stream.body().toList()).isInstanceOf(UncheckedIOException.class);

            assertThat(service.faults()).singleElement().asString().contains("NullPointerException");
        } finally {
            database.run("delete from events where changed is not null");
        }
    }

    @Test
    void endWhenTheKeyIsRevoked() throws Exception {
        CompletableFuture<List<String>> stream = read(service);
        Await.until("the stream is waiting", () -> readers(service) == 1);

        database.run("update api_keys set revoked_at = now()");

        assertThat(stream).succeedsWithin(TIMEOUT);
        HeldGauges.awaitZero(service);
    }

    @Test
    void endForAClientThatDoesNotRead() throws Exception {
        database.run("insert into events (tenant_id, occurred_at, type, user_id)"
                + " select tenant_id, now(), 'user.created', 'u' || n from tenants, generate_series(1, 100000) n");
        try (RawConnection stalled = RawConnection.open(service)) {
            stalled.send("GET /api/events HTTP/1.1\r\nHost: localhost\r\nX-API-KEY: " + key
                    + "\r\nAccept: text/event-stream\r\n\r\n");
            stalled.awaitText("event:");
            Await.until("the service ends the stream", TIMEOUT, () -> readers(service) == 0);
            assertThat(service.get(key, "/api/events?size=1").statusCode()).isEqualTo(200);
        }
        HeldGauges.awaitZero(service);
    }

    /** All of them could want their next page at once, for example after a pause of the network. */
    @Test
    void readOldEventsOnlyAFewAtATime() throws Exception {
        int events = 500;
        database.run("insert into events (tenant_id, occurred_at, type, user_id)"
                + " select tenant_id, now(), 'user.created', 'u' || n from tenants, generate_series(1, " + events
                + ") n");
        Map<String, String> settings = new HashMap<>(SETTINGS);
        settings.put("USERADMIN_DATABASE_READ_CONNECTIONS", "1");
        settings.put("USERADMIN_DATABASE_MAX_WAITING", "10");
        try (ServiceProcess service = ServiceProcess.start(database.reactiveUrl(), settings)) {
            List<CompletableFuture<Long>> streams = IntStream.range(0, MOST_READERS)
                    .mapToObj(_ -> Concurrently.begin(() -> count(events, service)))
                    .toList();

            assertThat(streams)
                    .allSatisfy(
                            stream -> assertThat(stream).succeedsWithin(TIMEOUT).isEqualTo((long) events));
        }
    }

    /** Reads the first events of a stream, and counts them. The service may refuse a stream at first if all begin at the same time. */
    private long count(int events, ServiceProcess service) {
        try {
            HttpResponse<Stream<String>> stream;
            do {
                stream = client.send(streamOf(service, ""), BodyHandlers.ofLines());
            } while (stream.statusCode() == 503);
            return stream.body()
                    .filter(line -> line.startsWith("data: "))
                    .limit(events)
                    .count();
        } catch (IOException | InterruptedException failure) {
            throw new AssertionError(failure);
        }
    }

    @Test
    void areNeverMoreThanAllowed() throws Exception {
        int refused = 20;
        String other = database.tenant("other");
        // The second round needs the places of the first.
        for (int round = 0; round < 2; round++) {
            List<CompletableFuture<HttpResponse<String>>> polls = new ArrayList<>();
            for (int poll = 0; poll < MOST_READERS + refused; poll++) {
                polls.add(service.begin(key, "GET", "/api/events?wait=30&after=now"));
            }
            Await.until(
                    "the others have responses",
                    () -> polls.stream().filter(CompletableFuture::isDone).count() == refused);
            assertThat(readers(service)).isEqualTo(MOST_READERS);
            assertThat(polls.stream().filter(CompletableFuture::isDone))
                    .allSatisfy(poll -> assertThat(poll.join().statusCode()).isEqualTo(503));
            assertThat(service.begin(other, "GET", "/api/events?wait=1&after=now")
                            .join()
                            .statusCode())
                    .as("another tenant")
                    .isEqualTo(200);

            database.run("insert into events (tenant_id, occurred_at, type, user_id)"
                    + " select tenant_id, now(), 'user.created', 'u' from tenants");

            assertThat(polls.stream().map(CompletableFuture::join))
                    .filteredOn(response -> response.statusCode() == 200)
                    .hasSize(MOST_READERS);
        }
        HeldGauges.awaitZero(service);
    }

    @Test
    void leaveNothingWhenClientsDisconnect() throws Exception {
        for (int client = 0; client < 50; client++) {
            RawConnection connection = RawConnection.open(service);
            connection.send("GET /api/events" + (client % 2 == 0 ? "?wait=30&after=now" : "?after=now")
                    + " HTTP/1.1\r\nHost: localhost\r\n" + "X-API-KEY: " + key
                    + (client % 2 == 0 ? "" : "\r\nAccept: text/event-stream") + "\r\n\r\n");
            connection.reset();
        }
        Await.until("no reader is waiting", () -> readers(service) == 0);
        HeldGauges.awaitZero(service);
        assertThat(service.faults()).isEmpty();
    }

    /** The response is 503 at the deadline. The page comes only after that. */
    @ParameterizedTest
    @ValueSource(strings = {"text/event-stream", "application/json"})
    void neverStartAfterTheDeadline(String type) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(service.uri("/api/events?wait=30&after=now"))
                .header("X-API-KEY", key)
                .header("Accept", type)
                .build();
        try (Connection other = database.connect()) {
            other.setAutoCommit(false);
            Jdbc.update(other, "lock table events in access exclusive mode");
            assertThat(client.send(request, BodyHandlers.ofString()).statusCode())
                    .isEqualTo(503);
            other.rollback();
        }

        HeldGauges.awaitZero(service);
        assertThat(readers(service)).isZero();
        assertThat(service.faults()).isEmpty();
    }

    private static double readers(ServiceProcess service) throws Exception {
        return HeldGauges.of(service).get("events_readers");
    }

    /** Reads a stream to its end. Returns its lines. */
    private CompletableFuture<List<String>> read(ServiceProcess service) {
        return Concurrently.begin(() -> {
            try {
                HttpResponse<Stream<String>> response =
                        client.send(streamOf(service, "after=now"), BodyHandlers.ofLines());
                assertThat(response.statusCode()).isEqualTo(200);
                return response.body().toList();
            } catch (Exception failure) {
                throw new AssertionError(failure);
            }
        });
    }

    private HttpRequest streamOf(ServiceProcess service, String query) {
        return HttpRequest.newBuilder(service.uri("/api/events?" + query))
                .version(HttpClient.Version.HTTP_1_1)
                .header("X-API-KEY", key)
                .header("Accept", "text/event-stream")
                .build();
    }
}
