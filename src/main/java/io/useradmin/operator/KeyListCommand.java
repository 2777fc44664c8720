package io.useradmin.operator;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.useradmin.apikey.RateLimit;
import io.useradmin.apikey.StoredKey;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;

/** Lists the keys of a tenant. Their secrets are not stored. */
@Command(name = "list", description = "Lists the API keys of a tenant, without their secrets.")
class KeyListCommand extends TenantDataCommand {
    private final Clock clock;

    KeyListCommand(Supplier<Database> database, Clock clock) {
        super(database);
        this.clock = clock;
    }

    @Override
    void runForTenant(Connection connection) throws SQLException {
        Instant now = clock.instant();
        var table = new Table("KEY ID", "NAME", "STATE", "CREATED", "EXPIRES", "LAST USED", "RATE", "SCOPES");
        ArrayNode json = JSON.arrayNode();
        for (StoredKey key : new ApiKeys(connection).list(tenant)) {
            table.row(
                    key.keyId(),
                    key.grant().name(),
                    key.state(now).toString(),
                    text(key.createdAt()),
                    text(key.grant().expiresAt()),
                    text(key.lastUsedAt()),
                    rate(key.grant().limit()),
                    String.join(" ", key.grant().scopes()));
            json.add(json(key, now));
        }
        print(table.toString(), json);
    }

    private static String text(@Nullable Instant instant) {
        return instant == null
                ? "never"
                : instant.truncatedTo(ChronoUnit.SECONDS).toString();
    }

    private static String rate(@Nullable RateLimit limit) {
        return limit == null ? "any" : limit.toString();
    }

    private static ObjectNode json(StoredKey key, Instant now) {
        ObjectNode json = JSON.objectNode()
                .put("key_id", key.keyId())
                .put("name", key.grant().name())
                .put("state", key.state(now).toString());
        key.grant().scopes().forEach(json.putArray("scopes")::add);
        putTime(json, "created_at", key.createdAt());
        putTime(json, "expires_at", key.grant().expiresAt());
        putTime(json, "revoked_at", key.revokedAt());
        putTime(json, "last_used_at", key.lastUsedAt());
        IssuedKey.putLimit(json, key.grant());
        return json;
    }

    private static void putTime(ObjectNode json, String name, @Nullable Instant instant) {
        if (instant != null) {
            json.put(name, instant.getEpochSecond());
        }
    }
}
