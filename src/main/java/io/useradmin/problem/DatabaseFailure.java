package io.useradmin.problem;

import io.netty.channel.unix.Errors.NativeIoException;
import io.vertx.core.http.ConnectionPoolTooBusyException;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.ClosedConnectionException;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/** Tells a database that is away from one that refuses a statement. */
final class DatabaseFailure {
    /**
     * SQLSTATE classes: connection, a transaction given up for another one (a deadlock), resources, operator intervention
     * (shutdown, recovery), system error; and read-only. After any of them, a second try may succeed.
     */
    private static final List<String> UNAVAILABLE_STATES = List.of("08", "40", "53", "57", "58", "25006");

    private static final int MOST_CAUSES = 20;

    private DatabaseFailure() {}

    /** Whether {@code failure} or a cause of it means that the database is away for now. */
    static boolean isUnavailable(Throwable failure) {
        return Stream.iterate(failure, each -> each != null, Throwable::getCause)
                .limit(MOST_CAUSES)
                .anyMatch(DatabaseFailure::meansUnavailable);
    }

    /** The SQLSTATE of a refusal by PostgreSQL, which the persistence layer hands on in more than one exception. */
    static Optional<String> sqlState(Throwable failure) {
        return switch (failure) {
            case PgException refused -> Optional.ofNullable(refused.getSqlState());
            case SQLException refused -> Optional.ofNullable(refused.getSQLState());
            default -> Optional.empty();
        };
    }

    private static boolean meansUnavailable(Throwable failure) {
        return switch (failure) {
            case SocketException _,
                    UnknownHostException _,
                    NativeIoException _,
                    TimeoutException _,
                    ClosedConnectionException _ -> true;
            case ConnectionPoolTooBusyException _ -> true;
            default ->
                sqlState(failure)
                        .filter(state -> UNAVAILABLE_STATES.stream().anyMatch(state::startsWith))
                        .isPresent();
        };
    }
}
