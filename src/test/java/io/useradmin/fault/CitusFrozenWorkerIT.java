package io.useradmin.fault;

import static io.useradmin.fault.Recovery.SOME;
import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.testsupport.Await;
import io.useradmin.testsupport.CitusCluster;
import io.useradmin.testsupport.CitusDatabase;
import io.useradmin.testsupport.InstalledPostgres;
import io.useradmin.testsupport.Load;
import io.useradmin.testsupport.ServiceProcess;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.jboss.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** One of two workers is frozen: its connections stay open, but it responds to nothing. */
@Timeout(600)
class CitusFrozenWorkerIT {
    private static final Logger LOG = Logger.getLogger(CitusFrozenWorkerIT.class);
    private static final int PATCHES = 4;

    @TempDir
    private Path folder;

    private CitusCluster cluster;
    private CitusDatabase database;
    private InstalledPostgres worker;
    private String tenant;
    private String otherTenant;
    private String key;
    private String otherKey;
    private ServiceProcess service;

    @BeforeEach
    void start() throws Exception {
        cluster = CitusCluster.start(folder);
        database = cluster.database("useradmin");
        database.distribute(folder);
        worker = cluster.workers().getFirst();
        tenant = database.tenantOn(worker);
        otherTenant = database.tenantOn(cluster.workers().getLast());
        key = database.tenant(tenant);
        otherKey = database.tenant(otherTenant);
        service = ServiceProcess.start(database.reactiveUrl(), settings());
    }

    @AfterEach
    void stop() throws Exception {
        if (cluster != null) {
            cluster.workers().getFirst().thaw();
            if (service != null) {
                service.close();
            }
            cluster.close();
        }
    }

    @Test
    void requestsOnTheirWay() throws Exception {
        try (Load load = new Load(service, tenant, key);
                Load otherLoad = new Load(service, otherTenant, otherKey)) {
            load.awaitAcknowledged(SOME);
            worker.freeze();
            load.awaitRefused(1);
            otherLoad.awaitAcknowledged(SOME);
            worker.thaw();
            check("Worker frozen and continued", load);
            check("Worker frozen and continued, tenant of the other", otherLoad);
            assertThat(load.refusals()).allSatisfy(Recovery::assertUnavailable);
            assertThat(otherLoad.refusals()).isEmpty();
        }
    }

    /** The worker has written the commits to its disk, and then freezes before it responds. */
    @Test
    void commitsPending() throws Exception {
        for (int user = 0; user < PATCHES; user++) {
            assertThat(send("PUT", key, user, 0).join().statusCode()).isEqualTo(201);
        }
        assertThat(send("PUT", otherKey, 0, 0).join().statusCode()).isEqualTo(201);
        database.holdCommits(worker);
        List<CompletableFuture<HttpResponse<String>>> patches = IntStream.range(0, PATCHES)
                .mapToObj(user -> send("PATCH", key, user, 1))
                .toList();
        Await.until("all commits are held", () -> database.heldCommits(worker) == PATCHES);
        worker.freeze();
        assertThat(patches).noneMatch(CompletableFuture::isDone);

        CompletableFuture.anyOf(patches.toArray(CompletableFuture[]::new)).join();
        HttpResponse<String> other = send("PATCH", otherKey, 0, 1).join();
        assertThat(other.statusCode()).as(other.body()).isEqualTo(200);
        worker.thaw();
        database.releaseCommits(worker);

        for (CompletableFuture<HttpResponse<String>> patch : patches) {
            assertThat(patch.join().body()).doesNotContain("Nothing was changed");
        }
        for (int user = 0; user < PATCHES; user++) {
            assertThat(stored(key, user)).isEqualTo(document(1));
            assertThat(send("PATCH", key, user, 2).join().statusCode()).isEqualTo(200);
            assertThat(stored(key, user)).isEqualTo(document(2));
        }
        assertThat(service.faults()).isEmpty();
    }

    /** Meanwhile, readers of the change feed wait for both tenants. */
    @Test
    void readersOfTheFeed() throws Exception {
        String end = service.feedEnd(key);
        String otherEnd = service.feedEnd(otherKey);
        CompletableFuture<HttpResponse<String>> reader = read(key, end);
        CompletableFuture<HttpResponse<String>> otherReader = read(otherKey, otherEnd);
        Await.until("both readers wait", () -> service.metrics().contains("\nuseradmin_events_readers 2.0\n"));
        worker.freeze();
        Await.until(
                "a query of the frozen worker has failed",
                () -> service.log().contains("database unavailable, or a part"));

        assertThat(send("PUT", otherKey, 0, 0).join().statusCode()).isEqualTo(201);
        assertThat(otherReader.join().body()).contains("user.created");
        worker.thaw();

        Await.until(
                "the worker's tenant can write",
                () -> send("PUT", key, 0, 0).join().statusCode() == 201);
        Await.until(
                "its reader gets the event", () -> read(key, end).join().body().contains("user.created"));
        assertThat(reader.join().statusCode()).isEqualTo(200);
        assertThat(service.faults()).isEmpty();
    }

    /** A request that waits for an event after {@code cursor}. */
    private CompletableFuture<HttpResponse<String>> read(String ofTenant, String cursor) {
        return service.begin(ofTenant, "GET", "/api/events?wait=30&after=" + cursor);
    }

    private CompletableFuture<HttpResponse<String>> send(String method, String ofTenant, int user, int value) {
        String path = "/api/users/" + user + (method.equals("PATCH") ? "/private_data" : "");
        return service.begin(ofTenant, method, path, document(value));
    }

    private String stored(String ofTenant, int user) {
        return service.get(ofTenant, "/api/users/" + user + "/private_data").body();
    }

    private static String document(int value) {
        return "{\"private_data\":{\"value\": " + value + "}}";
    }

    private void check(String fault, Load load) throws Exception {
        load.awaitAcknowledged(SOME);
        load.stop();
        for (InstalledPostgres each : cluster.workers()) {
            database.awaitNoPreparedTransactions(each);
        }
        LOG.infof("%s: %s", fault, load.figures(database));
        assertThat(load.lost(database)).isEmpty();
        assertThat(load.halfDone(database)).isEmpty();
        assertThat(load.unanswered()).isZero();
        assertThat(service.faults()).isEmpty();
    }

    /**
     * The coordinator gives up statements soon. It never gives up a commit, and may first wait for the worker to confirm a
     * cancellation. Then the client gets its response at the deadline.
     */
    private static Map<String, String> settings() {
        return Map.of(
                "USERADMIN_DATABASE_STATEMENT_TIMEOUT", "4s",
                "USERADMIN_DATABASE_SILENCE_TIMEOUT", "20s",
                "USERADMIN_HTTP_DEADLINE", "20s");
    }
}
