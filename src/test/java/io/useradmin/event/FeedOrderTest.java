package io.useradmin.event;

import static io.useradmin.testsupport.Api.as;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import io.useradmin.audit.EventSql;
import io.useradmin.operator.jdbc.Jdbc;
import io.useradmin.testsupport.ApiOperation;
import io.useradmin.testsupport.Concurrently;
import io.useradmin.testsupport.Locks;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Transactions that commit in any order beside readers: every reader sees every event once, those of a user in commit order. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class FeedOrderTest {
    private static final int WRITERS = 6;
    private static final int TRANSACTIONS = 60;
    private static final int READERS = 3;
    private static final int USERS = 4;

    private static final String LOCK = "select " + EventSql.lock("?", "?");
    private static final String INSERT =
            "insert into events (tenant_id, occurred_at, type, user_id, selector) values (?, now(), 'user.updated', ?, ?)";

    final Tenant tenant = Tenant.create();
    /** How many events each user has that are committed; changed under the user's lock. */
    final Map<String, AtomicInteger> committed = new ConcurrentHashMap<>();

    final AtomicBoolean done = new AtomicBoolean();

    @Test
    void everyReaderSeesEveryEventInCommitOrder() throws Exception {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<List<JsonNode>>> readers = new ArrayList<>();
            for (int reader = 0; reader < READERS; reader++) {
                // Pages that end within transactions too, which have up to 3 events.
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
            done.set(true);
            for (Future<List<JsonNode>> reader : readers) {
                assertComplete(reader.get());
            }
        }
    }

    static Stream<ApiOperation> writesOfAUser() {
        return ApiOperation.withAUserInThePath().filter(write -> !write.method().equals("GET"));
    }

    /** Else its transaction could have an xid before that of a change that commits first. */
    @ParameterizedTest
    @MethodSource("writesOfAUser")
    @Timeout(60)
    void everyWriteOfAUserWaitsForItsLock(ApiOperation write) throws Exception {
        String user = ApiOperation.userFor(tenant);
        write.prepare(tenant);
        ApiOperation change = write.id().equals("putSession") ? write.with("session_id", "new") : write;
        CompletableFuture<Response> writing;
        try (Connection other = TestDatabase.connect()) {
            other.setAutoCommit(false);
            Jdbc.query(other, LOCK, row -> true, tenant.id(), user);
            writing = Concurrently.begin(() -> change.send(tenant.apiKey(), user));
            Locks.awaitOneThatWaitsFor(other);
            Jdbc.update(other, INSERT, tenant.id(), user, "first");
            other.commit();
        }

        assertThat(writing.join().statusCode()).isBetween(200, 204);
        assertThat(Events.feed(tenant, 10))
                .hasSizeGreaterThan(1)
                .first()
                .extracting(event -> event.at("/data/selector").asText())
                .isEqualTo("first");
    }

    /** An abandoned transaction holds up what comes after it, and only until PostgreSQL ends it. */
    @Test
    void anOpenTransactionIsWaitedFor() throws Exception {
        try (Connection open = TestDatabase.connect()) {
            open.setAutoCommit(false);
            Jdbc.update(open, INSERT, tenant.id(), "slow", "1");
            commit("fast", 1);
            CompletableFuture<Response> waiting =
                    Concurrently.begin(() -> as(tenant).get("/api/events?wait=30"));
            assertThat(Events.feed(tenant, 10)).isEmpty();

            open.commit();

            assertThat(Events.events(waiting.join())).isNotEmpty();
            assertThat(Events.feed(tenant, 10))
                    .extracting(event -> event.at("/data/user_id").asText())
                    .containsExactly("slow", "fast");
        }
    }

    private Void write(Random random) throws SQLException {
        try (Connection connection = TestDatabase.connect()) {
            connection.setAutoCommit(false);
            for (int number = 0; number < TRANSACTIONS; number++) {
                transaction(connection, "user-" + random.nextInt(USERS), random);
            }
        }
        return null;
    }

    private void transaction(Connection connection, String user, Random random) throws SQLException {
        Jdbc.query(connection, LOCK, row -> true, tenant.id(), user);
        AtomicInteger count = committed.computeIfAbsent(user, _ -> new AtomicInteger());
        int events = 1 + random.nextInt(3);
        for (int event = 1; event <= events; event++) {
            Jdbc.update(connection, INSERT, tenant.id(), user, Integer.toString(count.get() + event));
            Jdbc.query(connection, "select pg_sleep(?)", row -> true, random.nextDouble() / 200);
        }
        if (random.nextInt(5) == 0) {
            connection.rollback();
        } else {
            count.addAndGet(events);
            connection.commit();
        }
    }

    private void commit(String user, int number) throws SQLException {
        try (Connection connection = TestDatabase.connect()) {
            Jdbc.update(connection, INSERT, tenant.id(), user, Integer.toString(number));
        }
    }

    private List<JsonNode> readUntilDone(int size) {
        List<JsonNode> all = new ArrayList<>();
        String after = "";
        boolean isLast;
        do {
            boolean wasDone = done.get();
            Response page = as(tenant).get("/api/events?size=" + size + after);
            List<JsonNode> events = Events.events(page);
            all.addAll(events);
            after = "&after=" + page.header("X-Next-Cursor");
            isLast = wasDone && events.isEmpty();
        } while (!isLast);
        return all;
    }

    private void assertComplete(List<JsonNode> events) {
        Map<String, List<Integer>> byUser = events.stream()
                .collect(Collectors.groupingBy(
                        event -> event.at("/data/user_id").asText(),
                        Collectors.mapping(event -> event.at("/data/selector").asInt(), Collectors.toList())));
        assertThat(byUser.keySet()).isEqualTo(committed.keySet());
        byUser.forEach((user, numbers) -> assertThat(numbers)
                .as(user)
                .isEqualTo(IntStream.rangeClosed(1, committed.get(user).get())
                        .boxed()
                        .toList()));
    }
}
