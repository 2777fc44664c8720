package io.useradmin.testsupport;

import io.useradmin.operator.jdbc.Jdbc;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;

/** SQL statements of tests, on one shared connection that the service does not use. */
public final class Sql {
    private static final Connection SHARED = open();

    private static Connection connection = SHARED;

    private Sql() {}

    /** Uses another database from now on. {@link #useTestDatabase} closes the connection. */
    public static synchronized void use(Connection other) {
        connection = other;
    }

    /** Uses the shared test database again. */
    public static synchronized void useTestDatabase() {
        try {
            connection.close();
            connection = SHARED;
        } catch (SQLException failure) {
            throw new IllegalStateException(failure);
        }
    }

    /** Runs a statement; what it returns is discarded. */
    public static synchronized void run(String statement, Object... parameters) {
        try {
            Jdbc.update(connection, statement, parameters);
        } catch (SQLException failure) {
            throw new IllegalStateException(failure);
        }
    }

    /** The first column of every row, as text. */
    public static synchronized List<String> list(String query, Object... parameters) {
        try {
            return Jdbc.query(connection, query, row -> row.getString(1), parameters);
        } catch (SQLException failure) {
            throw new IllegalStateException(failure);
        }
    }

    /** The only column of the only row, as text. SQL null is the text "null". */
    public static String value(String query, Object... parameters) {
        return Objects.toString(list(query, parameters).getFirst());
    }

    /**
     * PostgreSQL plans the check of a foreign key once per connection. Without this setting, it may choose to read all of a small
     * table, and still does so when the table has 50,000 rows: inserting 100,000 sessions then took minutes.
     */
    private static Connection open() {
        try {
            Connection opened = TestDatabase.connect();
            Jdbc.update(opened, "set enable_seqscan = off");
            return opened;
        } catch (SQLException failure) {
            throw new IllegalStateException(failure);
        }
    }
}
