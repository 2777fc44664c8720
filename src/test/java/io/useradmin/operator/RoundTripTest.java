package io.useradmin.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.contentOf;

import io.useradmin.operator.Commands.Outcome;
import io.useradmin.operator.jdbc.Jdbc;
import io.useradmin.testsupport.FreshDatabase;
import io.useradmin.testsupport.Snapshot;
import io.useradmin.testsupport.Sql;
import io.useradmin.testsupport.Tenant;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An import of an export gives an identical database, for any contents. */
class RoundTripTest {
    /** Tables that an export does not contain. */
    private static final List<String> NOT_EXPORTED = List.of(
            "tenants",
            "api_keys",
            "import_progress",
            "events",
            "purged_events",
            "deliveries",
            "idempotency_keys",
            "ssf_streams");

    private static final List<String> TABLES = Snapshot.tables().stream()
            .filter(table -> !NOT_EXPORTED.contains(table))
            .toList();

    private static final FreshDatabase FRESH = FreshDatabase.migrated();
    private static final Database SOURCE = Commands.testDatabase();
    private static final Database TARGET = new Database(FRESH.jdbcUrl(), FreshDatabase.USER, FreshDatabase.USER);

    private final Commands source = new Commands(SOURCE, Clock.systemUTC());
    private final Commands target = new Commands(TARGET, Clock.systemUTC());

    @TempDir
    private Path folder;

    @AfterAll
    static void drop() {
        FRESH.close();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void keepsEveryRow(long seed) throws IOException, SQLException {
        String tenant = "round-trip-" + ProcessHandle.current().pid() + "-" + seed;
        new GeneratedTenant(tenant, seed).fill();
        Path exported = folder.resolve(seed % 2 == 0 ? "exported.gz" : "exported");
        String batch = Long.toString(1 + seed * seed);

        succeeds(source.run("export", exported.toString(), "--tenant", tenant));
        succeeds(target.run("tenant", "create", tenant, "--name", "Copy"));
        Outcome imported = target.run("import", exported.toString(), "--tenant", tenant, "--batch", batch);
        assertThat(Path.of(exported + "." + tenant + ".rejects")).satisfies(RoundTripTest::assertMissing);
        succeeds(imported);

        assertThat(rows(TARGET, tenant))
                .as("seed %d", seed)
                .hasSizeGreaterThan(TABLES.size())
                .containsExactlyElementsOf(rows(SOURCE, tenant));
        Path again = folder.resolve("again-" + exported.getFileName());
        succeeds(target.run("export", again.toString(), "--tenant", tenant));
        assertThat(again).hasSameBinaryContentAs(exported);

        List<String> before = rowsAndTheirTransactions(TARGET, tenant);
        succeeds(target.run("import", exported.toString(), "--tenant", tenant));
        assertThat(rowsAndTheirTransactions(TARGET, tenant)).isEqualTo(before);
    }

    /** A line may have only so many elements of a list, however short they are. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "insert into ip_access (tenant_id, user_id, ip, login_count, failure_count, last_login_attempt)"
                        + " select ?, ?, '10.0.0.0'::inet + n, 1, 2, 'epoch' from generate_series(1, 2100) as n",
                "insert into sessions (tenant_id, user_id, session_id, session_key, initiated_at, expires_at,"
                        + " last_updated_at) select ?, ?, n, 'k', 'epoch', 'epoch', 'epoch' from generate_series(1, 2100) as n"
            })
    void keepsAUserWithManyShortElements(String insert) throws IOException, SQLException {
        Tenant tenant = Tenant.create();
        Sql.run(insert, tenant.id(), tenant.user());
        Path exported = folder.resolve("exported");

        succeeds(source.run("export", exported.toString(), "--tenant", tenant.id()));
        succeeds(target.run("tenant", "create", tenant.id()));
        succeeds(target.run("import", exported.toString(), "--tenant", tenant.id()));

        assertThat(rows(TARGET, tenant.id())).containsExactlyElementsOf(rows(SOURCE, tenant.id()));
    }

    /** The failure shows the file's contents. */
    private static void assertMissing(Path file) {
        assertThat(file.toFile().exists() ? contentOf(file.toFile()) : "").isEmpty();
    }

    private static void succeeds(Outcome outcome) {
        assertThat(outcome.exitCode()).as(outcome.err()).isZero();
    }

    /** Every row without the version columns, which each database sets itself. */
    private static List<String> rows(Database database, String tenant) throws SQLException {
        return rows(database, tenant, "(to_jsonb(t) - 'public_data_version' - 'private_data_version')::text");
    }

    private static List<String> rowsAndTheirTransactions(Database database, String tenant) throws SQLException {
        return rows(database, tenant, "xmin || ' ' || t::text");
    }

    private static List<String> rows(Database database, String tenant, String expression) throws SQLException {
        List<String> rows = new ArrayList<>();
        try (Connection connection = database.connect()) {
            for (String table : TABLES) {
                rows.add(table);
                String query = "select %s from %s t where tenant_id = ? order by 1".formatted(expression, table);
                rows.addAll(Jdbc.query(connection, query, row -> row.getString(1), tenant));
            }
        }
        return rows;
    }
}
