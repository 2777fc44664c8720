package io.useradmin.testsupport;

import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** An empty database of a test's own, for what looks at all that a database holds. */
public final class FreshDatabase implements AutoCloseable {
    public static final String USER = "postgres";

    private static final AtomicInteger COUNTER = new AtomicInteger();

    private final String name = "fresh_" + ProcessHandle.current().pid() + "_" + COUNTER.incrementAndGet();

    public FreshDatabase() {
        Sql.run("create database " + name);
    }

    public String name() {
        return name;
    }

    public String reactiveUrl() {
        return "postgresql://localhost:%d/%s".formatted(TestDatabase.port(), name);
    }

    public String jdbcUrl() {
        return "jdbc:" + reactiveUrl();
    }

    /** Environment variables that lead a service or a command to it. */
    public Map<String, String> settings() {
        return Map.of("QUARKUS_DATASOURCE_REACTIVE_URL", reactiveUrl(), "QUARKUS_DATASOURCE_USERNAME", USER);
    }

    @Override
    public void close() {
        Sql.run("drop database " + name + " with (force)");
    }
}
