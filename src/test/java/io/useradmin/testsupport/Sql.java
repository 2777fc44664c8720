package io.useradmin.testsupport;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
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

    /** Runs a statement that returns no rows. Returns the number of changed rows. */
    public static synchronized int run(String statement, Object... parameters) {
        try (PreparedStatement prepared = connection.prepareStatement(statement)) {
            bind(prepared, parameters);
            return prepared.executeUpdate();
        } catch (SQLException failure) {
            throw new IllegalStateException(failure);
        }
    }

    /** The first column of every row, as text. */
    public static synchronized List<String> list(String query, Object... parameters) {
        try (PreparedStatement prepared = connection.prepareStatement(query)) {
            bind(prepared, parameters);
            List<String> values = new ArrayList<>();
            try (ResultSet rows = prepared.executeQuery()) {
                while (rows.next()) {
                    values.add(rows.getString(1));
                }
            }
            return values;
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
            try (Statement statement = opened.createStatement()) {
                statement.execute("set enable_seqscan = off");
            }
            return opened;
        } catch (SQLException failure) {
            throw new IllegalStateException(failure);
        }
    }

    private static void bind(PreparedStatement prepared, Object... parameters) throws SQLException {
        for (int index = 0; index < parameters.length; index++) {
            prepared.setObject(
                    index + 1,
                    switch (parameters[index]) {
                        case null -> null;
                        case Instant instant -> instant.atOffset(ZoneOffset.UTC);
                        case List<?> texts -> connection.createArrayOf("text", texts.toArray());
                        case Object other -> other;
                    });
        }
    }
}
