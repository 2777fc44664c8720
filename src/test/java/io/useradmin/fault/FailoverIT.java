package io.useradmin.fault;

import static io.useradmin.fault.Recovery.SOME;
import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.testsupport.Await;
import io.useradmin.testsupport.Load;
import io.useradmin.testsupport.OwnPostgres;
import io.useradmin.testsupport.ServiceProcess;
import io.useradmin.testsupport.Slow;
import io.useradmin.testsupport.TcpProxy;
import java.io.IOException;
import java.net.InetAddress;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jboss.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The primary fails. Its synchronous standby, at another address, takes over under the same DNS name. */
@Slow
@EnabledOnOs(value = OS.LINUX, disabledReason = "only Linux has several loopback addresses")
class FailoverIT {
    private static final Logger LOG = Logger.getLogger(FailoverIT.class);
    private static final String NAME = "database.test";

    @TempDir
    private Path folder;

    private OwnPostgres primary;
    private OwnPostgres standby;
    private InetAddress before;
    private InetAddress after;
    private TcpProxy toPrimary;
    private TcpProxy toStandby;
    private String key;

    @BeforeEach
    void startBoth() throws Exception {
        primary = OwnPostgres.migrated(Map.of());
        standby = primary.standby();
        key = primary.key();
        before = InetAddress.getByName("127.0.0.2");
        after = InetAddress.getByName("127.0.0.3");
        toPrimary = new TcpProxy(before, 0, primary.port());
        toStandby = new TcpProxy(after, toPrimary.port(), standby.port());
        name(before);
    }

    @AfterEach
    void endBoth() throws Exception {
        toPrimary.cut();
        toStandby.cut();
        standby.close();
        primary.close();
    }

    @Test
    void anotherAddress() throws Exception {
        try (ServiceProcess service = service(Map.of());
                Load load = new Load(service, key)) {
            load.awaitAcknowledged(SOME);
            primary.kill();
            load.awaitRefused(SOME);
            assertThat(service.isReady()).isFalse();
            standby.promote();
            name(after);
            Recovery.check("Fail-over to another address", service, load, standby);
        }
    }

    /**
     * The old primary accepts connections but does not respond, neither on old connections nor on new ones. It does not close those
     * that the service has closed.
     */
    @ParameterizedTest(name = "old connections cut: {0}")
    @ValueSource(booleans = {true, false})
    void oldPrimaryFreezes(boolean areCut) throws Exception {
        try (ServiceProcess service = service(Map.of());
                Load load = new Load(service, key)) {
            load.awaitAcknowledged(SOME);
            primary.freeze();
            if (areCut) {
                toPrimary.cut();
                toPrimary.join();
            }
            load.awaitRefused(2 * SOME);
            standby.promote();
            name(after);
            Recovery.check(
                    "Primary frozen, old connections cut: %s, fail-over to another address".formatted(areCut),
                    service,
                    load,
                    standby);
        } finally {
            primary.kill();
        }
    }

    /**
     * The worst case, which operators prevent by fencing the old primary: it comes back read-only with old data before the DNS
     * name leads to the new one. Connections to it end by max-lifetime.
     */
    @Test
    void oldPrimaryComesBack() throws Exception {
        try (ServiceProcess service = service(Map.of("QUARKUS_DATASOURCE_REACTIVE_MAX_LIFETIME", "3s"));
                Load load = new Load(service, key)) {
            load.awaitAcknowledged(SOME);
            primary.kill();
            primary.restartReadOnly();
            load.awaitRefused(SOME);
            Await.until("the service is ready, because reads still work", service::isReady);
            standby.promote();
            name(after);
            Await.until(
                    "nobody is connected to the old one",
                    () -> primary.lastQueriesOfService().isEmpty());
            Duration recovery = load.awaitAcknowledged(SOME);
            load.stop();
            LOG.infof(
                    "Old primary back, read-only: %s, well again after %d ms",
                    load.figures(standby), recovery.toMillis());
            assertThat(load.lost(standby)).isEmpty();
            assertThat(load.halfDone(standby)).isEmpty();
            assertThat(load.unanswered()).isZero();
            assertThat(load.refusals()).allSatisfy(FailoverIT::assertUnavailableOrOutdated);
        }
    }

    private static void assertUnavailableOrOutdated(HttpResponse<String> refusal) {
        if (refusal.request().method().equals("GET")) {
            assertThat(refusal.statusCode()).isIn(503, 404);
        } else {
            Recovery.assertUnavailable(refusal);
        }
    }

    /** Shortens Java's DNS cache, by default half a minute. */
    private ServiceProcess service(Map<String, String> more) throws Exception {
        Map<String, String> settings = new HashMap<>(Recovery.SHORT_TIMEOUTS);
        settings.putAll(more);
        return ServiceProcess.start(
                "postgresql://%s:%d/postgres".formatted(NAME, toPrimary.port()),
                settings,
                "-Djdk.net.hosts.file=" + hosts(),
                "-Dsun.net.inetaddr.ttl=1");
    }

    /** Makes the DNS name resolve to {@code address} from now on. */
    private void name(InetAddress address) throws IOException {
        Files.writeString(hosts(), address.getHostAddress() + " " + NAME + "\n");
    }

    private Path hosts() {
        return folder.resolve("hosts");
    }
}
