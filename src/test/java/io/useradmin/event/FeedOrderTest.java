package io.useradmin.event;

import static io.useradmin.testsupport.Api.as;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.useradmin.operator.jdbc.Jdbc;
import io.useradmin.testsupport.ApiOperation;
import io.useradmin.testsupport.Concurrently;
import io.useradmin.testsupport.EventWriter;
import io.useradmin.testsupport.FeedEnd;
import io.useradmin.testsupport.Locks;
import io.useradmin.testsupport.Response;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Transactions commit in any order while readers follow the feed. Every reader sees every event once, and a user's events in
 * commit order.
 */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class FeedOrderTest {
    private static final int WRITERS = 6;
    private static final int TRANSACTIONS = 60;
    private static final int READERS = 3;
    private static final int USERS = 4;

    private static final Duration LONGEST_PAUSE = Duration.ofMillis(5);

    final Tenant tenant = Tenant.create();
    final EventWriter events = new EventWriter(tenant.id(), LONGEST_PAUSE);

    final AtomicBoolean done = new AtomicBoolean();

    @Inject
    EventRepository repository;

    @Test
    void everyReaderSeesEveryEventInCommitOrder() throws Exception {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<List<JsonNode>>> readers = new ArrayList<>();
            for (int reader = 0; reader < READERS; reader++) {
                // Small pages, so that some end within a transaction, which has up to 3 events.
                int size = 2 + 10 * reader;
                readers.add(threads.submit(() -> readUntilDone(size)));
            }
            List<Future<?>> writers = new ArrayList<>();
            for (int writer = 0; writer < WRITERS; writer++) {
                int seed = writer;
                writers.add(threads.submit(() -> write(new Random(seed))));
            }
            for (Future<?> writer : writers) {
                writer.get();
            }
            FeedEnd.awaitAll(tenant);
            done.set(true);
            for (Future<List<JsonNode>> reader : readers) {
                events.assertComplete(reader.get());
            }
        }
    }

    static Stream<ApiOperation> writesOfAUser() {
        return ApiOperation.withUserInPath().filter(write -> !write.method().equals("GET"));
    }

    /** Without the lock, its transaction could have a lower xid than that of a change that commits first. */
    @ParameterizedTest
    @MethodSource("writesOfAUser")
    @Timeout(600)
    void everyWriteOfAUserWaitsForItsLock(ApiOperation write) throws Exception {
        String user = ApiOperation.userFor(tenant);
        write.prepare(tenant);
        ApiOperation change = write.id().equals("putSession") ? write.with("session_id", "new") : write;
        CompletableFuture<Response> writing;
        try (Connection other = TestDatabase.begin()) {
            Locks.takeUser(other, tenant.id(), user);
            writing = Concurrently.begin(() -> change.send(tenant.apiKey(), user));
            Locks.awaitBlockedBy(other);
            EventWriter.insert(other, tenant.id(), user, "first");
            other.commit();
        }

        assertThat(writing.join().statusCode()).isBetween(200, 204);
        assertThat(Events.feed(tenant, 10))
                .hasSizeGreaterThan(1)
                .first()
                .extracting(event -> event.at("/data/selector").asText())
                .isEqualTo("first");
    }

    /** It also removes memberships that are added while it waits. A consumer would keep them if it came before their events. */
    @Test
    void theDeletionOfAGroupComesAfterItsMemberships() throws Exception {
        tenant.group("staff");
        String user = tenant.user();
        CompletableFuture<Response> deleting;
        try (Connection other = TestDatabase.begin()) {
            Jdbc.update(
                    other, "select from groups where tenant_id = ? and group_id = 'staff' for key share", tenant.id());
            deleting = Concurrently.begin(() -> as(tenant).delete("/api/groups/staff"));
            Locks.awaitBlockedBy(other);
            as(tenant).post("/api/users/{user}/groups/staff", user).then().statusCode(201);
            other.commit();
        }

        assertThat(deleting.join().statusCode()).isEqualTo(204);
        assertThat(Events.feed(tenant, 10))
                .extracting(event -> event.get("type").asText())
                .containsExactly("io.useradmin.group.member.added", "io.useradmin.group.deleted");
    }

    /** An open transaction holds back all later events. If it is abandoned, PostgreSQL ends it. */
    @Test
    void laterEventsWaitForAnOpenTransaction() throws Exception {
        try (Connection open = TestDatabase.begin()) {
            EventWriter.insert(open, tenant.id(), "slow", "1");
            commit("fast", 1);
            CompletableFuture<Response> waiting =
                    Concurrently.begin(() -> as(tenant).get("/api/events?wait=30"));
            assertThat(Events.feedNow(tenant, 10)).isEmpty();
            String cursor = as(tenant).get("/api/events?after=now").header("X-Next-Cursor");

            open.commit();

            assertThat(Events.events(waiting.join())).isNotEmpty();
            assertThat(Events.feed(tenant, 10))
                    .extracting(event -> event.at("/data/user_id").asText())
                    .containsExactly("slow", "fast");
            assertThat(Events.events(as(tenant).get("/api/events?after=" + cursor)))
                    .as("after a cursor from before the commit")
                    .hasSize(2);
        }
    }

    /** Also for readers that have read the feed to its end, and wait for the next event. */
    @Test
    void laterEventsWaitForAnOpenTransactionAtTheTailToo() throws Exception {
        try (Connection open = TestDatabase.begin()) {
            EventWriter.insert(open, tenant.id(), "slow", "1");
            commit("fast", 1);
            assertThat(tail()).isEmpty();

            open.commit();
        }

        FeedEnd.awaitAll(tenant);
        assertThat(tail()).containsExactly("slow", "fast");
    }

    /** The users of the events that waiting readers get. */
    private List<String> tail() {
        var tails = repository
                .tails(Map.of(tenant.id(), Position.START), PageLimit.SMALL, Attempt.FIRST)
                .toUni()
                .await()
                .indefinitely();
        return tails.get(tenant.id()).events().stream()
                .map(event -> event.subject().userId())
                .toList();
    }

    private Void write(Random random) throws SQLException {
        try (Connection connection = TestDatabase.connect()) {
            events.write(connection, TRANSACTIONS, USERS, random);
        }
        return null;
    }

    private void commit(String user, int number) throws SQLException {
        try (Connection connection = TestDatabase.connect()) {
            EventWriter.insert(connection, tenant.id(), user, Integer.toString(number));
        }
    }

    private List<JsonNode> readUntilDone(int size) {
        List<JsonNode> all = new ArrayList<>();
        String after = "";
        boolean isLast;
        do {
            boolean wasDone = done.get();
            Response page = as(tenant).get("/api/events?size=" + size + after);
            List<JsonNode> found = Events.events(page);
            all.addAll(found);
            after = "&after=" + page.header("X-Next-Cursor");
            isLast = wasDone && found.isEmpty();
        } while (!isLast);
        return all;
    }
}
