package io.useradmin.fault;

import static io.useradmin.fault.Recovery.SOME;
import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.testsupport.HeldGauges;
import io.useradmin.testsupport.Load;
import io.useradmin.testsupport.OwnPostgres;
import io.useradmin.testsupport.RawHttp2;
import io.useradmin.testsupport.ServiceProcess;
import io.useradmin.testsupport.Slow;
import io.useradmin.testsupport.TcpProxy;
import java.io.IOException;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jboss.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Many clients disconnect at random moments. Normal clients beside them must lose nothing. A build runs it for some seconds;
 * {@code -Dchaos.seconds=180} makes it longer, and {@code -Dchaos.seed=2} chooses other moments.
 */
@Slow
class ChaosIT {
    private static final Logger LOG = Logger.getLogger(ChaosIT.class);
    private static final Duration LONG_ENOUGH = Duration.ofSeconds(Long.getLong("chaos.seconds", 5));
    private static final long SEED = Long.getLong("chaos.seed", 1);
    private static final int HOSTILE = 16;
    /** So many keys that some have always left the cache. */
    private static final int KEYS = 50;

    private static final Duration SLOW = Duration.ofMillis(10);
    private static final int LONGEST_LOCK_MILLIS = 300;

    private final AtomicBoolean ended = new AtomicBoolean();
    private final Random random = new Random(SEED);
    private OwnPostgres database;
    private TcpProxy line;
    private ServiceProcess service;
    private List<String> keys;

    @BeforeEach
    void start() throws Exception {
        database = OwnPostgres.migrated(Map.of());
        keys = new ArrayList<>();
        for (int key = 0; key < KEYS; key++) {
            keys.add(database.key());
        }
        line = new TcpProxy(database.port());
        service = ServiceProcess.start(
                "postgresql://localhost:" + line.port() + "/postgres", Map.of("USERADMIN_API_KEY_CACHE_TTL", "1s"));
    }

    @AfterEach
    void end() throws Exception {
        service.close();
        line.cut();
        database.close();
    }

    @Test
    void fastDatabase() throws Exception {
        survives(() -> {});
    }

    @Test
    void slowDatabase() throws Exception {
        line.delay(SLOW);
        survives(this::lockForAMoment);
    }

    /** Runs during the test, after each response to the HTTP/2 client. */
    private interface Trouble {
        void make() throws Exception;
    }

    private void survives(Trouble trouble) throws Exception {
        LOG.infof("%d seconds with the seed %d", LONG_ENOUGH.toSeconds(), SEED);
        try (Load load = new Load(service, keys.getFirst())) {
            load.awaitAcknowledged(SOME);
            List<Thread> hostile = hostile();
            try (RawHttp2 caller = RawHttp2.openWide(service)) {
                long end = System.nanoTime() + LONG_ENOUGH.toNanos();
                while (System.nanoTime() < end) {
                    isAnswered(caller);
                    load.awaitAcknowledged(1);
                    trouble.make();
                }
            } finally {
                ended.set(true);
            }
            for (Thread caller : hostile) {
                caller.join();
            }
            Recovery.check("Callers who break off", service, load, database);
        }
        assertThat(service.liveness().statusCode()).isEqualTo(200);
        assertThat(service.log()).doesNotContain("\"level\":\"ERROR\"");
        HeldGauges.awaitZero(service);
    }

    private List<Thread> hostile() {
        List<Thread> threads = new ArrayList<>();
        for (int number = 0; number < HOSTILE; number++) {
            threads.add(Thread.ofPlatform()
                    .daemon()
                    .start(new HostileCaller(service, keys, SEED * HOSTILE + number, () -> !ended.get())));
        }
        return threads;
    }

    private void isAnswered(RawHttp2 caller) throws IOException {
        String key = keys.get(random.nextInt(KEYS));
        assertThat(caller.status(caller.get("/api/groups/g", key))).isIn(200, 503);
    }

    private void lockForAMoment() throws Exception {
        try (Connection blocker = database.connect()) {
            blocker.setAutoCommit(false);
            blocker.createStatement()
                    .execute("lock table " + (random.nextBoolean() ? "users" : "api_keys")
                            + " in access exclusive mode");
            Thread.sleep(random.nextInt(LONGEST_LOCK_MILLIS));
            blocker.rollback();
        }
    }
}
