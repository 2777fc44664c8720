package io.useradmin.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.operator.Commands.Outcome;
import io.useradmin.operator.jdbc.Jdbc;
import io.useradmin.testsupport.FreshDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import org.junit.jupiter.api.Test;

/** The purge of many events while an old transaction is open, such as a long export: PostgreSQL must keep the deleted rows. */
class EventPurgeTest {
    private static final int EVENTS = 4_000;

    /** A batch finds its events and then deletes them. */
    private static final int MOST_READS_OF_AN_EVENT = 4;

    @Test
    void readsEachEventAFewTimesWhileDeletedRowsAreKept() throws Exception {
        try (FreshDatabase fresh = FreshDatabase.migrated()) {
            var database = new Database(fresh.jdbcUrl(), FreshDatabase.USER, null);
            insert(database);
            long before = reads(database);
            Outcome outcome;
            try (Connection export = database.connect()) {
                export.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
                export.setAutoCommit(false);
                Jdbc.update(export, "select 1");

                outcome = new Commands(database, Clock.systemUTC()).line("purge --events-older-than PT0S --batch 20");
            }
            assertThat(outcome.out()).contains("4000 events");
            assertThat(reads(database) - before).isLessThan((long) EVENTS * MOST_READS_OF_AN_EVENT);
        }
    }

    private static void insert(Database database) throws SQLException {
        try (Connection connection = database.connect()) {
            Jdbc.update(connection, "alter table events set (autovacuum_enabled = false)");
            Jdbc.update(
                    connection,
                    "insert into events (tenant_id, occurred_at, type)"
                            + " select 't', now() - interval '1 hour', 'user.created' from generate_series(1, ?)",
                    EVENTS);
            Jdbc.update(connection, "analyze events");
        }
    }

    /** The entries of the index that were read so far. */
    private static long reads(Database database) throws Exception {
        return ReadStatistics.number(
                database, "select idx_tup_read from pg_stat_user_indexes where indexrelname = 'events_pk'");
    }
}
