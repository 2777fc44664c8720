package io.useradmin.problem;

import io.netty.channel.unix.Errors.NativeIoException;
import io.useradmin.shared.Causes;
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
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;

/** Classifies database failures: unavailable, a conflict with another transaction, or a rejected statement. */
public final class DatabaseFailure {
    /**
     * Classes of SQLSTATEs: connection, login refused (for example with an old password), rolled-back transaction (for example a
     * deadlock), resources, operator intervention (shutdown, recovery), system error. Single SQLSTATEs: read-only, idle
     * transaction, long transaction, no such database, lock not available. A missing table, column or function means that
     * {@code migrate} has not run yet. One means that Citus is moving rows. After any of these, a retry can succeed.
     */
    private static final List<String> UNAVAILABLE_STATES = List.of(
            "08", "28", "40", "53", "57", "58", "25006", "25P03", "25P04", "3D000", "55P03", "42P01", "42703", "42883",
            "CIINF");

    /** A serialization failure, a deadlock, and the Citus error for rows that have moved to another node. */
    private static final Set<String> CONFLICT_STATES = Set.of("40001", "40P01", "CIINF");

    /** Parts of the messages of Citus when the coordinator loses a node. They have no specific state (XX000). */
    private static final List<String> LOST_NODE = List.of(
            "failure on connection marked as essential",
            "failed to prepare transaction",
            "could not commit transaction for shard",
            "could not connect to any active placements",
            "could not find an available connection",
            "terminating connection due to ",
            "server closed the connection unexpectedly");

    /** The messages of the client library if no connection was free in time, or if it is closed, also before it was open. */
    private static final List<String> NO_CONNECTION = List.of(
            "Timeout", "Connection is not active now", "Pending requests failed to be sent", "SSL handshake failed");

    /**
     * Errors after which it is unknown what was done. PostgreSQL sends them when it closes the connection. A Citus coordinator
     * also sends them on an open connection, when it lost another node, which may have committed. Not 57P03, because with that a
     * server only refuses connections.
     */
    private static final List<String> OPEN_STATES = List.of("08", "57P01", "57P02", "57P04", "57P05");

    private static final Optional<String> FOREIGN_KEY_VIOLATION = Optional.of("23503");
    /** The suffix of the names of foreign keys to {@code tenants}. */
    private static final String TENANT_KEY = "_tenant_fk";

    /** PostgreSQL quotes in its language: "x", »x«, «x» or « x ». */
    private static final String QUOTES = "\"\\p{Pi}\\p{Pf}";

    /** The constraint is the last quoted name in a message. On a shard, the name ends with a number. */
    private static final Pattern CONSTRAINT =
            Pattern.compile("[%1$s]\\h*(\\w+?)(?:_\\d+)?\\h*[%1$s][^%1$s]*$".formatted(QUOTES));

    /** Citus reports errors of rows that it copies to a shard with this state. */
    private static final String OF_A_SHARD = "XX000";

    private static final Set<String> BROKEN_PIPES = Set.of("Broken pipe", "Connection reset by peer");

    private DatabaseFailure() {}

    /** Whether {@code failure} or one of its causes means that the database is temporarily unavailable. */
    static boolean isUnavailable(Throwable failure) {
        return Causes.of(failure).anyMatch(DatabaseFailure::meansUnavailable);
    }

    /** Whether PostgreSQL aborted the transaction because of another one. Then the whole transaction can be retried. */
    public static boolean isConflict(Throwable failure) {
        return Causes.of(failure).flatMap(cause -> sqlState(cause).stream()).anyMatch(CONFLICT_STATES::contains);
    }

    /**
     * Whether a connection broke while a statement may have been running, so that its outcome is unknown. It can be the
     * connection to PostgreSQL, or one from there to another node. If PostgreSQL rejected the statement, or there was no
     * connection, nothing was done.
     */
    static boolean leavesOutcomeOpen(Throwable failure) {
        return Causes.of(failure)
                .anyMatch(cause -> isBrokenConnection(cause) || hasState(cause, OPEN_STATES) || isLostNode(cause));
    }

    /**
     * The constraint that {@code failure} or one of its causes violates, with its name in the schema. On Citus, only the message
     * has the constraint, with its name on the shard.
     */
    static Optional<String> constraint(Throwable failure) {
        return Causes.of(failure)
                .filter(cause -> sqlState(cause)
                        .filter(state -> state.startsWith("23") || state.equals(OF_A_SHARD))
                        .isPresent())
                .map(cause -> CONSTRAINT.matcher(Objects.requireNonNullElse(cause.getMessage(), "")))
                .filter(Matcher::find)
                .map(message -> message.group(1))
                .findFirst();
    }

    /** The problem of the constraint that {@code failure} violates; {@code failure} itself if there is none. */
    public static Throwable refusal(Throwable failure, Map<String, Problem> problems) {
        return constraint(failure)
                .map(problems::get)
                .<Throwable>map(ProblemException::new)
                .orElse(failure);
    }

    /** Whether a row was rejected because its tenant was deleted. The replica still has the key in its cache. */
    static boolean isOfDeletedTenant(Throwable failure) {
        return Causes.of(failure)
                .anyMatch(cause -> sqlState(cause).equals(FOREIGN_KEY_VIOLATION)
                        && constraint(cause)
                                .filter(name -> name.endsWith(TENANT_KEY))
                                .isPresent());
    }

    /** The SQLSTATE of PostgreSQL's error, which the persistence layer wraps in various exceptions. */
    static Optional<String> sqlState(Throwable failure) {
        return switch (failure) {
            case PgException refused -> Optional.ofNullable(refused.getSqlState());
            case SQLException refused -> Optional.ofNullable(refused.getSQLState());
            default -> Optional.empty();
        };
    }

    private static boolean isBrokenConnection(Throwable failure) {
        return switch (failure) {
            case ConnectException _, NoRouteToHostException _, SSLHandshakeException _ -> false;
            case IOException broken when isBrokenPipe(broken) -> true;
            case ClosedConnectionException _,
                    ClosedChannelException _,
                    SocketException _,
                    NativeIoException _,
                    SSLException _ -> true;
            default -> false;
        };
    }

    /** The JDK has no exception type for a broken socket. */
    private static boolean isBrokenPipe(IOException failure) {
        return BROKEN_PIPES.contains(Objects.requireNonNullElse(failure.getMessage(), ""));
    }

    private static boolean isNoConnection(Throwable refusal) {
        String message = Objects.requireNonNullElse(refusal.getMessage(), "");
        return NO_CONNECTION.stream().anyMatch(message::startsWith);
    }

    private static boolean meansUnavailable(Throwable failure) {
        return switch (failure) {
            case SocketException _,
                    UnknownHostException _,
                    SSLException _,
                    TimeoutException _,
                    ConnectionPoolTooBusyException _ -> true;
            case IOException broken when isBrokenConnection(broken) -> true;
            case ClosedConnectionException _ -> true;
            case NoStackTraceThrowable refusal -> isNoConnection(refusal);
            case VertxException refusal when isNoConnection(refusal) -> true;
            default -> hasState(failure, UNAVAILABLE_STATES) || isLostNode(failure);
        };
    }

    private static boolean isLostNode(Throwable failure) {
        String message = Objects.requireNonNullElse(failure.getMessage(), "");
        return sqlState(failure).isPresent() && LOST_NODE.stream().anyMatch(message::contains);
    }

    private static boolean hasState(Throwable failure, List<String> states) {
        return sqlState(failure)
                .filter(state -> states.stream().anyMatch(state::startsWith))
                .isPresent();
    }
}
