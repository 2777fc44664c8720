package io.useradmin.operator;

import io.useradmin.operator.jdbc.Jdbc;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Replaces the key that signs tokens. Receivers can continue with the keys that they have cached. */
@Command(
        name = "rotate",
        description = {
            "Creates a key that signs Security Event Tokens after a lead, and writes its identifier to standard output.",
            "It is published at once, and the old key until the overlap ends. It replaces a key that has not signed yet.",
            "If a private key has leaked, use --lead PT0S --overlap PT0S: replicas use the new key within 20 s."
        })
class SsfKeyRotateCommand extends DatabaseCommand {
    private final Clock clock;

    @Option(
            names = "--lead",
            paramLabel = "<duration>",
            converter = Converters.Length.class,
            defaultValue = "PT10M",
            description = "How long the new key is published before it signs (default: ${DEFAULT-VALUE}).")
    Duration lead;

    @Option(
            names = "--overlap",
            paramLabel = "<duration>",
            converter = Converters.Length.class,
            defaultValue = "P1D",
            description = "How long the old key is published after that (default: ${DEFAULT-VALUE}).")
    Duration overlap;

    SsfKeyRotateCommand(Supplier<Database> database, Clock clock) {
        super(database);
        this.clock = clock;
    }

    @Override
    void run(Connection connection) throws SQLException {
        Instant now = clock.instant();
        Instant signsFrom = now.plus(lead).truncatedTo(ChronoUnit.SECONDS);
        Instant end = signsFrom.plus(overlap).truncatedTo(ChronoUnit.SECONDS);
        var keys = new SigningKeyTable(connection);
        String keyId = Jdbc.inTransaction(connection, () -> {
            keys.lock();
            if (keys.list().stream().noneMatch(key -> key.isPublished(now))) {
                throw new Failure("There is no key; create one first.");
            }
            keys.end(now, end);
            return keys.insert(now, signsFrom);
        });
        print(
                keyId,
                JSON.objectNode()
                        .put("key_id", keyId)
                        .put("signs_from", signsFrom.getEpochSecond())
                        .put("others_published_until", end.getEpochSecond()));
        say("Key " + keyId + " signs from " + signsFrom + ". Other keys are published until " + end + ".");
    }
}
