package io.useradmin.operator;

import io.useradmin.operator.jdbc.Jdbc;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.function.Supplier;
import picocli.CommandLine.Command;

/** Creates the first key that signs tokens. */
@Command(
        name = "create",
        description = {
            "Creates the first key that signs Security Event Tokens (RS256), and writes its identifier to standard output.",
            "The private key stays in the database. To replace a key, rotate it."
        })
class SsfKeyCreateCommand extends DatabaseCommand {
    private final Clock clock;

    SsfKeyCreateCommand(Supplier<Database> database, Clock clock) {
        super(database);
        this.clock = clock;
    }

    @Override
    void run(Connection connection) throws SQLException {
        Instant now = clock.instant();
        var keys = new SigningKeyTable(connection);
        String keyId = Jdbc.inTransaction(connection, () -> {
            keys.lock();
            if (keys.list().stream().anyMatch(key -> key.isPublished(now))) {
                throw new Failure("A key already exists. Rotate it instead.");
            }
            return keys.insert(now, now.truncatedTo(ChronoUnit.SECONDS));
        });
        print(keyId, JSON.objectNode().put("key_id", keyId));
    }
}
