package io.useradmin.operator.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.useradmin.testsupport.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

/** The transaction of a command: whatever ends it, the command gets the first failure. */
class JdbcTest {
    @Test
    void rollsBackAFailedTransaction() throws Exception {
        try (Connection connection = TestDatabase.connect()) {
            var failure = new IllegalStateException("the work failed");
            assertThatThrownBy(() -> Jdbc.inTransaction(connection, () -> {
                        Jdbc.update(connection, "create temp table kept (place integer)");
                        throw failure;
                    }))
                    .isSameAs(failure);
            assertThat(connection.getAutoCommit()).isTrue();
            assertThat(Jdbc.query(
                            connection, "select to_regclass('kept')::text", row -> String.valueOf(row.getString(1))))
                    .containsExactly("null");
        }
    }

    /** The connection breaks, so the rollback fails too. */
    @Test
    void reportsTheFailureBeforeThatOfTheRollback() throws Exception {
        try (Connection connection = TestDatabase.connect()) {
            assertThatThrownBy(() -> Jdbc.inTransaction(
                            connection,
                            () -> Jdbc.query(
                                    connection,
                                    "select pg_terminate_backend(pg_backend_pid())",
                                    row -> row.getBoolean(1))))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("terminating connection");
        }
    }
}
