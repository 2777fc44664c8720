package io.useradmin.fault;

import static io.useradmin.fault.Recovery.SOME;
import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.testsupport.Load;
import io.useradmin.testsupport.OwnPostgres;
import io.useradmin.testsupport.ServiceProcess;
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

/** A primary dies, and its synchronous standby, which has another address, takes over under the same name. */
@EnabledOnOs(value = OS.LINUX, disabledReason = "only there does a machine have many addresses of its own")
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

    /** Connections to the old primary are taken, and nothing answers there: neither those of before nor new ones. */
    @Test
    void theOldOneFreezes() throws Exception {
        try (ServiceProcess service = service(Map.of());
                Load load = new Load(service, key)) {
            load.awaitAcknowledged(SOME);
            primary.freeze();
            toPrimary.cut();
            toPrimary.join();
            load.awaitRefused(2 * SOME);
            standby.promote();
            name(after);
            Recovery.check("Primary frozen, fail-over to another address", service, load, standby);
        } finally {
            primary.kill();
        }
    }

    /**
     * The worst case, against which those who switch over fence the old primary: it answers again, read-only and of the past,
     * before the name leads elsewhere. Connections to it end by their age.
     */
    @Test
    void theOldOneComesBack() throws Exception {
        try (ServiceProcess service = service(Map.of("QUARKUS_DATASOURCE_REACTIVE_MAX_LIFETIME", "3s"));
                Load load = new Load(service, key)) {
            load.awaitAcknowledged(SOME);
            primary.kill();
            primary.restartReadOnly();
            load.awaitRefused(SOME);
            assertThat(service.isReady()).as("reads go on").isTrue();
            standby.promote();
            name(after);
            ServiceProcess.await(
                    "nobody is connected to the old one",
                    () -> primary.connectionsOfService().isEmpty());
            Duration recovery = load.awaitAcknowledged(SOME);
            load.stop();
            LOG.infof(
                    "Old primary back, read-only: %s, well again after %d ms",
                    load.figures(standby), recovery.toMillis());
            assertThat(load.lost(standby)).isEmpty();
            assertThat(load.torn(standby)).isEmpty();
            assertThat(load.unanswered()).isZero();
            assertThat(load.refusals()).allSatisfy(FailoverIT::isUnavailableOrOfThePast);
        }
    }

    private static void isUnavailableOrOfThePast(HttpResponse<String> refusal) {
        if (refusal.request().method().equals("GET")) {
            assertThat(refusal.statusCode()).isIn(503, 404);
        } else {
            Recovery.isUnavailable(refusal);
        }
    }

    /** By default Java remembers an address for half a minute. */
    private ServiceProcess service(Map<String, String> more) throws Exception {
        Map<String, String> settings = new HashMap<>(Recovery.SHORT_BOUNDS);
        settings.putAll(more);
        return ServiceProcess.start(
                "postgresql://%s:%d/postgres".formatted(NAME, toPrimary.port()),
                settings,
                "-Djdk.net.hosts.file=" + hosts(),
                "-Dsun.net.inetaddr.ttl=1");
    }

    /** What the name stands for from now on. */
    private void name(InetAddress address) throws IOException {
        Files.writeString(hosts(), address.getHostAddress() + " " + NAME + "\n");
    }

    private Path hosts() {
        return folder.resolve("hosts");
    }
}
