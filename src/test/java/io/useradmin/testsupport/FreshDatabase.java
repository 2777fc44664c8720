package io.useradmin.testsupport;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;

/** A database of its own for a test that reads everything in a database. */
public final class FreshDatabase implements AutoCloseable, SqlDatabase {
    public static final String USER = "postgres";

    private static final AtomicInteger COUNTER = new AtomicInteger();

    private final String name = "fresh_" + ProcessHandle.current().pid() + "_" + COUNTER.incrementAndGet();

    /** Creates an empty database. */
    public FreshDatabase() {
        Sql.run("create database " + name);
    }

    private FreshDatabase(String template) {
        Sql.run("create database " + name + " template " + template);
    }

    /** A database with the newest schema. */
    public static FreshDatabase migrated() {
        return new FreshDatabase(PostgresTemplate.MIGRATED);
    }

    /** An empty database whose texts have another encoding than UTF-8. */
    public static FreshDatabase encodedIn(String encoding) {
        return new FreshDatabase("template0 encoding '%s' locale 'C'".formatted(encoding));
    }

    /** A copy of this database. Nobody may be connected to this one. */
    public FreshDatabase copy() {
        return new FreshDatabase(name);
    }

    public String name() {
        return name;
    }

    @Override
    public String reactiveUrl() {
        return "postgresql://localhost:%d/%s".formatted(TestDatabase.port(), name);
    }

    public String jdbcUrl() {
        return "jdbc:" + reactiveUrl();
    }

    @Override
    public Connection connect() throws SQLException {
        return DriverManager.getConnection(jdbcUrl(), USER, null);
    }

    @Override
    public void close() {
        Sql.run("drop database " + name + " with (force)");
    }
}
