package io.useradmin.operator.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Runs statements with parameters of the service's types. */
public final class Jdbc {
    private Jdbc() {}

    /** Reads a value from the current row of a result. */
    public interface RowReader<T> {
        T read(ResultSet row) throws SQLException;
    }

    /** Work in one transaction. */
    public interface Work<T> {
        T run() throws SQLException;
    }

    /**
     * Runs a statement; what it returns is discarded. To find out how many rows a statement changed, count returned rows: the
     * update count is wrong on Citus.
     */
    public static void update(Connection connection, String statement, @Nullable Object... parameters)
            throws SQLException {
        try (PreparedStatement prepared = prepare(connection, statement, parameters)) {
            prepared.execute();
        }
    }

    /** Runs a statement that returns nothing once for each list of parameters, without waiting in between. */
    public static void updateEach(Connection connection, String statement, List<List<String>> parameters)
            throws SQLException {
        try (PreparedStatement prepared = connection.prepareStatement(statement)) {
            for (List<String> values : parameters) {
                for (int index = 0; index < values.size(); index++) {
                    prepared.setString(index + 1, values.get(index));
                }
                prepared.addBatch();
            }
            prepared.executeBatch();
        }
    }

    /** Whether a statement returns a row. */
    public static boolean exists(Connection connection, String query, @Nullable Object... parameters)
            throws SQLException {
        return !query(connection, query, row -> true, parameters).isEmpty();
    }

    public static <T> List<T> query(
            Connection connection, String query, RowReader<T> reader, @Nullable Object... parameters)
            throws SQLException {
        try (PreparedStatement prepared = prepare(connection, query, parameters);
                ResultSet rows = prepared.executeQuery()) {
            List<T> values = new ArrayList<>();
            while (rows.next()) {
                values.add(reader.read(rows));
            }
            return values;
        }
    }

    /** If {@code work} fails with any exception, the transaction is rolled back. */
    public static <T> T inTransaction(Connection connection, Work<T> work) throws SQLException {
        connection.setAutoCommit(false);
        try {
            T result = work.run();
            connection.commit();
            connection.setAutoCommit(true);
            return result;
        } catch (SQLException | RuntimeException failure) {
            rollBack(connection, failure);
            throw failure;
        }
    }

    /** If the connection is broken, there is nothing to roll back, and the first failure is more useful. */
    private static void rollBack(Connection connection, Exception failure) {
        try {
            connection.rollback();
            connection.setAutoCommit(true);
        } catch (SQLException gone) {
            failure.addSuppressed(gone);
        }
    }

    public static Instant instant(ResultSet row, String column) throws SQLException {
        return row.getObject(column, OffsetDateTime.class).toInstant();
    }

    public static @Nullable Instant optionalInstant(ResultSet row, String column) throws SQLException {
        return row.getObject(column) == null ? null : instant(row, column);
    }

    static PreparedStatement prepare(Connection connection, String statement, @Nullable Object... parameters)
            throws SQLException {
        PreparedStatement prepared = connection.prepareStatement(statement);
        for (int index = 0; index < parameters.length; index++) {
            prepared.setObject(index + 1, parameter(connection, parameters[index]));
        }
        return prepared;
    }

    private static @Nullable Object parameter(Connection connection, @Nullable Object value) throws SQLException {
        return switch (value) {
            case null -> null;
            case Instant instant -> instant.atOffset(ZoneOffset.UTC);
            case List<?> texts -> connection.createArrayOf("text", texts.toArray());
            case Object other -> other;
        };
    }
}
