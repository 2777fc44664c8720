package io.useradmin.operator;

import io.useradmin.apikey.ApiKey;
import io.useradmin.apikey.StoredKey;
import io.useradmin.operator.jdbc.Jdbc;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Replaces a key without interruption: both keys work for a while. */
@Command(
        name = "rotate",
        description = {
            "Creates a key with the same name, scopes, rate and lifetime, and writes only the key to standard output.",
            "The old key works until the overlap ends. Clients must switch before.",
            "If you lose the new key, revoke it and repeat the command. The old key never gets more time.",
            "The overlap is at least 30 s, because replicas cache keys. To end a key at once, revoke it."
        })
class KeyRotateCommand extends DatabaseCommand {
    private final Clock clock;

    @Parameters(paramLabel = "<key-id>", converter = Converters.KeyId.class, description = "The key to replace.")
    String keyId;

    @Option(
            names = "--overlap",
            paramLabel = "<duration>",
            converter = Converters.Length.class,
            defaultValue = "PT1H",
            description = "How long the old key still works (default: ${DEFAULT-VALUE}).")
    Duration overlap;

    KeyRotateCommand(Supplier<Database> database, Clock clock) {
        super(database);
        this.clock = clock;
    }

    @Override
    void run(Connection connection) throws SQLException {
        Instant now = clock.instant();
        var keys = new ApiKeys(connection);
        Instant end = Jdbc.inTransaction(connection, () -> {
            StoredKey old = keys.lock(keyId);
            requireActive(old, now);
            Instant oldEnd = old.endAfter(overlap, now);
            keys.rotate(old, oldEnd, now);
            var issued = new IssuedKey(ApiKey.make(now), old.successor(now));
            keys.insert(issued.key(), issued.grant(), now);
            // Prints the key before the commit: the old key must not end if nobody received the new one.
            print(issued.key().reveal(), issued.json());
            say(issued.description());
            return oldEnd;
        });
        say("Key " + keyId + " ends at " + end + ".");
    }

    private void requireActive(StoredKey old, Instant now) {
        if (!old.isActive(now)) {
            throw new Failure("Key " + keyId + " is " + old.state(now) + " already; create a new one instead.");
        }
    }
}
