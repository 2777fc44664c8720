package io.useradmin.schema;

import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import io.useradmin.testsupport.FreshDatabase;
import io.useradmin.testsupport.TestDatabase;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;

/** The test database behind a proxy that records every prepared statement, however the service sends it. */
public final class OverheardDatabase implements QuarkusTestResourceLifecycleManager {
    /** The recorded statements, unchanged. */
    static final Set<String> STATEMENTS = new ConcurrentSkipListSet<>();

    /** PostgreSQL's Parse message: a name, the statement, and the types of its parameters. */
    private static final byte PARSE = 'P';

    @Override
    public Map<String, String> start() {
        int port = OverheardLine.open(TestDatabase.port(), new Notes());
        return Map.of(
                "quarkus.datasource.reactive.url",
                "postgresql://localhost:%d/postgres".formatted(port),
                "quarkus.datasource.username",
                FreshDatabase.USER,
                "quarkus.datasource.password",
                "postgres");
    }

    @Override
    public void stop() {
        // The proxy ends with the JVM.
    }

    private static final class Notes implements OverheardLine.Ear {
        @Override
        public void ofClient(byte type, byte[] message) {
            if (type == PARSE) {
                String[] nameAndStatement = new String(message, StandardCharsets.UTF_8).split("\0");
                STATEMENTS.add(nameAndStatement[1].strip());
            }
        }

        @Override
        public boolean ofDatabase(byte type, byte[] message) {
            return true;
        }
    }
}
