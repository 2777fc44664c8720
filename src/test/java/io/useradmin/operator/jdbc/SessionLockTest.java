package io.useradmin.operator.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.testsupport.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;

class SessionLockTest {
    private static final String NAME = "a lock of a test";

    @Test
    void belongsToOneConnection() throws SQLException {
        try (Connection first = TestDatabase.connect();
                Connection second = TestDatabase.connect()) {
            assertThat(SessionLock.acquire(first, NAME)).isTrue();
            assertThat(SessionLock.acquire(second, NAME)).isFalse();
        }
    }

    /** With the defaults of Linux, the lock of a lost machine would last for two hours, or 15 minutes if an answer is on its way. */
    @Test
    void endsSoonIfTheMachineIsLost() throws SQLException {
        try (Connection connection = TestDatabase.connect()) {
            SessionLock.acquire(connection, NAME);
            assertThat(Jdbc.query(
                            connection,
                            "select current_setting('tcp_keepalives_idle')::int"
                                    + " + current_setting('tcp_keepalives_interval')::int"
                                    + " * current_setting('tcp_keepalives_count')::int,"
                                    + " current_setting('tcp_user_timeout')::int / 1000",
                            row -> List.of(row.getInt(1), row.getInt(2))))
                    .as("seconds without an answer to keepalives, and to data")
                    .containsExactly(List.of(60, 60));
        }
    }
}
