package io.useradmin.ssf;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.useradmin.testsupport.Await;
import io.useradmin.testsupport.HeldGauges;
import io.useradmin.testsupport.OwnPostgres;
import io.useradmin.testsupport.ServiceProcess;
import io.useradmin.testsupport.Slow;
import io.useradmin.testsupport.TestSigningKey;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Service or database fail between the delivery of tokens and their acknowledgement. No token may be lost. */
@Slow
class PollFaultsIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int TOKENS = 5;
    private static final int POLLS = 20;
    private static final AtomicInteger USERS = new AtomicInteger();

    private static OwnPostgres database;
    private static ServiceProcess service;

    private final String user = "/api/users/u" + USERS.incrementAndGet();
    private String key;
    private String stream;

    @BeforeAll
    static void start() throws Exception {
        database = OwnPostgres.migrated(Map.of());
        try (Connection connection = database.connect()) {
            TestSigningKey.add(connection);
        }
        startService();
    }

    @AfterAll
    static void end() throws Exception {
        service.close();
        database.close();
    }

    @BeforeEach
    void createKey() throws Exception {
        key = database.key();
    }

    @AfterEach
    void deleteStream() {
        assertThat(service.begin(key, "DELETE", "/api/ssf/streams?stream_id=" + stream)
                        .join()
                        .statusCode())
                .isEqualTo(204);
    }

    @Test
    void deliversAgainWhenTheServiceIsKilledBeforeTheAcknowledgement() throws Exception {
        createStream();
        disableAndEnable();
        List<String> delivered = awaitTokens();
        service.kill();
        startAgain();
        assertThat(poll()).isEqualTo(delivered);
        assertThat(poll(delivered.get(0), delivered.get(2)))
                .containsExactly(delivered.get(1), delivered.get(3), delivered.get(4));
        service.kill();
        startAgain();
        assertThat(poll()).containsExactly(delivered.get(1), delivered.get(3), delivered.get(4));
        assertThat(poll(delivered.toArray(String[]::new))).isEmpty();
    }

    /** The service is killed while the acknowledgement waits for a lock. Nobody knows whether it took effect. */
    @Test
    void acceptsARepeatedAcknowledgementAfterTheServiceWasKilled() throws Exception {
        List<String> delivered;
        String[] acknowledged;
        try (Connection other = lockedStream()) {
            delivered = awaitTokens();
            acknowledged = delivered.subList(0, 2).toArray(String[]::new);
            CompletableFuture<HttpResponse<String>> cut = begin(acknowledged);
            database.awaitLockWaits(1);
            service.kill();
            assertThat(cut).failsWithin(Duration.ofMinutes(1));
            other.rollback();
        }
        awaitNoConnectionsOfService();
        startAgain();
        assertThat(delivered).endsWith(poll().toArray(String[]::new));
        assertThat(poll(acknowledged)).isEqualTo(delivered.subList(2, TOKENS));
        assertThat(poll(acknowledged)).isEqualTo(delivered.subList(2, TOKENS));
    }

    @Test
    void acknowledgesNothingWhenTheTransactionIsCut() throws Exception {
        try (Connection other = lockedStream()) {
            List<String> delivered = awaitTokens();
            String first = delivered.getFirst();
            CompletableFuture<HttpResponse<String>> cut = begin(first);
            database.awaitLockWaits(1);
            database.kill();
            assertThat(cut.join().statusCode()).isEqualTo(503);
            database.restart();

            Await.until("the poll succeeds again", () -> begin().join().statusCode() == 200);
            assertThat(poll()).isEqualTo(delivered);
            assertThat(poll(first)).isEqualTo(delivered.subList(1, TOKENS));
            assertThat(poll(first)).isEqualTo(delivered.subList(1, TOKENS));
        }
    }

    /** The poll does not wait for the database longer than for an event. */
    @Test
    void endsAPollWhoseSearchDoesNotEnd() throws Exception {
        createStream();
        CompletableFuture<HttpResponse<String>> waiting = beginToWait();
        Await.until("the poll waits", () -> service.metrics().contains("useradmin_events_readers 1.0"));

        try (Connection earlier = begun("select pg_current_xact_id()")) {
            // Held back by the transaction, until the table is locked.
            disableAndEnable();
            try (Connection _ = begun("lock table ssf_streams in access exclusive mode")) {
                earlier.rollback();
                assertThat(waiting.join().statusCode()).isEqualTo(200);
                assertThat(JSON.readTree(waiting.join().body()).get("sets")).isEmpty();
            }
        }
        assertThat(awaitTokens()).hasSize(TOKENS);
        HeldGauges.awaitZero(service);
    }

    /** An event ends all waits at the same time. After their searches, the polls hold no permit. */
    @Test
    void pollsThatHaveWaitedHoldMemoryForTheirTokens() throws Exception {
        createStream();
        List<CompletableFuture<HttpResponse<String>>> waiting =
                Stream.generate(this::beginToWait).limit(POLLS).toList();
        Await.until("all polls wait", () -> service.metrics().contains("useradmin_events_readers " + POLLS + ".0"));

        database.run("""
                insert into events (tenant_id, occurred_at, type, user_id)
                select tenant_id, now(), 'user.disabled', 'u' || n from ssf_streams, generate_series(1, 20) as n
                """);

        Await.until("memory is held", () -> HeldGauges.of(service).get("responses") > 0);
        for (CompletableFuture<HttpResponse<String>> poll : waiting) {
            assertThat(poll.join().statusCode()).isEqualTo(200);
            assertThat(JSON.readTree(poll.join().body()).get("sets")).hasSize(20);
        }
        HeldGauges.awaitZero(service);
    }

    private CompletableFuture<HttpResponse<String>> beginToWait() {
        return service.begin(key, "POST", "/api/ssf/poll?stream_id=" + stream, Receiver.body(100, false));
    }

    private static void startService() throws Exception {
        service = ServiceProcess.start(database.reactiveUrl(), Map.of());
    }

    private static void startAgain() throws Exception {
        service.close();
        startService();
    }

    private void createStream() throws IOException {
        stream = JSON.readTree(service.begin(key, "POST", "/api/ssf/streams", "{}")
                        .join()
                        .body())
                .get("stream_id")
                .asText();
    }

    /** Creates a stream with tokens. The returned connection blocks acknowledgements until its transaction ends. */
    private Connection lockedStream() throws Exception {
        createStream();
        disableAndEnable();
        awaitTokens();
        // The lock assigns no xid, so the feed does not wait for this transaction.
        return begun("lock table ssf_streams in share mode");
    }

    /** A transaction that has begun with {@code statement}. */
    private static Connection begun(String statement) throws Exception {
        Connection connection = database.connect();
        connection.setAutoCommit(false);
        connection.createStatement().execute(statement);
        return connection;
    }

    private void disableAndEnable() {
        service.begin(key, "PUT", user, "{}").join();
        for (int number = 0; number < TOKENS; number++) {
            String body = "{\"disabled\": " + (number % 2 == 0) + "}";
            assertThat(service.begin(key, "PUT", user, body).join().statusCode())
                    .isEqualTo(200);
        }
    }

    private List<String> awaitTokens() throws Exception {
        Await.until("the tokens are there", () -> poll().size() == TOKENS);
        return poll();
    }

    private List<String> poll(String... acknowledged) throws IOException {
        HttpResponse<String> response = begin(acknowledged).join();
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        List<String> ids = new ArrayList<>();
        JSON.readTree(response.body()).get("sets").fieldNames().forEachRemaining(ids::add);
        return ids;
    }

    private CompletableFuture<HttpResponse<String>> begin(String... acknowledged) {
        return service.begin(key, "POST", "/api/ssf/poll?stream_id=" + stream, Receiver.body(100, true, acknowledged));
    }

    private void awaitNoConnectionsOfService() throws Exception {
        Await.until(
                "connections of the killed end",
                () -> database.lastQueriesOfService().isEmpty());
    }
}
