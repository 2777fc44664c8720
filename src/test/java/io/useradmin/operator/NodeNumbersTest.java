package io.useradmin.operator;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

import io.useradmin.operator.jdbc.Jdbc;
import io.useradmin.testsupport.FreshDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Without Citus: a function with the name and result of that of Citus runs the command on the only node. */
class NodeNumbersTest {
    private static final String ONE_WORKER = """
            create function run_command_on_workers(command text)
                returns table (nodename text, nodeport integer, success boolean, result text)
                language plpgsql
            as $$
            begin
                nodename := 'worker-1';
                nodeport := 5432;
                success := true;
                execute command into result;
                return next;
            end
            $$
            """;

    private final FreshDatabase fresh = FreshDatabase.migrated();

    @BeforeEach
    void create() throws SQLException {
        fresh.run(ONE_WORKER);
    }

    @AfterEach
    void drop() {
        fresh.close();
    }

    @Test
    void acceptWorkersThatAreNewerThanAllRows() throws SQLException {
        assertThatNoException().isThrownBy(this::check);
        fresh.run("insert into events (tenant_id, xid, occurred_at, type) values ('acme', '1', now(), 'user.deleted')");
        assertThatNoException().isThrownBy(this::check);
    }

    /** The last xid of epoch 1 is 8,589,934,591. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "insert into events (tenant_id, xid, occurred_at, type)"
                        + " values ('acme', '8589934591', now(), 'user.deleted')",
                "insert into purged_events (tenant_id, xid, seq) values ('acme', '8589934591', 1)",
                "insert into tenants values ('acme', 'Acme', now());"
                        + " insert into deliveries (tenant_id, target, xid, seq)"
                        + " values ('acme', 'https://example.com', '8589934591', 1)"
            })
    void refuseAWorkerThatIsOlderThanARow(String row) throws SQLException {
        fresh.run(row);
        assertThatExceptionOfType(Failure.class)
                .isThrownBy(this::check)
                .withMessageMatching(
                        "The worker worker-1:5432 is at transaction \\d+, but the events have numbers up to"
                                + " 8589934591\\. So readers would not see its new events\\. Stop it, run pg_resetwal -e 2 on its"
                                + " data, start it, and repeat the command\\. Nothing was changed\\.");
    }

    /** Rows of distributed tables have the numbers of their own node, which can be far ahead of the other nodes. */
    @Test
    void ignoreTablesThatAreAlreadyDistributed() throws SQLException {
        fresh.run("insert into purged_events (tenant_id, xid, seq) values ('acme', '8589934591', 1)");
        assertThatNoException().isThrownBy(() -> check(Set.of("purged_events")));
        assertThatExceptionOfType(Failure.class).isThrownBy(() -> check(Set.of("events")));
    }

    /** An event of a transaction that still runs on the worker is not in the feed. Neither is one with a greater number. */
    @Test
    void refuseTheNumberOfARunningTransaction() throws SQLException {
        try (Connection running = fresh.connect()) {
            running.setAutoCommit(false);
            String xid = Jdbc.query(running, "select pg_current_xact_id()::text", row -> row.getString(1))
                    .getFirst();
            fresh.run("insert into purged_events (tenant_id, xid, seq) values ('acme', '" + xid + "', 1)");
            assertThatExceptionOfType(Failure.class).isThrownBy(this::check);
        }
    }

    @Test
    void nameAWorkerThatDoesNotAnswer() throws SQLException {
        fresh.run(ONE_WORKER
                .replace("create function", "create or replace function")
                .replace("success := true", "success := false")
                .replace("execute command into result", "result := 'connection failed'"));
        assertThatExceptionOfType(Failure.class)
                .isThrownBy(this::check)
                .withMessage("The worker worker-1:5432 did not tell its transaction number: connection failed."
                        + " Nothing was changed.");
    }

    private void check() throws SQLException {
        check(Set.of());
    }

    private void check(Set<String> distributed) throws SQLException {
        try (Connection connection = fresh.connect()) {
            new NodeNumbers(connection).check(distributed);
        }
    }
}
