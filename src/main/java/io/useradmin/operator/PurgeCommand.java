package io.useradmin.operator;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Keeps the tables of what comes and goes small; made to be run from time to time. */
@Command(
        name = "purge",
        description = {
            "Deletes expired sessions, and IP addresses whose last attempt and block have ended.",
            "It works in small transactions beside the running service; after an interruption, the next run"
                    + " continues."
        })
class PurgeCommand extends DatabaseCommand {
    private static final Deletion SESSIONS = new Deletion(
            "sessions",
            List.of("tenant_id", "user_id", "session_id"),
            "expires_at",
            "timestamptz",
            "-infinity",
            "expires_at < ?");
    private static final Deletion BLOCKED_IPS = new Deletion(
            "ip_access",
            List.of("tenant_id", "user_id", "ip"),
            "greatest(last_login_attempt, block_until)",
            "timestamptz",
            "-infinity",
            "greatest(last_login_attempt, block_until) < ?");

    private final Clock clock;

    @Option(
            names = "--older-than",
            paramLabel = "<duration>",
            converter = Converters.Length.class,
            defaultValue = "P30D",
            description = "How long ago they ended (default: ${DEFAULT-VALUE}).")
    Duration olderThan;

    @Mixin
    final BatchOption batch = new BatchOption();

    PurgeCommand(Supplier<Database> database, Clock clock) {
        super(database);
        this.clock = clock;
    }

    @Override
    void check() {
        batch.check();
    }

    @Override
    void run(Connection connection) throws SQLException {
        Instant before = clock.instant().minus(olderThan);
        long sessions = delete(connection, SESSIONS, before, "sessions");
        long blockedIps = delete(connection, BLOCKED_IPS, before, "addresses");
        print(
                "Deleted %d sessions and %d addresses.".formatted(sessions, blockedIps),
                JSON.objectNode().put("sessions", sessions).put("blocked_ips", blockedIps));
    }

    private long delete(Connection connection, Deletion deletion, Instant before, String subject) throws SQLException {
        return deletion.run(connection, before, batch.rows, new ProgressLine(subject, this::say));
    }
}
