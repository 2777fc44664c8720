package io.useradmin.operator;

import io.useradmin.apikey.StoredKey;
import io.useradmin.operator.jdbc.Jdbc;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Revokes a key. A repetition changes nothing, so that scripts can retry. */
@Command(name = "revoke", description = "Revokes an API key. Every replica rejects it within 30 seconds.")
class KeyRevokeCommand extends DatabaseCommand {
    private final Clock clock;

    @Parameters(paramLabel = "<key-id>", converter = Converters.KeyId.class, description = "The key to revoke.")
    String keyId;

    KeyRevokeCommand(Supplier<Database> database, Clock clock) {
        super(database);
        this.clock = clock;
    }

    @Override
    void run(Connection connection) throws SQLException {
        Instant now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
        var keys = new ApiKeys(connection);
        Instant since = Jdbc.inTransaction(connection, () -> {
            StoredKey key = keys.lock(keyId);
            if (key.revokedAt() == null) {
                keys.revoke(key, now);
            }
            return Objects.requireNonNullElse(key.revokedAt(), now);
        });
        print(
                "Key " + keyId + " has been revoked since " + since + ".",
                JSON.objectNode().put("key_id", keyId).put("revoked_at", since.getEpochSecond()));
    }
}
