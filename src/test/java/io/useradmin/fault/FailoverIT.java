package io.useradmin.fault;

import static io.useradmin.fault.Recovery.SOME;

import io.useradmin.testsupport.Load;
import io.useradmin.testsupport.OwnPostgres;
import io.useradmin.testsupport.ServiceProcess;
import io.useradmin.testsupport.TcpProxy;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * A primary dies and its synchronous standby, which has another address, takes over under the same name. Meanwhile the old one
 * comes back where the name still leads, so that the service is connected to a server that takes no writes.
 */
@EnabledOnOs(value = OS.LINUX, disabledReason = "only there does a machine have many addresses of its own")
class FailoverIT {
    private static final String NAME = "database.test";

    @TempDir
    private Path folder;

    @Test
    void failover() throws Exception {
        try (OwnPostgres primary = new OwnPostgres(Map.of()).migrated();
                OwnPostgres standby = primary.standby()) {
            String key = primary.key();
            InetAddress before = InetAddress.getByName("127.0.0.2");
            InetAddress after = InetAddress.getByName("127.0.0.3");
            var toPrimary = new TcpProxy(before, 0, primary.port());
            var toStandby = new TcpProxy(after, toPrimary.port(), standby.port());
            Path hosts = Files.createFile(folder.resolve("hosts"));
            name(hosts, before);
            try (ServiceProcess service = ServiceProcess.start(
                            "postgresql://%s:%d/postgres".formatted(NAME, toPrimary.port()),
                            settings(),
                            "-Djdk.net.hosts.file=" + hosts,
                            "-Dsun.net.inetaddr.ttl=1");
                    Load load = new Load(service, key)) {
                load.awaitAcknowledged(SOME);
                primary.kill();
                primary.restartReadOnly();
                load.awaitRefused(SOME);

                standby.promote();
                name(hosts, after);
                Recovery.check("Fail-over to another address", service, load, standby);
            } finally {
                toPrimary.cut();
                toStandby.cut();
            }
        }
    }

    private static Map<String, String> settings() {
        Map<String, String> settings = new HashMap<>(Recovery.SHORT_BOUNDS);
        settings.put("QUARKUS_DATASOURCE_REACTIVE_MAX_LIFETIME", "3s");
        return settings;
    }

    /** What the name stands for from now on. */
    private static void name(Path hosts, InetAddress address) throws Exception {
        Files.writeString(hosts, address.getHostAddress() + " " + NAME + "\n");
    }
}
