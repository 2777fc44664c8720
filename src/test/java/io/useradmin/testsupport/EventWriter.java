package io.useradmin.testsupport;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.useradmin.operator.jdbc.Jdbc;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Writes events of a tenant's users as the service does: under the user's lock, in transactions of up to 3 events. Some
 * transactions roll back.
 */
public final class EventWriter {
    private static final String INSERT =
            "insert into events (tenant_id, occurred_at, type, user_id, selector) values (?, now(), 'user.updated', ?, ?)";

    private final String tenant;
    private final double longestPauseSeconds;
    /** The number of committed events by user. It changes only under the user's lock. */
    private final Map<String, AtomicInteger> committed = new ConcurrentHashMap<>();

    /**
     * A writer that any number of threads can share.
     *
     * @param longestPause the longest pause after an event within its transaction
     */
    public EventWriter(String tenant, Duration longestPause) {
        this.tenant = tenant;
        this.longestPauseSeconds = (double) longestPause.toNanos() / TimeUnit.SECONDS.toNanos(1);
    }

    /** Writes one event. Tests identify it by its selector. */
    public static void insert(Connection connection, String tenant, String user, String selector) throws SQLException {
        Jdbc.update(connection, INSERT, tenant, user, selector);
    }

    /** Writes this many transactions. Each is for a random one of the users. */
    public void write(Connection connection, int transactions, int users, Random random) throws SQLException {
        connection.setAutoCommit(false);
        for (int number = 0; number < transactions; number++) {
            transaction(connection, "user-" + random.nextInt(users), random);
        }
    }

    /** Fails unless these are exactly the committed events, and each user's events are in commit order. */
    public void assertComplete(List<JsonNode> events) {
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

    private void transaction(Connection connection, String user, Random random) throws SQLException {
        Locks.takeUser(connection, tenant, user);
        AtomicInteger count = committed.computeIfAbsent(user, _ -> new AtomicInteger());
        int events = 1 + random.nextInt(3);
        for (int event = 1; event <= events; event++) {
            insert(connection, tenant, user, Integer.toString(count.get() + event));
            Jdbc.update(connection, "select pg_sleep(?)", random.nextDouble() * longestPauseSeconds);
        }
        if (random.nextInt(5) == 0) {
            connection.rollback();
        } else {
            count.addAndGet(events);
            connection.commit();
        }
    }
}
