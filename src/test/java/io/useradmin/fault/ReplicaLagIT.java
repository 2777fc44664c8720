package io.useradmin.fault;

import static io.useradmin.fault.Recovery.SOME;
import static io.useradmin.fault.Replicated.TOKEN;
import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.testsupport.Await;
import io.useradmin.testsupport.Slow;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Reads on a standby that lags: none may be older than the limit. */
@Slow
class ReplicaLagIT {
    private static final int CALLERS = 6;
    private static final int WRITES = 60;

    @RegisterExtension
    static final ReplicatedService SERVICE = new ReplicatedService("1s");

    private final Replicated replicated = SERVICE.replicated();
    private final String user = Replicated.newUser();

    @Test
    void aReplicaThatLagsServesNothing() throws Exception {
        replicated.awaitReplayed(replicated.put(user, "before"));
        replicated.pauseReplay();
        replicated.put(user, "after");
        Await.until("the replica lags too much", () -> replicated.value("useradmin_replica_lag_seconds") > 1);
        assertThat(replicated.data(user)).as("the primary serves").contains("after");
        double served = replicated.outcome("replica");
        for (int read = 0; read < SOME; read++) {
            assertThat(replicated.data(user)).contains("after");
        }
        assertThat(replicated.outcome("replica")).isEqualTo(served);
        assertThat(SERVICE.service().isReady()).isTrue();
        replicated.resumeReplay();
        replicated.awaitReplica();
    }

    /** An idle primary commits nothing, so no commit time tells the lag. */
    @Test
    void anIdlePrimaryIsNoLag() throws Exception {
        replicated.awaitReplayed(replicated.put(user, "only"));
        // Longer than the lag that is allowed. Reads wait for no write.
        Await.until(
                "the last commit is three seconds old",
                () -> !replicated
                        .standby
                        .list("select 1 where clock_timestamp() - pg_last_xact_replay_timestamp() > interval '3 s'")
                        .isEmpty());
        replicated.awaitReplica();
    }

    @Test
    void writesAreReadWhileReplayStopsAndGoesOn() throws Exception {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            replicated.put(user, "0");
            replicated.awaitReplica();
            double onReplica = replicated.outcome("replica");
            double onPrimary = replicated.outcome("token");
            var done = new AtomicBoolean();
            CompletableFuture<Void> disturbance = CompletableFuture.runAsync(() -> disturb(done), threads);
            List<CompletableFuture<List<String>>> callers = new ArrayList<>();
            for (int caller = 0; caller < CALLERS; caller++) {
                String writer = Replicated.newUser();
                callers.add(CompletableFuture.supplyAsync(
                        () -> stale(writer, () -> haveServed(onReplica, onPrimary)), threads));
            }
            List<String> stale =
                    callers.stream().flatMap(caller -> caller.join().stream()).toList();
            done.set(true);
            disturbance.join();
            assertThat(stale).isEmpty();
        }
    }

    /** Whether both the replica and, because the replica was behind, the primary have served since the given numbers of reads. */
    private boolean haveServed(double onReplica, double onPrimary) {
        try {
            return replicated.outcome("replica") > onReplica && replicated.outcome("token") > onPrimary;
        } catch (Exception failure) {
            throw new IllegalStateException(failure);
        }
    }

    private void disturb(AtomicBoolean done) {
        try {
            while (!done.get()) {
                replicated.pauseReplay();
                awaitRead("token", done);
                replicated.resumeReplay();
                awaitRead("replica", done);
            }
        } catch (Exception failure) {
            throw new IllegalStateException(failure);
        }
    }

    /** Waits for a read with this outcome, or until the callers are done. */
    private void awaitRead(String outcome, AtomicBoolean done) throws Exception {
        double before = replicated.outcome(outcome);
        Await.until("a read with the outcome " + outcome, () -> done.get() || replicated.outcome(outcome) > before);
    }

    /** Writes and reads until it is {@code enough}, but some times at least. Returns the writes that the client could not read. */
    private List<String> stale(String writer, BooleanSupplier enough) {
        List<String> stale = new ArrayList<>();
        replicated.send("PUT", writer, "{}");
        for (int write = 0; write < WRITES || !enough.getAsBoolean(); write++) {
            String value = "\"v\": \"%d\"".formatted(write);
            HttpResponse<String> written =
                    replicated.send("PATCH", writer + "/public_data", "{\"public_data\":{" + value + "}}");
            assertThat(written.statusCode()).as(written.body()).isEqualTo(200);
            String token = written.headers().firstValue(TOKEN).orElseThrow();
            HttpResponse<String> read = replicated.send("GET", writer + "/public_data", "", TOKEN, token);
            if (read.statusCode() != 200 || !read.body().contains(value)) {
                stale.add("%s not in %d %s".formatted(value, read.statusCode(), read.body()));
            }
        }
        return stale;
    }
}
