package io.useradmin.fault;

import static io.useradmin.fault.Recovery.SOME;
import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.testsupport.Await;
import io.useradmin.testsupport.Load;
import io.useradmin.testsupport.ServiceProcess;
import io.useradmin.testsupport.Slow;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Faults of the standby on which the service reads. No read may fail. */
class ReplicaIT {
    private static final int MAX_LAG_SECONDS = 1;
    private static final String MAX_LAG = MAX_LAG_SECONDS + "s";
    private static final String USER = Replicated.newUser();

    @RegisterExtension
    static final ReplicatedService SERVICE = new ReplicatedService(MAX_LAG);

    private final Replicated replicated = SERVICE.replicated();
    private final ServiceProcess service = SERVICE.service();

    @Test
    void death() throws Exception {
        try (Load load = new Load(service, replicated.key)) {
            load.awaitAcknowledged(SOME);
            replicated.awaitReplica();
            replicated.standby.kill();
            load.awaitAcknowledged(10 * SOME);
            assertThat(service.isReady()).isTrue();
            replicated.standby.restart();
            replicated.awaitReplica();
            load.awaitAcknowledged(SOME);
            check(service, load);
        }
    }

    @Test
    void theLagGrowsFromTheBeginningOfAnOutage() throws Exception {
        Await.until("the service is older than the outage", () -> replicated.value("process_uptime_seconds") > 10);
        long before = System.nanoTime();
        replicated.awaitReplica();
        replicated.standby.kill();
        try {
            double lagging = replicated.outcome("lag");
            Await.until("reads go to the primary", () -> {
                replicated.send("GET", "/api/groups", "");
                return replicated.outcome("lag") > lagging;
            });

            double lag = replicated.value("useradmin_replica_lag_seconds");
            double sinceReplicaServed = (System.nanoTime() - before) / (double) TimeUnit.SECONDS.toNanos(1);
            assertThat(lag).isBetween(0.001, sinceReplicaServed + MAX_LAG_SECONDS);
        } finally {
            replicated.standby.restart();
        }
        replicated.awaitReplica();
    }

    /**
     * Connections to the standby stay open, but it does not respond. The service gives them up because of the lag, and then the
     * reads on them because of the silence.
     */
    @Slow
    @Test
    void hang() throws Exception {
        try (Load load = new Load(service, replicated.key)) {
            load.awaitAcknowledged(SOME);
            replicated.awaitReplica();
            replicated.standby.freeze();
            load.awaitAcknowledged(10 * SOME);
            assertThat(service.isReady()).isTrue();
            replicated.standby.thaw();
            replicated.awaitReplica();
            check(service, load);
        } finally {
            replicated.standby.thaw();
        }
    }

    /** The service notices the hang after these reads were sent to the standby. They must not wait until it responds again. */
    @Slow
    @Test
    void readsSentBeforeItHangs() throws Exception {
        String user = Replicated.newUser();
        replicated.awaitReplayed(replicated.put(user, "here"));
        double before = replicated.outcome("failure");
        // A busy machine may send the reads only after the service has noticed the hang, so this is repeated.
        Await.until("reads were sent to the standby that hangs", () -> {
            readDuringAHang(user);
            return replicated.outcome("failure") > before;
        });
    }

    private void readDuringAHang(String user) throws Exception {
        replicated.awaitReplica();
        replicated.standby.freeze();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Stream.generate(() -> CompletableFuture.supplyAsync(() -> replicated.data(user), threads))
                    .limit(SOME)
                    .toList()
                    .forEach(read -> assertThat(read.join()).contains("here"));
        } finally {
            replicated.standby.thaw();
        }
        replicated.awaitReplica();
    }

    /** PostgreSQL cancels statements and connections on a standby that conflict with replay. */
    @Slow
    @Test
    void statementsAndConnectionsEnd() throws Exception {
        try (Load load = new Load(service, replicated.key)) {
            load.awaitAcknowledged(SOME);
            replicated.awaitReplica();
            double before = replicated.outcome("failure");
            // A cancellation may come when no statement is running, so it is repeated.
            Await.until("reads fail on the replica", () -> {
                endAll(2 * SOME);
                return replicated.outcome("failure") > before;
            });
            replicated.awaitReplica();
            check(service, load);
        }
    }

    private void endAll(int rounds) throws SQLException {
        for (int round = 0; round < rounds; round++) {
            replicated.standby.run(
                    "select pg_%s_backend(pid) from pg_stat_activity where application_name = 'vertx-pg-client'"
                            .formatted(round % 10 == 0 ? "terminate" : "cancel"));
        }
    }

    /**
     * The standby starts after the service and is promoted. Then it no longer follows the primary, so the service must not read
     * on it.
     */
    @Slow
    @Test
    void startsWithoutTheStandbyAndSurvivesAPromotion() throws Exception {
        try (Replicated other = new Replicated()) {
            other.standby.kill();
            try (ServiceProcess alone = other.start(MAX_LAG)) {
                assertThat(alone.isReady()).isTrue();
                other.put(USER, "before");
                assertThat(other.data(USER)).contains("before");
                other.standby.restart();
                other.awaitReplica();
                survivesAPromotion(other, alone);
            }
        }
    }

    private static void survivesAPromotion(Replicated replicated, ServiceProcess service) throws Exception {
        try (Load load = new Load(service, replicated.key)) {
            load.awaitAcknowledged(SOME);
            replicated.awaitReplica();
            replicated.standby.promote();
            Await.until(
                    "the standby is promoted",
                    () -> replicated
                                    .standby
                                    .list("select 1 where not pg_is_in_recovery()")
                                    .size()
                            == 1);
            replicated.standby.run("update users set public_data = '{\"v\":\"elsewhere\"}'");
            load.awaitAcknowledged(10 * SOME);
            assertThat(replicated.data(USER)).contains("before");
            check(service, load);
        }
    }

    private static void check(ServiceProcess service, Load load) throws Exception {
        load.stop();
        assertThat(load.refusals()).isEmpty();
        assertThat(load.unanswered()).isZero();
        assertThat(service.faults()).isEmpty();
        assertThat(service.linesOutsideTheLog()).isEmpty();
    }
}
