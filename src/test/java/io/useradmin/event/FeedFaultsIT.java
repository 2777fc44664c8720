package io.useradmin.event;

import static io.useradmin.testsupport.ServiceProcess.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.useradmin.testsupport.Concurrently;
import io.useradmin.testsupport.Load;
import io.useradmin.testsupport.OwnPostgres;
import io.useradmin.testsupport.ServiceProcess;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Service and database are killed while a reader follows the feed. The reader must see every committed event, in order. */
class FeedFaultsIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int SOME = 100;

    private OwnPostgres database;
    private String key;

    @BeforeEach
    void startDatabase() throws Exception {
        database = OwnPostgres.migrated(Map.of());
        key = database.key();
    }

    @AfterEach
    void endDatabase() throws Exception {
        database.close();
    }

    @Test
    void losesNoEventWhenServiceAndDatabaseAreKilled() throws Exception {
        var reader = new Reader();
        try (ServiceProcess first = start()) {
            CompletableFuture<Void> reading = reader.begin(first);
            try (Load load = new Load(first, key)) {
                load.awaitAcknowledged(SOME);
                database.kill();
                database.restart();
                load.awaitAcknowledged(2 * SOME);
                first.kill();
            }
            reader.end(reading);
        }
        try (ServiceProcess second = start()) {
            CompletableFuture<Void> reading = reader.begin(second);
            try (Load load = new Load(second, key)) {
                load.awaitAcknowledged(SOME);
                load.stop();
            }
            List<String> committed = database.list("select event_id::text from events order by xid, seq");
            await("the reader has all events", () -> reader.ids().size() >= committed.size());
            reader.end(reading);

            assertThat(committed).hasSizeGreaterThan(2 * SOME);
            assertThat(reader.ids()).isEqualTo(committed);
        }
    }

    private ServiceProcess start() throws Exception {
        return ServiceProcess.start(database.reactiveUrl(), Map.of());
    }

    /** Follows the feed. It stores a page together with its cursor, so that it never stores a page twice. */
    private final class Reader {
        private final List<String> ids = new ArrayList<>();
        private final AtomicBoolean ended = new AtomicBoolean();
        private String after = "";

        CompletableFuture<Void> begin(ServiceProcess service) {
            ended.set(false);
            return Concurrently.begin(() -> {
                while (!ended.get()) {
                    page(service).filter(page -> page.statusCode() == 200).ifPresent(this::take);
                }
                return null;
            });
        }

        void end(CompletableFuture<Void> reading) throws Exception {
            ended.set(true);
            reading.get(1, TimeUnit.MINUTES);
        }

        synchronized List<String> ids() {
            return List.copyOf(ids);
        }

        private Optional<HttpResponse<String>> page(ServiceProcess service) {
            try {
                return Optional.of(service.get(key, "/api/events?size=50&wait=1" + after));
            } catch (RuntimeException gone) {
                return Optional.empty();
            }
        }

        private synchronized void take(HttpResponse<String> page) {
            try {
                for (JsonNode event : JSON.readTree(page.body())) {
                    ids.add(event.get("id").asText());
                }
            } catch (IOException broken) {
                throw new AssertionError(broken);
            }
            after = "&after=" + page.headers().firstValue("X-Next-Cursor").orElseThrow();
        }
    }
}
