package io.useradmin.operator.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.testsupport.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
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

    /** With the defaults of Linux, the lock of a lost machine would last for two hours. */
    @Test
    void endsSoonIfTheMachineIsLost() throws SQLException {
        try (Connection connection = TestDatabase.connect()) {
            SessionLock.acquire(connection, NAME);
            assertThat(Jdbc.query(
                            connection,
                            "select current_setting('tcp_keepalives_idle')::int"
                                    + " + current_setting('tcp_keepalives_interval')::int"
                                    + " * current_setting('tcp_keepalives_count')::int",
                            row -> row.getInt(1)))
                    .as("seconds")
                    .containsExactly(60);
        }
    }
}
