package io.useradmin.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.useradmin.operator.Commands.Outcome;
import io.useradmin.operator.jdbc.Jdbc;
import io.useradmin.testsupport.FreshDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Distribution without Citus. The tests with Citus are in io.useradmin.citus. */
class DistributeCommandTest {
    private final FreshDatabase fresh = new FreshDatabase();
    private final Database database = new Database(fresh.jdbcUrl(), FreshDatabase.USER, null);
    private final Commands commands = new Commands(database, Clock.systemUTC());

    @AfterEach
    void drop() {
        fresh.close();
    }

    @Test
    void asksForCitus() {
        commands.line("migrate");
        assertThat(commands.line("distribute"))
                .isEqualTo(new Outcome(
                        1,
                        "",
                        "The database has no Citus: run 'create extension citus' and add the nodes first."
                                + System.lineSeparator()));
    }

    /** A write to a reference table costs a write on every node. So reference tables must be small and rarely written. */
    @Test
    void distributesAllTablesExceptThese() throws Exception {
        commands.line("migrate");
        try (Connection connection = database.connect()) {
            DistributionPlan plan = new Distribution(connection).plan();
            assertThat(plan.reference()).containsExactly("ssf_keys", "tenants", "api_keys");
            assertThat(plan.distributed())
                    .startsWith("users")
                    .contains("sessions", "events", "groups", "group_members");
            assertThat(Stream.concat(plan.tables(), Stream.of("flyway_schema_history")))
                    .containsExactlyInAnyOrderElementsOf(Jdbc.query(
                            connection,
                            "select tablename from pg_tables where schemaname = 'public'",
                            row -> row.getString(1)));
        }
    }

    /** While it waits for a table, all later requests for the table wait too. */
    @Test
    void doesNotWaitForLongUntilTheTablesAreFree() throws Exception {
        commands.line("migrate");
        try (Connection export = database.connect();
                Connection connection = database.connect()) {
            export.setAutoCommit(false);
            Jdbc.update(export, "select count(*) from users");
            var distribution = new Distribution(connection);
            DistributionPlan plan = distribution.plan();

            assertThatExceptionOfType(SQLException.class)
                    .isThrownBy(() -> Jdbc.inTransaction(connection, () -> {
                        distribution.lockNew(plan, Map.of());
                        return true;
                    }))
                    .matches(failure -> DatabaseErrors.describe(failure).equals(DatabaseErrors.LOCKED));
        }
    }

    @Test
    void doesNotPlanForAnEmptyDatabase() throws Exception {
        try (Connection connection = database.connect()) {
            assertThat(new Distribution(connection).plan().tables()).isEmpty();
        }
    }
}
