package io.useradmin.dev;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Many rows for one statement, sent to the database together. */
final class Batch {
    private Batch() {}

    /** The parameters of one row. */
    static List<@Nullable Object> row(@Nullable Object... values) {
        return Arrays.asList(values);
    }

    /** Runs {@code statement} once for each row. */
    static void run(Connection connection, String statement, Stream<List<@Nullable Object>> rows) throws SQLException {
        try (PreparedStatement prepared = connection.prepareStatement(statement)) {
            for (List<@Nullable Object> row : rows.toList()) {
                bind(connection, prepared, row);
                prepared.addBatch();
            }
            prepared.executeBatch();
        }
    }

    private static void bind(Connection connection, PreparedStatement prepared, List<@Nullable Object> row)
            throws SQLException {
        for (int index = 0; index < row.size(); index++) {
            prepared.setObject(index + 1, parameter(connection, row.get(index)));
        }
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
