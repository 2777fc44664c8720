package io.useradmin.citus;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.useradmin.testsupport.Await;
import io.useradmin.testsupport.CitusCluster;
import io.useradmin.testsupport.CitusDatabase;
import io.useradmin.testsupport.Concurrently;
import io.useradmin.testsupport.EventWriter;
import io.useradmin.testsupport.InstalledPostgres;
import io.useradmin.testsupport.ServiceProcess;
import io.useradmin.testsupport.ServiceRole;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The change feed of tenants on two workers. Each worker has its own transactions and its own order. The service has its own
 * role.
 */
@Timeout(600)
class CitusFeedIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration LONGEST_PAUSE = Duration.ofMillis(10);
    private static final int WRITERS = 3;
    private static final int TRANSACTIONS = 30;
    private static final int USERS = 3;

    @TempDir
    private static Path folder;

    private static CitusCluster cluster;
    private static CitusDatabase database;
    private static ServiceProcess service;

    /** Tenants on different workers, with their keys. */
    private static final Map<String, String> KEYS = new LinkedHashMap<>();

    private final AtomicBoolean done = new AtomicBoolean();

    @BeforeAll
    static void start() throws Exception {
        cluster = CitusCluster.start(folder);
        database = cluster.database("useradmin");
        database.distribute(folder);
        ServiceRole.createIn(database);
        for (InstalledPostgres worker : cluster.workers()) {
            String tenant = database.tenantOn(worker);
            KEYS.put(tenant, database.tenant(tenant));
        }
        service = ServiceProcess.start(database.reactiveUrl(), Map.of("QUARKUS_DATASOURCE_USERNAME", ServiceRole.NAME));
    }

    /** For example records of key uses, which responses do not wait for. */
    @AfterEach
    void serviceLoggedNoErrors() throws Exception {
        assertThat(service.log()).doesNotContain("last use").doesNotContain("\"level\":\"ERROR\"");
    }

    @AfterAll
    static void stop() throws Exception {
        for (AutoCloseable started : new AutoCloseable[] {service, cluster}) {
            if (started != null) {
                started.close();
            }
        }
    }

    @Test
    void everyReaderSeesEveryEventInCommitOrder() throws Exception {
        Map<EventWriter, List<Future<List<JsonNode>>>> readers = new LinkedHashMap<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> writers = new ArrayList<>();
            for (String tenant : KEYS.keySet()) {
                var events = new EventWriter(tenant, LONGEST_PAUSE);
                // Small pages, so that some end within a transaction, which has up to 3 events.
                readers.put(
                        events,
                        List.of(
                                threads.submit(() -> readUntilDone(tenant, "size=2")),
                                threads.submit(() -> readUntilDone(tenant, "size=20&wait=1"))));
                for (int writer = 0; writer < WRITERS; writer++) {
                    var random = new Random(writer);
                    writers.add(threads.submit(() -> write(events, random)));
                }
            }
            for (Future<?> writer : writers) {
                writer.get();
            }
            done.set(true);
            for (EventWriter events : readers.keySet()) {
                for (Future<List<JsonNode>> reader : readers.get(events)) {
                    events.assertComplete(ofWriters(reader.get()));
                }
            }
        }
    }

    /** Each tenant waits only for transactions on its own node. */
    @Test
    void waitingReadersGetEventsThatAnOpenTransactionHeldBack() throws Exception {
        List<String> tenants = List.copyOf(KEYS.keySet());
        String slow = tenants.getFirst();
        String other = tenants.getLast();
        String end = service.feedEnd(KEYS.get(slow));
        String otherEnd = service.feedEnd(KEYS.get(other));
        Await.until("no event is held back", () -> gauge("behind", "feed") == 0);
        try (Connection open = database.connect()) {
            open.setAutoCommit(false);
            EventWriter.insert(open, slow, "slow", "1");
            for (String tenant : tenants) {
                try (Connection connection = database.connect()) {
                    EventWriter.insert(connection, tenant, "fast", "1");
                }
            }
            CompletableFuture<List<String>> waiting = Concurrently.begin(() -> firstUsers(slow, end));
            HttpResponse<String> elsewhere = service.get(KEYS.get(other), "/api/events?wait=30&after=" + otherEnd);
            assertThat(users(elsewhere)).containsExactly("fast");
            assertThat(service.get(KEYS.get(slow), "/api/events?after=" + end).body())
                    .isEqualTo("[]");
            Await.until("one event is held back", () -> gauge("behind", "feed") == 1);
            assertThat(gauge("lag_seconds", "feed")).isPositive();
            assertThat(gauge("oldest_age_seconds", null)).isPositive();

            open.commit();
            assertThat(waiting.join()).startsWith("slow");
            assertThat(users(service.get(KEYS.get(slow), "/api/events?after=" + end)))
                    .containsExactly("slow", "fast");
        }
        Await.until("no event is held back", () -> gauge("behind", "feed") == 0);
        database.run("insert into deliveries (tenant_id, target, xid, seq)"
                + " select tenant_id, 'https://example.com', xid, seq from events where tenant_id = '" + slow
                + "' and user_id = 'slow'");
        Await.until("one event is not delivered", () -> gauge("behind", "deliver") == 1);
    }

    /** The users of the first page that has events. A poll ends after 30 s, which is short on a busy machine. */
    private static List<String> firstUsers(String tenant, String after) {
        List<String> users;
        do {
            users = users(service.get(KEYS.get(tenant), "/api/events?wait=30&after=" + after));
        } while (users.isEmpty());
        return users;
    }

    private static Void write(EventWriter events, Random random) throws SQLException {
        try (Connection connection = database.connect()) {
            events.write(connection, TRANSACTIONS, USERS, random);
        }
        return null;
    }

    private List<JsonNode> readUntilDone(String tenant, String parameters) throws Exception {
        List<JsonNode> all = new ArrayList<>();
        String after = "";
        boolean isLast;
        do {
            boolean wasDone = done.get();
            HttpResponse<String> page = service.get(KEYS.get(tenant), "/api/events?" + parameters + after);
            assertThat(page.statusCode()).as(page.body()).isEqualTo(200);
            List<JsonNode> events = events(page);
            all.addAll(events);
            after = "&after=" + page.headers().firstValue("X-Next-Cursor").orElseThrow();
            isLast = wasDone && events.isEmpty();
        } while (!isLast);
        return all;
    }

    /** The events without those of other tests. */
    private static List<JsonNode> ofWriters(List<JsonNode> events) {
        return events.stream()
                .filter(event -> event.at("/data/user_id").asText().startsWith("user-"))
                .toList();
    }

    private static List<String> users(HttpResponse<String> page) {
        return events(page).stream()
                .map(event -> event.at("/data/user_id").asText())
                .toList();
    }

    private static List<JsonNode> events(HttpResponse<String> page) {
        try {
            return List.of(JSON.readValue(page.body(), JsonNode[].class));
        } catch (JsonProcessingException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static double gauge(String name, String reader) throws Exception {
        String label = reader == null ? "" : "\\{[^}]*reader=\"" + reader + "\"[^}]*}";
        return service.metric("useradmin_events_" + name + label).orElseThrow();
    }
}
