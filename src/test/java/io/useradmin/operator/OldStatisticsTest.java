package io.useradmin.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.operator.Commands.Outcome;
import io.useradmin.operator.jdbc.Jdbc;
import io.useradmin.testsupport.FreshDatabase;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Commands read a bounded number of rows for each that they change, also if the statistics are older than a tenant and its rows:
 * PostgreSQL then expects a single row, and takes a plan that is only good for one.
 */
class OldStatisticsTest {
    private static final int USERS = 500;
    /** The sessions, addresses and events of a tenant. */
    private static final int ROWS = 2_000;

    /** The row is found and then changed, by an index each time, and the foreign keys are checked. */
    private static final int MOST_READS_OF_A_ROW = 20;

    private final FreshDatabase fresh = FreshDatabase.migrated();
    private final Database database = new Database(fresh.jdbcUrl(), FreshDatabase.USER, null);
    private final Commands commands = new Commands(database, Clock.systemUTC());

    @TempDir
    private Path folder;

    @BeforeEach
    void fill() throws SQLException {
        try (Connection connection = database.connect()) {
            for (String table : new String[] {"users", "emails", "sessions", "ip_access", "events", "groups"}) {
                Jdbc.update(connection, "alter table " + table + " set (autovacuum_enabled = false)");
            }
            insert(connection, "before");
            Jdbc.update(connection, "analyze");
            insert(connection, "new");
        }
    }

    @AfterEach
    void drop() {
        fresh.close();
    }

    @ParameterizedTest
    @CsvSource({
        "sessions revoke --tenant new --client web, 2000",
        "blocks unblock --tenant new --ip-address ::/0, 2000",
        "purge --older-than PT0S, 4000",
        "purge --events-older-than PT0S, 4000",
        "tenant delete new --confirm new, 6500"
    })
    void readsABoundedNumberOfRows(String command, int changed) throws Exception {
        if (command.startsWith("purge --older")) {
            expire();
        }
        long before = reads();
        Outcome outcome = commands.line(command + " --batch 20");
        assertThat(outcome.exitCode()).as(outcome.err()).isZero();
        assertThat(reads() - before).isBetween((long) changed, (long) changed * MOST_READS_OF_A_ROW);
    }

    @Test
    void importReadsABoundedNumberOfRows() throws Exception {
        Path file = folder.resolve("users.ndjson");
        Files.write(
                file,
                IntStream.rangeClosed(1, USERS)
                        .mapToObj(OldStatisticsTest::line)
                        .toList());
        for (int run = 1; run <= 2; run++) {
            Files.setLastModifiedTime(file, FileTime.from(Instant.EPOCH.plusSeconds(run)));
            long before = reads();
            Outcome outcome = commands.line("import --tenant new --batch 20 " + file);
            assertThat(outcome.exitCode()).as(outcome.err()).isZero();
            assertThat(reads() - before)
                    .as("rows read in run %d", run)
                    .isBetween((long) USERS, (long) USERS * MOST_READS_OF_A_ROW);
        }
    }

    private static String line(int user) {
        return "{\"user_id\": \"u%1$d\", \"claims\": {\"name\": \"n\"}, \"emails\": [{\"email\": \"u%1$d@example.com\"}]}"
                .formatted(user);
    }

    private void expire() throws SQLException {
        try (Connection connection = database.connect()) {
            Jdbc.update(
                    connection, "update sessions set expires_at = now() - interval '1 hour' where tenant_id = 'new'");
            Jdbc.update(
                    connection,
                    "update ip_access set last_login_attempt = now() - interval '1 hour', block_until = null where tenant_id = 'new'");
        }
    }

    private static void insert(Connection connection, String tenant) throws SQLException {
        Jdbc.update(connection, "insert into tenants (tenant_id, name, created_at) values (?, 'T', now())", tenant);
        insert(
                connection,
                tenant,
                "users (tenant_id, user_id, created_at, last_updated_at) select ?, 'u' || n, now(), now()",
                USERS);
        insert(
                connection,
                tenant,
                "emails (tenant_id, user_id, email_id, email, verified, is_primary)"
                        + " select ?, 'u' || n, 'e', 'u' || n || '@example.com', true, true",
                USERS);
        insert(
                connection,
                tenant,
                "sessions (tenant_id, user_id, session_id, session_key, initiated_at, expires_at, last_updated_at, client_ids)"
                        + " select ?, 'u' || 1 + n % 500, 's' || n, 'k', now(), now() + interval '1 day', now(), '{web}'",
                ROWS);
        insert(
                connection,
                tenant,
                "ip_access (tenant_id, user_id, ip, last_login_attempt, block_until)"
                        + " select ?, 'u' || 1 + n % 500, '2001:db8::'::inet + n, now(), now() + interval '1 day'",
                ROWS);
        insert(
                connection,
                tenant,
                "events (tenant_id, occurred_at, type, user_id)"
                        + " select ?, now() - interval '1 hour', 'user.created', 'u' || 1 + n % 500",
                ROWS);
    }

    private static void insert(Connection connection, String tenant, String rows, int count) throws SQLException {
        Jdbc.update(connection, "insert into " + rows + " from generate_series(1, " + count + ") n", tenant);
    }

    /** The rows and index entries that were read so far. */
    private long reads() throws Exception {
        return ReadStatistics.number(
                database, "select sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) from pg_stat_user_tables");
    }
}
