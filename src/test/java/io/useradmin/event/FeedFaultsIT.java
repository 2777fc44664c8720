package io.useradmin.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.useradmin.operator.jdbc.Jdbc;
import io.useradmin.testsupport.Await;
import io.useradmin.testsupport.Load;
import io.useradmin.testsupport.Locks;
import io.useradmin.testsupport.OwnPostgres;
import io.useradmin.testsupport.ServiceProcess;
import io.useradmin.testsupport.Slow;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Readers follow the feed while service and database are killed, or while streams end. Each must see every committed event once,
 * in order: a poll continues with its cursor, a stream with the last event's id.
 */
@Slow
class FeedFaultsIT {
    private static final int SOME = 100;
    private static final String CHANGE = "{\"public_data\": {\"theme\": \"dark\"}}";

    private final HttpClient client = HttpClient.newHttpClient();

    private OwnPostgres database;
    private String key;

    @BeforeEach
    void startDatabase() throws Exception {
        // A transaction that is rolled back stays out of the WAL on disk for this time.
        database = OwnPostgres.migrated(Map.of("wal_writer_delay", "10s"));
        key = database.key();
    }

    @AfterEach
    void endDatabase() throws Exception {
        client.shutdownNow();
        database.close();
    }

    @Test
    void losesNoEventWhenServiceAndDatabaseAreKilled() throws Exception {
        try (var poll = new FeedFollower.Poll(key);
                var stream = new FeedFollower.EventSource(key)) {
            try (ServiceProcess first = start(Map.of())) {
                poll.begin(first);
                stream.begin(first);
                try (Load load = new Load(first, key)) {
                    load.awaitAcknowledged(SOME);
                    Await.until("the stream has events", () -> !stream.ids().isEmpty());
                    int before = stream.ids().size();
                    database.kill();
                    database.restart();
                    load.awaitAcknowledged(2 * SOME);
                    Await.until("the stream goes on", () -> stream.ids().size() > before + SOME);
                    first.kill();
                    Await.until("the stream has broken off", () -> stream.brokenOff() > 0);
                }
                poll.end();
                stream.end();
            }
            try (ServiceProcess second = start(Map.of())) {
                poll.begin(second);
                stream.begin(second);
                try (Load load = new Load(second, key)) {
                    load.awaitAcknowledged(SOME);
                    load.stop();
                }
                assertComplete(poll);
                assertComplete(stream);
            }
            assertThat(stream.ids()).hasSizeGreaterThan(2 * SOME);
        }
    }

    /** PostgreSQL does not remember numbers of transactions that were rolled back right before a crash. */
    @Test
    void losesNoEventWhenTransactionNumbersComeAgainAfterACrash() throws Exception {
        try (ServiceProcess service = start(Map.of())) {
            service.begin(key, "PUT", "/api/users/u", "{}").join();
            Await.until(
                    "the feed has the first event",
                    () -> nextCursor(service, "").equals(nextCursor(service, "?after=now")));
            long abandoned = 0;
            for (int time = 0; time < SOME; time++) {
                abandoned = abandonedNumber();
            }
            String cursor = nextCursor(service, "?after=now");
            database.kill();
            database.restart();
            Await.until(
                    "a change succeeds again",
                    () -> service.begin(key, "PUT", "/api/users/v", "{}").join().statusCode() == 201);

            assumeThat(lastNumber()).as("PostgreSQL remembers the numbers").isLessThanOrEqualTo(abandoned);
            Await.until(
                    "the reader sees the change",
                    () -> service.get(key, "/api/events?after=" + cursor).body().contains("\"v\""));
        }
    }

    @Test
    void losesNoEventWhenStreamsReachTheirMaximumAge() throws Exception {
        try (ServiceProcess service = start(Map.of("USERADMIN_EVENTS_STREAM_MAX_AGE", "1s"));
                var stream = new FeedFollower.EventSource(key)) {
            stream.begin(service);
            try (Load load = new Load(service, key)) {
                Await.until("three streams have ended", () -> stream.ended() >= 3);
                load.stop();
            }
            assertComplete(stream);
            assertThat(stream.brokenOff()).isZero();
        }
    }

    /** A transaction of a service that hangs holds back later events, until PostgreSQL ends it. */
    @Test
    void readsOnWhenPostgresHasEndedAnAbandonedTransaction() throws Exception {
        try (ServiceProcess hanging = start(Map.of("USERADMIN_DATABASE_STATEMENT_TIMEOUT", "5s"));
                ServiceProcess other = start(Map.of())) {
            other.begin(key, "PUT", "/api/users/slow", "{}").join();
            other.begin(key, "PUT", "/api/users/fast", "{}").join();
            abandonTransaction(hanging);

            HttpResponse<String> change = other.begin(key, "PATCH", "/api/users/fast/public_data", CHANGE)
                    .join();

            assertThat(change.statusCode()).isEqualTo(200);
            List<String> changed = changedUsers(other);
            if (isTransactionOpen()) {
                assertThat(changed).isEmpty();
            }
            Await.until(
                    "the feed has the other change", () -> !changedUsers(other).isEmpty());
            assertThat(changedUsers(other)).containsExactly("fast");
            assertThat(isTransactionOpen()).isFalse();
        }
    }

    /** Stops the service after a statement of a transaction with several statements, which an idempotency key needs. */
    private void abandonTransaction(ServiceProcess service) throws Exception {
        HttpRequest change = HttpRequest.newBuilder(service.uri("/api/users/slow/public_data"))
                .header("X-API-KEY", key)
                .header("Content-Type", "application/json")
                .header("Idempotency-Key", "a")
                .method("PATCH", BodyPublishers.ofString(CHANGE))
                .build();
        try (Connection holder = database.connect()) {
            holder.setAutoCommit(false);
            Locks.takeUser(holder, "t", "slow");
            var _ = client.sendAsync(change, BodyHandlers.ofString());
            database.awaitLockWaits(1);
            String pid = Long.toString(service.handle().pid());
            assertThat(new ProcessBuilder("kill", "-STOP", pid).start().waitFor())
                    .isZero();
            holder.rollback();
        }
        Await.until("the transaction is open", this::isTransactionOpen);
    }

    /** The number of a new transaction that is rolled back. */
    private long abandonedNumber() throws SQLException {
        try (Connection connection = database.connect()) {
            connection.setAutoCommit(false);
            long number = Jdbc.query(connection, "select pg_current_xact_id()::text", row -> row.getLong(1))
                    .getFirst();
            connection.rollback();
            return number;
        }
    }

    /** The number of the last transaction that has inserted an event. */
    private long lastNumber() throws SQLException {
        return Long.parseLong(database.list("select xid::text from events order by xid desc limit 1")
                .getFirst());
    }

    private String nextCursor(ServiceProcess service, String query) throws Exception {
        return service.get(key, "/api/events" + query)
                .headers()
                .firstValue("X-Next-Cursor")
                .orElseThrow();
    }

    /** Whether a transaction that has written something waits for its next statement. */
    private boolean isTransactionOpen() throws SQLException {
        return !database.list("select pid from pg_stat_activity"
                        + " where state = 'idle in transaction' and backend_xid is not null")
                .isEmpty();
    }

    /** The users with changed data in the feed. */
    private List<String> changedUsers(ServiceProcess service) {
        JsonNode page = FeedFollower.json(service.get(key, "/api/events?type=io.useradmin.user.public_data.updated")
                .body());
        return page.findValuesAsText("user_id");
    }

    private void assertComplete(FeedFollower reader) throws Exception {
        List<String> committed = database.list("select event_id::text from events order by xid, seq");
        Await.until("the reader has all events", () -> reader.ids().size() >= committed.size());
        reader.end();
        assertThat(committed).isNotEmpty();
        assertThat(reader.ids()).isEqualTo(committed);
    }

    private ServiceProcess start(Map<String, String> settings) throws Exception {
        return ServiceProcess.start(database.reactiveUrl(), settings);
    }
}
