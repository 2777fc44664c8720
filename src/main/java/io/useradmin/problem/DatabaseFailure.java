package io.useradmin.problem;

import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.ClosedConnectionException;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/** Tells a database that is away from one that refuses a statement. */
final class DatabaseFailure {
    /** SQLSTATE classes: connection, resources, operator intervention (shutdown, recovery), system error, read-only. */
    private static final String[] UNAVAILABLE_STATES = {"08", "53", "57", "58", "25006"};

    private DatabaseFailure() {}

    /** Whether {@code failure} or a cause of it means that the database is away for now. */
    static boolean isUnavailable(Throwable failure) {
        return Stream.iterate(failure, each -> each != null, Throwable::getCause)
                .limit(20)
                .anyMatch(DatabaseFailure::meansUnavailable);
    }

    private static boolean meansUnavailable(Throwable failure) {
        return switch (failure) {
            case SocketException _, UnknownHostException _, TimeoutException _, ClosedConnectionException _ -> true;
            case PgException refused -> Stream.of(UNAVAILABLE_STATES).anyMatch(refused.getSqlState()::startsWith);
            // The pool's own words where its queue is full or a connection could not be had in time.
            case io.vertx.core.http.ConnectionPoolTooBusyException _ -> true;
            default -> false;
        };
    }
}
