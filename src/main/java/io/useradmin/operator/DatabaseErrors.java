package io.useradmin.operator;

import io.useradmin.operator.jdbc.SessionLock;
import java.net.UnknownHostException;
import java.sql.SQLException;
import java.util.Objects;
import java.util.Set;
import org.postgresql.util.PSQLException;
import org.postgresql.util.PSQLState;
import org.postgresql.util.ServerErrorMessage;

/** Describes database errors of a command, without values of rows, which may be private. */
final class DatabaseErrors {
    static final String NOT_PREPARED = "The database is not prepared: run '" + RootCommand.NAME + " migrate' first.";

    static final String LOCKED =
            "A table is locked, for example by an export or a backup. Run the command again when that has ended.";

    /** The command uses what a later version of the schema has. */
    private static final Set<String> OLD_SCHEMA = Set.of(
            PSQLState.UNDEFINED_TABLE.getState(),
            PSQLState.UNDEFINED_COLUMN.getState(),
            PSQLState.UNDEFINED_FUNCTION.getState());

    private DatabaseErrors() {}

    static String describe(SQLException failure) {
        String state = Objects.requireNonNullElse(failure.getSQLState(), "");
        if (OLD_SCHEMA.contains(state)) {
            return NOT_PREPARED;
        }
        if (state.equals(SessionLock.NOT_AVAILABLE)) {
            return LOCKED;
        }
        return (isAway(state) ? "The database cannot be reached: " : "The database refused: ")
                + sentence(message(failure));
    }

    /** The messages of the driver end with a full stop, those of the server do not. */
    private static String sentence(String message) {
        return message.endsWith(".") ? message : message + ".";
    }

    /** SQLSTATEs of failed connections, and of a server that is starting or shutting down. */
    private static boolean isAway(String state) {
        return state.isEmpty() || state.startsWith("08") || state.startsWith("57P");
    }

    /** Only the server's message, because its detail quotes rows. For an unknown host, the cause has the host name. */
    private static String message(SQLException failure) {
        if (failure.getCause() instanceof UnknownHostException unknown) {
            return "The host " + unknown.getMessage() + " is unknown";
        }
        ServerErrorMessage fromServer = failure instanceof PSQLException known ? known.getServerErrorMessage() : null;
        String message = fromServer == null ? failure.getMessage() : fromServer.getMessage();
        return Objects.requireNonNullElse(message, "no reason given").replaceAll("\\s*\\R\\s*", " ");
    }
}
