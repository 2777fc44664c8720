package io.useradmin.testsupport;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Statements of the tests' own, beside the service, over one connection that they share. */
public final class Sql {
    private static final Connection SHARED = open();

    private static Connection connection = SHARED;

    private Sql() {}

    /** Runs the statements on another database from now on, by a connection of which this takes care. */
    public static synchronized void use(Connection other) {
        connection = other;
    }

    /** Runs the statements on the database that the tests share again. */
    public static synchronized void useTestDatabase() {
        try {
            connection.close();
            connection = SHARED;
        } catch (SQLException failure) {
            throw new IllegalStateException(failure);
        }
    }

    /** Runs a statement that answers nothing; how many rows it changed. */
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

    /** The only column of the only row, as text; null in the database is the word null. */
    public static String value(String query, Object... parameters) {
        return Objects.toString(list(query, parameters).getFirst());
    }

    private static Connection open() {
        try {
            return TestDatabase.connect();
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
