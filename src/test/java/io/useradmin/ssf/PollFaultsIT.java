package io.useradmin.ssf;

import static io.useradmin.testsupport.ServiceProcess.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.useradmin.testsupport.OwnPostgres;
import io.useradmin.testsupport.ServiceProcess;
import io.useradmin.testsupport.TestSigningKey;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Between the delivery of tokens and their acknowledgement, service and database may go: no token is lost. */
class PollFaultsIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int TOKENS = 5;

    private OwnPostgres database;
    private String key;
    private String stream;

    @BeforeEach
    void startDatabase() throws Exception {
        database = OwnPostgres.migrated(Map.of());
        key = database.key();
        try (Connection connection = database.connect()) {
            TestSigningKey.add(connection);
        }
    }

    @AfterEach
    void endDatabase() throws Exception {
        database.close();
    }

    @Test
    void deliversAgainWhenTheServiceIsKilledBeforeTheAcknowledgement() throws Exception {
        List<String> delivered;
        try (ServiceProcess first = start()) {
            createStream(first);
            disableAndEnable(first);
            delivered = awaitTokens(first);
            first.kill();
        }
        try (ServiceProcess second = start()) {
            assertThat(poll(second)).isEqualTo(delivered);
            assertThat(poll(second, delivered.get(0), delivered.get(2)))
                    .containsExactly(delivered.get(1), delivered.get(3), delivered.get(4));
        }
        try (ServiceProcess third = start()) {
            assertThat(poll(third)).containsExactly(delivered.get(1), delivered.get(3), delivered.get(4));
            assertThat(poll(third, delivered.toArray(String[]::new))).isEmpty();
        }
    }

    /** The acknowledgement waits for a lock when its service is killed; nobody knows whether it came to anything. */
    @Test
    void takesAnAcknowledgementAgainWhoseServiceWasKilled() throws Exception {
        List<String> delivered;
        String[] acknowledged;
        try (ServiceProcess first = start();
                Connection other = lockedStream(first)) {
            delivered = awaitTokens(first);
            acknowledged = delivered.subList(0, 2).toArray(String[]::new);
            CompletableFuture<HttpResponse<String>> cut = begin(first, acknowledged);
            database.awaitWaiting(1);
            first.kill();
            assertThat(cut).failsWithin(Duration.ofMinutes(1));
            other.rollback();
        }
        awaitNoConnectionsOfService();
        try (ServiceProcess second = start()) {
            assertThat(delivered).endsWith(poll(second).toArray(String[]::new));
            assertThat(poll(second, acknowledged)).isEqualTo(delivered.subList(2, TOKENS));
            assertThat(poll(second, acknowledged)).isEqualTo(delivered.subList(2, TOKENS));
        }
    }

    @Test
    void acknowledgesNothingWhenTheTransactionIsCut() throws Exception {
        try (ServiceProcess service = start();
                Connection other = lockedStream(service)) {
            List<String> delivered = awaitTokens(service);
            String first = delivered.getFirst();
            CompletableFuture<HttpResponse<String>> cut = begin(service, first);
            database.awaitWaiting(1);
            database.kill();
            assertThat(cut.join().statusCode()).isEqualTo(503);
            database.restart();

            await("it answers again", () -> begin(service).join().statusCode() == 200);
            assertThat(poll(service)).isEqualTo(delivered);
            assertThat(poll(service, first)).isEqualTo(delivered.subList(1, TOKENS));
            assertThat(poll(service, first)).isEqualTo(delivered.subList(1, TOKENS));
        }
    }

    private ServiceProcess start() throws Exception {
        return ServiceProcess.start(database.reactiveUrl(), Map.of());
    }

    private void createStream(ServiceProcess service) throws IOException {
        stream = JSON.readTree(service.begin(key, "POST", "/api/ssf/streams", "{}")
                        .join()
                        .body())
                .get("stream_id")
                .asText();
    }

    /** A stream with tokens and the connection that keeps others from noting what is acknowledged, until its transaction ends. */
    private Connection lockedStream(ServiceProcess service) throws Exception {
        createStream(service);
        disableAndEnable(service);
        awaitTokens(service);
        Connection other = database.connect();
        other.setAutoCommit(false);
        try (var statement = other.createStatement()) {
            // It needs no xid, so the feed does not wait for this transaction.
            statement.execute("lock table ssf_streams in share mode");
        }
        return other;
    }

    private void disableAndEnable(ServiceProcess service) {
        service.begin(key, "PUT", "/api/users/u", "{}").join();
        for (int number = 0; number < TOKENS; number++) {
            String body = "{\"disabled\": " + (number % 2 == 0) + "}";
            assertThat(service.begin(key, "PUT", "/api/users/u", body).join().statusCode())
                    .isEqualTo(200);
        }
    }

    private List<String> awaitTokens(ServiceProcess service) throws Exception {
        await("the tokens are there", () -> poll(service).size() == TOKENS);
        return poll(service);
    }

    private List<String> poll(ServiceProcess service, String... acknowledged) throws IOException {
        HttpResponse<String> response = begin(service, acknowledged).join();
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        List<String> ids = new ArrayList<>();
        JSON.readTree(response.body()).get("sets").fieldNames().forEachRemaining(ids::add);
        return ids;
    }

    private CompletableFuture<HttpResponse<String>> begin(ServiceProcess service, String... acknowledged) {
        return service.begin(key, "POST", "/api/ssf/poll?stream_id=" + stream, Receiver.body(100, true, acknowledged));
    }

    private void awaitNoConnectionsOfService() throws Exception {
        await(
                "connections of the killed end",
                () -> database.connectionsOfService().isEmpty());
    }
}
