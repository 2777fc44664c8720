package io.useradmin.testsupport;

import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.util.Map;

/** The test database, where every transaction of the service asks to be serializable. */
public final class SerializableDatabase implements QuarkusTestResourceLifecycleManager {
    @Override
    public int order() {
        return 1;
    }

    @Override
    public Map<String, String> start() {
        return Map.of(
                "quarkus.datasource.reactive.url",
                "postgresql://localhost:%d/postgres".formatted(TestDatabase.port()),
                "quarkus.datasource.reactive.additional-properties.default_transaction_isolation",
                "serializable",
                "quarkus.datasource.username",
                "postgres",
                "quarkus.datasource.password",
                "postgres");
    }

    @Override
    public void stop() {
        // The database ends with the JVM.
    }
}
