package io.useradmin.database.replica;

import io.useradmin.database.ArrivingRows;
import io.useradmin.database.RowColumns;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An open connection to the replica, and the WAL position that its server has replayed. It is tracked per connection, because
 * another connection to the same address may lead to another server. The event loop of the connection writes all of it; any
 * thread may read.
 */
final class ReplicaConnection {
    private static final String SILENT = "the replica is silent";

    private final SqlConnection connection;
    private final PrimaryHistory primary;
    private final long openedAt = System.nanoTime();
    private volatile @Nullable Seen seen;
    private volatile Optional<Long> currentAt = Optional.empty();
    private long lastUseful = openedAt;
    private final Set<Promise<RowSet<Row>>> running = ConcurrentHashMap.newKeySet();
    private volatile long heardAt = openedAt;
    private volatile boolean abandoned;

    ReplicaConnection(SqlConnection connection, PrimaryHistory primary) {
        this.connection = connection;
        this.primary = primary;
    }

    /** The position of the server, and when its response arrived. */
    private record Seen(WalPosition position, long heardAt) {}

    /** The latest time up to which the server has all data of the primary; empty if unknown. */
    Optional<Long> currentAt() {
        return currentAt;
    }

    /** The last known position of the server; empty if it is not a replica. */
    Optional<WalPosition> position() {
        return Optional.ofNullable(seen).map(Seen::position);
    }

    /** Whether the server has certainly replayed {@code wanted}; true if that is empty. */
    boolean covers(Optional<WalPosition> wanted) {
        return wanted.isEmpty()
                || position().filter(known -> known.covers(wanted.get())).isPresent();
    }

    /**
     * Runs a statement; empty if the server has not replayed {@code wanted}. If the last known position is older, a query for the
     * position is sent before the statement, in the same round trip. A statement sees at least the position that an earlier query
     * on the same connection has returned.
     */
    Future<Optional<RowSet<Row>>> read(String statement, Tuple values, Optional<WalPosition> wanted) {
        Future<Boolean> covered = covers(wanted)
                ? Future.succeededFuture(true)
                : queryReplayedByte().map(_ -> covers(wanted));
        // Until the position is known, the rows may be useful.
        BooleanSupplier isUsed = () -> !abandoned && !covered.failed() && !Boolean.FALSE.equals(covered.result());
        Future<RowSet<Row>> rows = run(() -> ArrivingRows.of(connection.preparedQuery(statement), values, isUsed));
        return covered.compose(has -> has ? rows.map(Optional::of) : Future.succeededFuture(Optional.empty()));
    }

    private Future<Void> queryReplayedByte() {
        return run(connection.preparedQuery(WalPosition.REPLAYED_BYTE)::execute).map(rows -> {
            Optional<Long> replayed = Optional.ofNullable(rows.iterator().next().getLong("lsn"));
            note(replayed.flatMap(lsn -> position().map(known -> known.at(lsn))));
            return null;
        });
    }

    /** Queries the position of the server. */
    Future<Void> queryPosition() {
        return run(connection.preparedQuery(WalPosition.OF_STANDBY)::execute).map(rows -> {
            note(WalPosition.read(new RowColumns(rows.iterator().next())));
            compareWithPrimary();
            return null;
        });
    }

    /** Compares the positions of the server and the primary. */
    void compareWithPrimary() {
        Seen last = seen;
        if (last == null || primary.isForeign(last.position(), last.heardAt())) {
            currentAt = Optional.empty();
        } else {
            primary.coveredAt(last.position()).ifPresent(at -> {
                currentAt = Optional.of(at);
                lastUseful = System.nanoTime();
            });
        }
    }

    /** How long the server has been useless. */
    long uselessNanos(long now) {
        return now - lastUseful;
    }

    long ageNanos(long now) {
        return now - openedAt;
    }

    /** How long the server has sent nothing, although its position is queried all the time. */
    long silentNanos(long now) {
        return now - heardAt;
    }

    /** Closes the connection after its running statements. */
    void close() {
        var _ = connection.close();
    }

    /**
     * Closes the connection and fails its running statements at once. The driver would wait for the server, even to close the
     * connection.
     */
    void abandon() {
        abandoned = true;
        running.forEach(each -> each.tryFail(SILENT));
        close();
    }

    private Future<RowSet<Row>> run(Supplier<Future<RowSet<Row>>> query) {
        Promise<RowSet<Row>> result = Promise.promise();
        running.add(result);
        query.get().onComplete(answer -> {
            heardAt = System.nanoTime();
            running.remove(result);
            if (answer.succeeded()) {
                result.tryComplete(answer.result());
            } else {
                result.tryFail(answer.cause());
            }
        });
        if (abandoned) {
            result.tryFail(SILENT);
        }
        return result.future();
    }

    private void note(Optional<WalPosition> position) {
        seen = position.map(known -> new Seen(known, System.nanoTime())).orElse(null);
    }
}
