package io.useradmin.problem;

import io.netty.channel.unix.Errors.NativeIoException;
import io.vertx.core.VertxException;
import io.vertx.core.http.ConnectionPoolTooBusyException;
import io.vertx.core.impl.NoStackTraceThrowable;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.ClosedConnectionException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.channels.ClosedChannelException;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/** Tells a database that is away, or busy with another transaction, from one that refuses a statement. */
public final class DatabaseFailure {
    /**
     * SQLSTATE classes: connection, a transaction that was rolled back (for another one, by a deadlock), resources, operator
     * intervention (shutdown, recovery), system error; and read-only, a transaction that was left idle, a lock that was not
     * had; and a table, column or function that is missing, because {@code migrate} has not run yet. After any of them, a
     * second try may succeed.
     */
    private static final List<String> UNAVAILABLE_STATES =
            List.of("08", "40", "53", "57", "58", "25006", "25P03", "55P03", "42P01", "42703", "42883");

    /** A serialization failure, and a deadlock. */
    private static final Set<String> CONFLICT_STATES = Set.of("40001", "40P01");

    /** The client's words for a connection that could not be had in time, and for one that is closed already. */
    private static final List<String> NO_CONNECTION =
            List.of("Timeout", "Connection is not active now", "Pending requests failed to be sent");

    private static final Optional<String> FOREIGN_KEY_VIOLATION = Optional.of("23503");
    /** How the names of the foreign keys to {@code tenants} end, which PostgreSQL quotes in its message. */
    private static final String TENANT_KEY = "_tenant_fk\"";

    private static final Set<String> BROKEN_PIPES = Set.of("Broken pipe", "Connection reset by peer");

    private static final int MOST_CAUSES = 20;

    private DatabaseFailure() {}

    /** Whether {@code failure} or a cause of it means that the database is away for now. */
    static boolean isUnavailable(Throwable failure) {
        return causes(failure).anyMatch(DatabaseFailure::meansUnavailable);
    }

    /** Whether PostgreSQL gave up the transaction for the sake of another one, and it may be begun again as a whole. */
    public static boolean isConflict(Throwable failure) {
        return causes(failure).flatMap(cause -> sqlState(cause).stream()).anyMatch(CONFLICT_STATES::contains);
    }

    /**
     * Whether the connection broke while a statement may have been under way, so that nobody knows whether it was done. After a
     * refusal by PostgreSQL, and where there was no connection to begin with, it was not.
     */
    static boolean leavesOutcomeOpen(Throwable failure) {
        return causes(failure).anyMatch(DatabaseFailure::isBrokenConnection);
    }

    /** Whether a row was refused because its tenant was deleted, of which a replica learns when it reads the key again. */
    static boolean isOfDeletedTenant(Throwable failure) {
        return causes(failure)
                .anyMatch(cause -> sqlState(cause).equals(FOREIGN_KEY_VIOLATION)
                        && Objects.requireNonNullElse(cause.getMessage(), "").contains(TENANT_KEY));
    }

    /** The SQLSTATE of a refusal by PostgreSQL, which the persistence layer hands on in more than one exception. */
    static Optional<String> sqlState(Throwable failure) {
        return switch (failure) {
            case PgException refused -> Optional.ofNullable(refused.getSqlState());
            case SQLException refused -> Optional.ofNullable(refused.getSQLState());
            default -> Optional.empty();
        };
    }

    private static Stream<Throwable> causes(Throwable failure) {
        return Stream.iterate(failure, each -> each != null, Throwable::getCause)
                .limit(MOST_CAUSES);
    }

    private static boolean isBrokenConnection(Throwable failure) {
        return switch (failure) {
            case ConnectException _, NoRouteToHostException _ -> false;
            case IOException broken when isBrokenPipe(broken) -> true;
            case ClosedConnectionException _, ClosedChannelException _, SocketException _, NativeIoException _ -> true;
            default -> false;
        };
    }

    /** A socket of the JDK has no type of its own for it. */
    private static boolean isBrokenPipe(IOException failure) {
        return BROKEN_PIPES.contains(Objects.requireNonNullElse(failure.getMessage(), ""));
    }

    private static boolean isNoConnection(Throwable refusal) {
        String message = Objects.requireNonNullElse(refusal.getMessage(), "");
        return NO_CONNECTION.stream().anyMatch(message::startsWith);
    }

    private static boolean meansUnavailable(Throwable failure) {
        return switch (failure) {
            case SocketException _, UnknownHostException _, TimeoutException _, ConnectionPoolTooBusyException _ ->
                true;
            case IOException broken when isBrokenConnection(broken) -> true;
            case ClosedConnectionException _ -> true;
            case NoStackTraceThrowable refusal -> isNoConnection(refusal);
            case VertxException refusal when isNoConnection(refusal) -> true;
            default ->
                sqlState(failure)
                        .filter(state -> UNAVAILABLE_STATES.stream().anyMatch(state::startsWith))
                        .isPresent();
        };
    }
}
