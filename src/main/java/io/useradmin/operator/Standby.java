package io.useradmin.operator;

import io.useradmin.database.ReactiveUrl;
import io.useradmin.database.replica.WalPosition;
import io.useradmin.operator.jdbc.Jdbc;
import io.useradmin.operator.jdbc.ResultColumns;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A connection to a standby, from which a command reads. */
final class Standby {
    /** If this wait is not enough, the command should read on the primary. */
    private static final long TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(60);

    /** The command runs this query ten times per second. */
    private static final String STANDBY =
            "select found.* from (" + WalPosition.OF_STANDBY + ") as found, pg_sleep(0.1) where lsn is not null";

    private final Connection connection;

    Standby(Connection connection) {
        this.connection = connection;
    }

    /**
     * Waits until the standby has all data that the primary has now. Fails after a minute. Also fails if it is not a standby of
     * this primary, for example because one of them was promoted.
     */
    void awaitAllOf(Connection primary) throws SQLException {
        WalPosition wanted =
                positions(primary, WalPosition.OF_PRIMARY).findFirst().orElseThrow();
        long start = System.nanoTime();
        while (!hasAllOf(wanted)) {
            if (System.nanoTime() - start >= TIMEOUT_NANOS) {
                throw new Failure("Within a minute, the standby did not catch up with the primary. Export"
                        + " without --replica.");
            }
        }
    }

    private boolean hasAllOf(WalPosition wanted) throws SQLException {
        return positions(connection, STANDBY)
                .filter(wanted::isComparable)
                .findFirst()
                .orElseThrow(() -> new Failure("The server of " + ReactiveUrl.REPLICA_SETTING
                        + " is not a standby of the primary, or does not show its promotion yet."))
                .covers(wanted);
    }

    private static Stream<WalPosition> positions(Connection server, String statement) throws SQLException {
        return Jdbc.query(server, statement, row -> WalPosition.read(new ResultColumns(row))).stream()
                .flatMap(Optional::stream);
    }
}
