package io.useradmin.operator;

import io.useradmin.apikey.ApiKey;
import io.useradmin.apikey.KeyGrant;
import io.useradmin.apikey.RateLimit;
import io.useradmin.operator.Converters.When;
import io.useradmin.operator.jdbc.Jdbc;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Creates a key for a client. */
@Command(
        name = "create",
        description = {
            "Creates an API key and writes only the key to standard output.",
            "The key cannot be shown again, because only a digest is stored."
        })
class KeyCreateCommand extends TenantDataCommand {
    private final Clock clock;

    @Option(
            names = "--name",
            required = true,
            paramLabel = "<name>",
            converter = Converters.Name.class,
            description = "The name of the key in lists, such as the client that uses it.")
    String name;

    @Option(
            names = "--scope",
            required = true,
            split = ",",
            paramLabel = "<scope>",
            converter = Converters.ScopeText.class,
            completionCandidates = Converters.ScopeCandidates.class,
            description = "What the key can do, repeated or separated by commas: ${COMPLETION-CANDIDATES}.")
    List<String> scopes;

    @Option(
            names = "--expires",
            paramLabel = "<when>",
            converter = Converters.Moment.class,
            description =
                    "When the key expires: a time such as 2027-01-31T00:00:00Z, or P90D from now (default: never).")
    @Nullable When expires;

    @Option(
            names = "--rate",
            paramLabel = "<rate>",
            converter = Converters.Rate.class,
            description = "The most requests to each replica, such as 100/s, 6000/min or 10000/h (default: no limit).")
    @Nullable RateLimit rate;

    @Option(
            names = "--burst",
            paramLabel = "<requests>",
            converter = Converters.Burst.class,
            description = "The most requests at once after a pause, with --rate (default: the number in --rate).")
    @Nullable Integer burst;

    KeyCreateCommand(Supplier<Database> database, Clock clock) {
        super(database);
        this.clock = clock;
    }

    @Override
    void check() {
        if (scopes.isEmpty()) {
            throw wrongUse("Invalid value for option '--scope': the list of scopes is empty");
        }
        Instant now = clock.instant();
        Instant end = end(now);
        if (end != null && !end.isAfter(now)) {
            throw wrongUse("Invalid value for option '--expires': must be in the future");
        }
        if (burst != null && rate == null) {
            throw wrongUse("Option '--burst' needs '--rate'");
        }
    }

    @Override
    void runForTenant(Connection connection) throws SQLException {
        Instant now = clock.instant();
        IssuedKey issued = Jdbc.inTransaction(connection, () -> {
            var made = new IssuedKey(ApiKey.make(now), grant(now));
            new ApiKeys(connection).insert(made.key(), made.grant(), now);
            // Prints the key before the commit: a key that nobody received must not exist.
            print(made.key().reveal(), made.json());
            return made;
        });
        say(issued.description());
    }

    private KeyGrant grant(Instant now) {
        RateLimit limit = rate == null || burst == null ? rate : rate.withBurst(burst);
        return new KeyGrant(tenant, name, scopes.stream().distinct().toList(), end(now), limit);
    }

    private @Nullable Instant end(Instant now) {
        return expires == null ? null : expires.after(now).truncatedTo(ChronoUnit.SECONDS);
    }
}
