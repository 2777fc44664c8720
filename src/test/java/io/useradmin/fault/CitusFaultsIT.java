package io.useradmin.fault;

import static io.useradmin.fault.Recovery.SOME;
import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.testsupport.CitusCluster;
import io.useradmin.testsupport.CitusDatabase;
import io.useradmin.testsupport.InstalledPostgres;
import io.useradmin.testsupport.Load;
import io.useradmin.testsupport.ServiceProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.jboss.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two tenants on two workers, while one tenant moves to another worker and while one worker is down. */
@Timeout(600)
class CitusFaultsIT {
    private static final Logger LOG = Logger.getLogger(CitusFaultsIT.class);

    @TempDir
    private Path folder;

    private CitusCluster cluster;
    private CitusDatabase database;
    private InstalledPostgres worker;
    private InstalledPostgres otherWorker;
    private String tenant;
    private String otherTenant;
    private String key;
    private String otherKey;

    @BeforeEach
    void start() throws Exception {
        cluster = CitusCluster.start(folder);
        database = cluster.database("useradmin");
        database.distribute(folder);
        worker = cluster.workers().getFirst();
        otherWorker = cluster.workers().getLast();
        tenant = database.tenantOn(worker);
        otherTenant = database.tenantOn(otherWorker);
        key = database.tenant(tenant);
        otherKey = database.tenant(otherTenant);
    }

    @AfterEach
    void stop() throws Exception {
        if (cluster != null) {
            cluster.close();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"force_logical", "block_writes"})
    void movesATenant(String mode) throws Exception {
        try (ServiceProcess service = ServiceProcess.start(database.reactiveUrl(), Map.of());
                Load load = new Load(service, tenant, key);
                Load otherLoad = new Load(service, otherTenant, otherKey)) {
            load.awaitAcknowledged(SOME);
            database.move(tenant, otherWorker, mode);
            assertThat(database.workerOf(tenant)).isSameAs(otherWorker);
            check("Shard moved (" + mode + ")", service, load);
            check("Shard moved (" + mode + "), other tenant", service, otherLoad);
            assertThat(load.refusals()).isEmpty();
            assertThat(otherLoad.refusals()).isEmpty();
        }
    }

    @Test
    void losesAWorkerForAWhile() throws Exception {
        try (ServiceProcess service = ServiceProcess.start(database.reactiveUrl(), Map.of());
                Load load = new Load(service, tenant, key);
                Load otherLoad = new Load(service, otherTenant, otherKey)) {
            load.awaitAcknowledged(SOME);
            worker.kill();
            load.awaitRefused(SOME);
            otherLoad.awaitAcknowledged(SOME);
            worker.restart();
            check("Worker killed and restarted", service, load);
            check("Worker killed and restarted, tenant of the other", service, otherLoad);
            assertThat(load.refusals()).allSatisfy(Recovery::assertUnavailable);
            assertThat(otherLoad.refusals())
                    .as("writes of a tenant of the other worker")
                    .isEmpty();
        }
    }

    private void check(String fault, ServiceProcess service, Load load) throws Exception {
        Duration recovery = load.awaitAcknowledged(SOME);
        load.stop();
        for (InstalledPostgres each : cluster.workers()) {
            database.awaitNoPreparedTransactions(each);
        }
        LOG.infof("%s: %s, well again after %d ms", fault, load.figures(database), recovery.toMillis());
        assertThat(load.lost(database)).isEmpty();
        assertThat(load.halfDone(database)).isEmpty();
        assertThat(load.unanswered()).isZero();
        assertThat(service.faults()).isEmpty();
    }
}
