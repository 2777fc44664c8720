package io.useradmin.database;

import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.shared.OutageLog;
import io.useradmin.testsupport.CapturedLog;
import java.time.Duration;
import org.eclipse.microprofile.health.HealthCheckResponse.Status;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The readiness check notices the beginning and the end of an outage. */
class OutageEndTest {
    private final ProxiedPool proxied = new ProxiedPool();

    private long now;

    @AfterEach
    void close() {
        proxied.close();
    }

    @Test
    void isLogged() throws Exception {
        var readiness = new DatabaseReadiness(
                proxied.pool, proxied.pool, PatientBounds.read(), new OutageLog(() -> now), new Citus());
        try (CapturedLog log = CapturedLog.listen()) {
            proxied.line.cut();
            assertThat(status(readiness)).isEqualTo(Status.DOWN);
            assertThat(log.lines(OutageLog.class.getName()))
                    .singleElement()
                    .satisfies(begin -> assertThat(begin.text())
                            .startsWith("readiness probe: database unavailable, or a part of it: "));
            proxied.line.join();
            now += Duration.ofMinutes(1).toNanos();
            assertThat(status(readiness)).isEqualTo(Status.UP);
            assertThat(log.lines(OutageLog.class.getName()))
                    .hasSize(2)
                    .last()
                    .satisfies(end -> assertThat(end.text()).startsWith("database available: "));
        }
    }

    private static Status status(DatabaseReadiness readiness) {
        return readiness.call().await().indefinitely().getStatus();
    }
}
