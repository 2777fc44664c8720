package io.useradmin.operator;

import io.useradmin.operator.jdbc.SessionLock;
import java.sql.Connection;
import java.sql.SQLException;

/** Allows one import at a time per tenant. */
final class ImportLock {
    private ImportLock() {}

    static void acquire(Connection connection, String tenant) throws SQLException {
        if (!SessionLock.acquire(connection, "useradmin import " + tenant)) {
            throw new Failure("Another import into tenant " + tenant + " is running.");
        }
    }
}
