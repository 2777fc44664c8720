package io.useradmin.testsupport;

import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.util.Map;

/** The test database behind a {@link TcpProxy}. */
public final class ProxiedDatabase implements QuarkusTestResourceLifecycleManager {
    /** The connection between service and database. Tests cut it. */
    public static final TcpProxy LINE = new TcpProxy(TestDatabase.port());

    @Override
    public int order() {
        return 1;
    }

    @Override
    public Map<String, String> start() {
        return Map.of(
                "quarkus.datasource.reactive.url", "postgresql://localhost:%d/postgres".formatted(LINE.port()),
                "quarkus.datasource.username", "postgres",
                "quarkus.datasource.password", "postgres");
    }

    @Override
    public void stop() {
        // The proxy ends with the JVM.
    }
}
