package io.useradmin.operator;

import io.useradmin.idempotency.IdempotencyKey;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Deletes expired rows, to keep tables small. Run it regularly. */
@Command(
        name = "purge",
        description = {
            "Deletes expired sessions, IP addresses without recent attempts and blocks, old events, and old responses stored"
                    + " for an Idempotency-Key.",
            "It works in small transactions while the service runs. After an interruption, the next run continues."
        })
class PurgeCommand extends DatabaseCommand {
    /** When an address was last used or its block ended. */
    private static final String LAST_USE = "greatest(last_login_attempt, block_until)";

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
        Deletion ofSessions = Deletion.ofEnded(
                "sessions", List.of("tenant_id", "user_id", "session_id"), "expires_at", isDistributed);
        Deletion ofAddresses =
                Deletion.ofEnded("ip_access", List.of("tenant_id", "user_id", "ip"), LAST_USE, isDistributed);
        Deletion ofResponses = Deletion.ofEnded(
                "idempotency_keys", List.of("tenant_id", "key_id", "idempotency_key"), "created_at", isDistributed);
        report(
                delete(connection, ofSessions, before, "sessions"),
                delete(connection, ofAddresses, before, "addresses"),
                delete(connection, ofResponses, clock.instant().minus(IdempotencyKey.KEPT), "stored responses"),
                deleteEvents(connection, clock.instant()));
    }

    private void report(long sessions, long blockedIps, long responses, long events) {
        print(
                "Deleted %s, %s, %s and %s."
                        .formatted(
                                count(sessions, "session", "sessions"),
                                count(blockedIps, "address", "addresses"),
                                count(responses, "stored response", "stored responses"),
                                count(events, "event", "events")),
                JSON.objectNode()
                        .put("sessions", sessions)
                        .put("blocked_ips", blockedIps)
                        .put("stored_responses", responses)
                        .put("events", events));
    }

    private long deleteEvents(Connection connection, Instant now) throws SQLException {
        Instant before = now.minus(eventsOlderThan);
        LongConsumer progress = new ProgressLine(this::say).ofDeleted("events");
        long total = 0;
        for (String tenant : EventPurge.tenants(connection)) {
            long done = total;
            total += EventPurge.run(connection, tenant, before, now, batch.rows, rows -> progress.accept(done + rows));
        }
        return total;
    }

    private long delete(Connection connection, Deletion deletion, Instant before, String subject) throws SQLException {
        return deletion.run(connection, before, batch.rows, new ProgressLine(this::say).ofDeleted(subject));
    }
}
