package io.useradmin.operator;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.useradmin.operator.SigningKeyTable.Row;
import io.useradmin.ssf.SigningPeriod;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import picocli.CommandLine.Command;

/** Lists the keys that sign tokens. Does not read the private keys. */
@Command(name = "list", description = "Lists the keys that sign Security Event Tokens, without the private keys.")
class SsfKeyListCommand extends DatabaseCommand {
    private final Clock clock;

    SsfKeyListCommand(Supplier<Database> database, Clock clock) {
        super(database);
        this.clock = clock;
    }

    @Override
    void run(Connection connection) throws SQLException {
        Instant now = clock.instant();
        List<Row> keys = new SigningKeyTable(connection).list();
        Optional<Row> signing = SigningPeriod.signing(keys, now);
        var table = new Table("KEY ID", "STATE", "CREATED", "SIGNS FROM", "PUBLISHED UNTIL");
        ArrayNode json = JSON.arrayNode();
        for (Row key : keys) {
            String state = state(key, signing, now);
            Instant end = key.publishedUntil();
            table.row(
                    key.keyId(),
                    state,
                    key.createdAt().truncatedTo(ChronoUnit.SECONDS).toString(),
                    key.signsFrom().toString(),
                    end == null ? "until it is replaced" : end.toString());
            json.add(json(key, state));
        }
        print(table.toString(), json);
    }

    private static String state(Row key, Optional<Row> signing, Instant now) {
        if (!key.isPublished(now)) {
            return "ended";
        }
        if (key.signsFrom().isAfter(now)) {
            return "next";
        }
        return signing.filter(key::equals).isPresent() ? "signs" : "published";
    }

    private static ObjectNode json(Row key, String state) {
        ObjectNode json = JSON.objectNode()
                .put("key_id", key.keyId())
                .put("state", state)
                .put("created_at", key.createdAt().getEpochSecond())
                .put("signs_from", key.signsFrom().getEpochSecond());
        Instant end = key.publishedUntil();
        if (end != null) {
            json.put("published_until", end.getEpochSecond());
        }
        return json;
    }
}
