package io.useradmin.operator;

import io.useradmin.operator.jdbc.Jdbc;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** Allows one import at a time per tenant, with a lock that lasts as long as the connection. */
final class ImportLock {
    private static final String LOCK_NOT_AVAILABLE = "55P03";

    /** After an import has ended or was killed, PostgreSQL needs a moment to notice that and to release the lock. */
    private static final String LOCK_TIMEOUT = "set local lock_timeout = '3s'";

    private static final String LOCK = "select pg_advisory_lock(hashtextextended('useradmin import ' || ?, 0))";

    private ImportLock() {}

    static void acquire(Connection connection, String tenant) throws SQLException {
        try {
            Jdbc.inTransaction(connection, () -> lock(connection, tenant));
        } catch (SQLException refusal) {
            if (LOCK_NOT_AVAILABLE.equals(refusal.getSQLState())) {
                throw new Failure("Another import into tenant " + tenant + " is running.");
            }
            throw refusal;
        }
    }

    private static List<String> lock(Connection connection, String tenant) throws SQLException {
        Jdbc.update(connection, LOCK_TIMEOUT);
        return Jdbc.query(connection, LOCK, row -> row.getString(1), tenant);
    }
}
