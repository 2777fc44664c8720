package io.useradmin.testsupport;

import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** A database of a test's own, for what looks at all that a database holds. */
public final class FreshDatabase implements AutoCloseable {
    public static final String USER = "postgres";

    private static final AtomicInteger COUNTER = new AtomicInteger();

    private final String name = "fresh_" + ProcessHandle.current().pid() + "_" + COUNTER.incrementAndGet();

    /** The migrations run once in a JVM; each database with the schema is a copy of this one, which ends with the server. */
    private static final class Migrated {
        private static final FreshDatabase TEMPLATE = create();

        private static FreshDatabase create() {
            var empty = new FreshDatabase();
            Migrations.of(empty.jdbcUrl()).load().migrate();
            return empty;
        }
    }

    /** An empty one. */
    public FreshDatabase() {
        Sql.run("create database " + name);
    }

    private FreshDatabase(FreshDatabase template) {
        Sql.run("create database " + name + " template " + template.name);
    }

    /** One with the newest schema. */
    public static FreshDatabase migrated() {
        return Migrated.TEMPLATE.copy();
    }

    /** Another one that holds the same. Nobody may be connected to this one. */
    public FreshDatabase copy() {
        return new FreshDatabase(this);
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
