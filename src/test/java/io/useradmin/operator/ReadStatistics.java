package io.useradmin.operator;

import io.useradmin.operator.jdbc.Jdbc;
import io.useradmin.testsupport.Await;
import java.sql.Connection;
import java.sql.SQLException;

/** What PostgreSQL's cumulative statistics say about the reads of a database that no other test uses. */
final class ReadStatistics {
    private static final String CONNECTIONS =
            "select count(*) from pg_stat_activity where datname = current_database()";

    private ReadStatistics() {}

    /** The number that {@code query} returns when all other connections have ended, because each reports its reads then. */
    static long number(Database database, String query) throws Exception {
        try (Connection connection = database.connect()) {
            Await.until("other connections end", () -> number(connection, CONNECTIONS) == 1);
            return number(connection, query);
        }
    }

    private static long number(Connection connection, String query) throws SQLException {
        return Jdbc.query(connection, query, row -> row.getLong(1)).getFirst();
    }
}
