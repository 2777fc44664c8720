package io.useradmin.fault;

import static io.useradmin.fault.Recovery.SOME;
import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.testsupport.Await;
import io.useradmin.testsupport.Load;
import io.useradmin.testsupport.OwnPostgres;
import io.useradmin.testsupport.ServiceProcess;
import io.useradmin.testsupport.Slow;
import io.useradmin.testsupport.TcpProxy;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Faults of PostgreSQL and of the network to it, under load. After each fault, the same service process recovers by itself,
 * every acknowledged write is in the database, and no other write is half done.
 */
class FaultsIT {
    private static final int MAX_CONNECTIONS = 30;
    /** Fewer than the service could have, and without those that PostgreSQL reserves for superusers. */
    private static final int LEFT_CONNECTIONS = 5;

    private static OwnPostgres database;
    private static TcpProxy line;
    private static ServiceProcess service;
    private static String key;

    private Load load;

    @BeforeAll
    static void start() throws Exception {
        database = OwnPostgres.migrated(Map.of("max_connections", Integer.toString(MAX_CONNECTIONS)));
        key = database.key();
        line = new TcpProxy(database.port());
        service = ServiceProcess.start("postgresql://localhost:" + line.port() + "/postgres", Recovery.SHORT_TIMEOUTS);
    }

    @AfterAll
    static void end() throws Exception {
        service.close();
        line.cut();
        database.close();
    }

    @BeforeEach
    void write() throws Exception {
        load = new Load(service, key);
        load.awaitAcknowledged(SOME);
    }

    @AfterEach
    void stopWriting() throws Exception {
        load.close();
    }

    @Test
    void databaseKilled() throws Exception {
        database.kill();
        Await.until("the service is not ready", () -> !service.isReady());
        database.restart();
        assertRecovers("PostgreSQL killed and started again");
    }

    @Slow
    @Test
    void databaseFrozen() throws Exception {
        database.freeze();
        load.awaitRefused(SOME);
        assertThat(service.isReady()).isFalse();
        database.thaw();
        assertRecovers("PostgreSQL frozen and thawed");
        assertThat(load.refusals())
                .anyMatch(refusal -> refusal.body().contains("It is unknown whether the change was made"))
                .anyMatch(refusal -> refusal.body().contains("Nothing was changed"));
    }

    @Slow
    @Test
    void lineCutInTheMiddleOfTransactions() throws Exception {
        Random random = new Random(4);
        for (int time = 0; time < 20; time++) {
            line.cut();
            Thread.sleep(random.nextInt(20));
            line.join();
            load.awaitAcknowledged(1 + random.nextInt(SOME));
        }
        assertRecovers("Line to PostgreSQL cut 20 times");
    }

    @Slow
    @Test
    void outOfConnections() throws Exception {
        List<Connection> others = new ArrayList<>();
        line.cut();
        try {
            Await.until(
                    "the service's connections end",
                    () -> database.lastQueriesOfService().isEmpty());
            while (others.size() < MAX_CONNECTIONS - LEFT_CONNECTIONS) {
                others.add(database.connect());
            }
        } finally {
            line.join();
        }
        load.awaitAcknowledged(SOME);
        for (Connection other : others) {
            other.close();
        }
        assertRecovers("PostgreSQL out of connections");
    }

    @Slow
    @Test
    void databaseReadOnly() throws Exception {
        database.run("alter system set default_transaction_read_only = on");
        database.run("select pg_reload_conf()");
        load.awaitRefused(SOME);
        Await.until("the service is ready, because reads still work", service::isReady);
        try (Connection connection = database.connect();
                var statement = connection.createStatement()) {
            statement.execute("set default_transaction_read_only = off");
            statement.execute("alter system reset default_transaction_read_only");
            statement.execute("select pg_reload_conf()");
        }
        assertRecovers("PostgreSQL read-only");
        assertThat(load.unanswered()).isZero();
    }

    private void assertRecovers(String fault) throws Exception {
        Recovery.check(fault, service, load, database);
    }
}
