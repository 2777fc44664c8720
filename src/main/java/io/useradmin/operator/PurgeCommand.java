package io.useradmin.operator;

import io.useradmin.idempotency.IdempotencyKey;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Deletes expired rows, to keep tables small. Run it regularly. */
@Command(
        name = "purge",
        description = {
            "Deletes expired sessions, IP addresses without recent attempts and blocks, old events, and old responses stored"
                    + " for an Idempotency-Key.",
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
            "expires_at < $1");
    private static final Deletion BLOCKED_IPS = new Deletion(
            "ip_access",
            List.of("tenant_id", "user_id", "ip"),
            "greatest(last_login_attempt, block_until)",
            "timestamptz",
            "-infinity",
            "greatest(last_login_attempt, block_until) < $1");

    private static final Deletion RESPONSES = new Deletion(
            "idempotency_keys",
            List.of("tenant_id", "key_id", "idempotency_key"),
            "created_at",
            "timestamptz",
            "-infinity",
            "created_at < $1");

    private final Clock clock;

    @Option(
            names = "--older-than",
            paramLabel = "<duration>",
            converter = Converters.Length.class,
            defaultValue = "P30D",
            description = "How long ago the sessions, attempts and blocks ended (default: ${DEFAULT-VALUE}).")
    Duration olderThan;

    @Option(
            names = "--events-older-than",
            paramLabel = "<duration>",
            converter = Converters.Length.class,
            defaultValue = "P400D",
            description = "The age of the events to delete (default: ${DEFAULT-VALUE}).")
    Duration eventsOlderThan;

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
        boolean isDistributed = new Distribution(connection).isInUse();
        UnaryOperator<Deletion> fitting = deletion -> isDistributed ? deletion.acrossNodes() : deletion;
        long sessions = delete(connection, fitting.apply(SESSIONS), before, "sessions");
        long blockedIps = delete(connection, fitting.apply(BLOCKED_IPS), before, "addresses");
        long responses = delete(
                connection, fitting.apply(RESPONSES), clock.instant().minus(IdempotencyKey.KEPT), "stored responses");
        long events = deleteEvents(connection, clock.instant().minus(eventsOlderThan));
        print(
                "Deleted %d sessions, %d addresses, %d stored responses and %d events."
                        .formatted(sessions, blockedIps, responses, events),
                JSON.objectNode()
                        .put("sessions", sessions)
                        .put("blocked_ips", blockedIps)
                        .put("stored_responses", responses)
                        .put("events", events));
    }

    private long deleteEvents(Connection connection, Instant before) throws SQLException {
        var progress = new ProgressLine("events", this::say);
        long total = 0;
        for (String tenant : EventPurge.tenants(connection)) {
            long done = total;
            total += EventPurge.run(connection, tenant, before, batch.rows, rows -> progress.deleted(done + rows));
        }
        return total;
    }

    private long delete(Connection connection, Deletion deletion, Instant before, String subject) throws SQLException {
        return deletion.run(connection, before, batch.rows, new ProgressLine(subject, this::say));
    }
}
