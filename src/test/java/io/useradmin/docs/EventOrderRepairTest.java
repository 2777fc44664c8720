package io.useradmin.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.operator.jdbc.Jdbc;
import io.useradmin.testsupport.FreshDatabase;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The statements of docs/events.md for events that were moved to another cluster. */
class EventOrderRepairTest {
    private static final String STATEMENTS = CodeBlock.of(Path.of("docs", "events.md")).stream()
            .filter(block ->
                    block.heading().equals("## Retention") && block.language().equals("sql"))
            .map(block -> String.join("\n", block.lines()))
            .findFirst()
            .orElseThrow();

    private static final String INSERT = "insert into events (tenant_id, %sselector, occurred_at, type)"
            + " %s values ('%s', %s'%s', now(), 'user.updated')";

    private final FreshDatabase fresh = FreshDatabase.migrated();

    @AfterEach
    void drop() {
        fresh.close();
    }

    /** On Citus, events of different transactions can have the same number. Running it again changes no order. */
    @Test
    void keepTheOrderOfEachTenantsEvents() throws SQLException {
        moved("acme", 9_000_000_000_000L, 7, "third");
        moved("acme", 5_000_000, 7, "first");
        moved("acme", 5_000_000, 8, "second");
        moved("other", 5_000_000, 7, "other");
        for (int run = 0; run < 2; run++) {
            fresh.run(STATEMENTS);
            fresh.run(INSERT.formatted("", "", "acme", "", "new " + run));
            assertThat(values("select selector from events where tenant_id = 'acme' and xid = '1' order by seq"))
                    .startsWith("first", "second", "third");
        }

        assertThat(values("select selector from events where tenant_id = 'acme' order by xid, seq"))
                .containsExactly("first", "second", "third", "new 0", "new 1");
        assertThat(values("select identity_generation from information_schema.columns"
                        + " where table_name = 'events' and column_name = 'seq'"))
                .containsExactly("ALWAYS");
    }

    @Test
    void resetThePositionsOfConsumers() throws SQLException {
        fresh.run("insert into tenants values ('acme', 'Acme', now())");
        fresh.run("insert into purged_events (tenant_id, xid, seq) values ('acme', '5000000', 7)");
        fresh.run("insert into deliveries (tenant_id, target, xid, seq)"
                + " values ('acme', 'https://example.com', '5000000', 7)");
        moved("acme", 5_000_000, 7, "event");

        fresh.run(STATEMENTS);

        assertThat(values("select tenant_id from purged_events union all select tenant_id from deliveries"))
                .isEmpty();
    }

    private void moved(String tenant, long xid, int seq, String selector) throws SQLException {
        fresh.run(INSERT.formatted(
                "xid, seq, ", "overriding system value", tenant, "'%d', %d, ".formatted(xid, seq), selector));
    }

    private List<String> values(String query) throws SQLException {
        try (Connection connection = fresh.connect()) {
            return Jdbc.query(connection, query, row -> row.getString(1));
        }
    }
}
