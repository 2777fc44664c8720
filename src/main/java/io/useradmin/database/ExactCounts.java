package io.useradmin.database;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.shareddata.Lock;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeoutException;

/**
 * Statements that count rows to their end. For a long list, one can take as long as the statement timeout, and all reads behind it
 * on a shared connection would wait. So each has a connection of the pool on the primary, one at a time. A few others wait as long
 * as for a connection. The rest fail at once with a {@link TimeoutException}.
 */
@Singleton
class ExactCounts {
    /** The most counts that run or wait. Each holds a permit, and other requests need the other permits. */
    private static final int MOST = 8;

    private static final String LOCK = ExactCounts.class.getName();

    private final Pool pool;
    private final Vertx vertx;
    private final long waitMillis;
    private final Semaphore places = new Semaphore(MOST);

    ExactCounts(Pool pool, Vertx vertx, DatabaseBounds bounds) {
        this.pool = pool;
        this.vertx = vertx;
        this.waitMillis = bounds.acquireTimeout().toMillis();
    }

    Future<RowSet<Row>> run(String statement, Tuple values) {
        if (!places.tryAcquire()) {
            return busy();
        }
        return vertx.sharedData()
                .getLocalLockWithTimeout(LOCK, waitMillis)
                .recover(_ -> busy())
                .compose(lock -> locked(lock, statement, values))
                .onComplete(_ -> places.release());
    }

    private static <T> Future<T> busy() {
        return Future.failedFuture(new TimeoutException("Other lists are being counted."));
    }

    private Future<RowSet<Row>> locked(Lock lock, String statement, Tuple values) {
        // The compose turns an exception into a failure, so that the lock is always released.
        return Future.succeededFuture(lock)
                .compose(_ -> ArrivingRows.of(pool.preparedQuery(statement), values))
                .onComplete(_ -> lock.release());
    }
}
