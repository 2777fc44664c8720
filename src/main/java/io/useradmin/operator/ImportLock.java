package io.useradmin.operator;

import io.useradmin.operator.jdbc.Jdbc;
import java.sql.Connection;
import java.sql.SQLException;

/** Lets one import at a time into a tenant, for as long as its connection lives. */
final class ImportLock {
    private ImportLock() {}

    static void take(Connection connection, String tenant) throws SQLException {
        boolean taken = Jdbc.query(
                        connection,
                        "select pg_try_advisory_lock(hashtextextended('useradmin import ' || ?, 0))",
                        row -> row.getBoolean(1),
                        tenant)
                .getFirst();
        if (!taken) {
            throw new Failure("Another import into tenant " + tenant + " is running.");
        }
    }
}
