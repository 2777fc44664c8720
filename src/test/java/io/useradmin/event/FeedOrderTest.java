package io.useradmin.event;

import static io.useradmin.testsupport.Api.as;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import io.useradmin.audit.EventSql;
import io.useradmin.operator.jdbc.Jdbc;
import io.useradmin.testsupport.Concurrently;
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
import org.junit.jupiter.api.Test;

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
                int size = 1 + 10 * reader;
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
                .isEqualTo(java.util.stream.IntStream.rangeClosed(
                                1, committed.get(user).get())
                        .boxed()
                        .toList()));
    }
}
