package io.useradmin.operator;

import io.useradmin.database.ReactiveUrl;
import io.useradmin.operator.jdbc.Jdbc;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;

/** A connection to a standby that a command reads on. */
final class Standby {
    /** Whoever waits longer does better to read on the primary. */
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);

    private static final String PRIMARY =
            "select system_identifier, pg_current_wal_insert_lsn()::text from pg_control_system()";

    /** It is asked ten times per second. */
    private static final String STANDBY = """
            select pg_is_in_recovery() and system_identifier = ?, pg_last_wal_replay_lsn() >= ?::pg_lsn
              from pg_control_system(), pg_sleep(0.1)
            """;

    private final Connection connection;

    Standby(Connection connection) {
        this.connection = connection;
    }

    private record Position(long system, String lsn) {}

    private record State(boolean follows, boolean hasReplayed) {}

    /** Waits until the standby has everything that the primary has now. Fails after a minute, and if it is no standby of that primary. */
    void awaitAllOf(Connection primary) throws SQLException {
        Position wanted = Jdbc.query(primary, PRIMARY, row -> new Position(row.getLong(1), row.getString(2)))
                .getFirst();
        long start = System.nanoTime();
        State state = state(wanted);
        while (state.follows && !state.hasReplayed && System.nanoTime() - start < PATIENCE_NANOS) {
            state = state(wanted);
        }
        if (!state.follows) {
            throw new Failure("The server of " + ReactiveUrl.REPLICA_SETTING + " is no standby of the primary.");
        }
        if (!state.hasReplayed) {
            throw new Failure("The standby has not replayed within a minute what the primary had: export without"
                    + " --replica.");
        }
    }

    private State state(Position wanted) throws SQLException {
        return Jdbc.query(
                        connection,
                        STANDBY,
                        row -> new State(row.getBoolean(1), row.getBoolean(2)),
                        wanted.system,
                        wanted.lsn)
                .getFirst();
    }
}
