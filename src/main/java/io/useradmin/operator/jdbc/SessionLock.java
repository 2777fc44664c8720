package io.useradmin.operator.jdbc;

import java.sql.Connection;
import java.sql.SQLException;

/** A lock that one process has, as long as its connection lives. */
public final class SessionLock {
    /** The SQLSTATE if a lock was not free in time. */
    public static final String NOT_AVAILABLE = "55P03";

    /** After a process has ended or was killed, PostgreSQL needs a moment to notice that and to release the lock. */
    private static final String TIMEOUT = "set local lock_timeout = '3s'";

    /**
     * If the machine of a process is lost, PostgreSQL notices that after a minute. While data is not acknowledged, Linux sends no
     * keepalives; then the last setting, in milliseconds, is the limit.
     */
    private static final String KEEPALIVES = "set tcp_keepalives_idle = 30; set tcp_keepalives_interval = 10;"
            + " set tcp_keepalives_count = 3; set tcp_user_timeout = 60000";

    private static final String LOCK = "select pg_advisory_lock(hashtextextended(?, 0))";

    private SessionLock() {}

    /** Acquires the lock {@code name}. False if another process has it. */
    public static boolean acquire(Connection connection, String name) throws SQLException {
        try {
            return Jdbc.inTransaction(connection, () -> {
                Jdbc.update(connection, TIMEOUT);
                Jdbc.update(connection, KEEPALIVES);
                Jdbc.update(connection, LOCK, name);
                return true;
            });
        } catch (SQLException refusal) {
            if (NOT_AVAILABLE.equals(refusal.getSQLState())) {
                return false;
            }
            throw refusal;
        }
    }
}
