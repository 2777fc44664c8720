package io.useradmin.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.operator.Commands.Outcome;
import io.useradmin.operator.deliver.Receiver;
import io.useradmin.schema.ShardedDatabase;
import io.useradmin.testsupport.FreshDatabase;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every statement of a command about one tenant touches one shard of each table, if tables are sharded by tenant
 * (schema/ShardsTest).
 */
class ShardedCommandsTest {
    /** Commands that access no tenant's data. */
    private static final Predicate<String> OF_NO_TENANT = Pattern.compile(
                    "serve|migrate|distribute|completion|config check|ssf key .*")
            .asMatchPredicate();

    /** Statements that search all tenants, and so compare no tenant: for expired rows, and for events. */
    private static final Predicate<String> OF_ALL_TENANTS = Pattern.compile(
                    "(?s)^with found as \\(\\s+select tenant_id,(?!.*tenant_id = )"
                            + "|^select min\\(tenant_id\\) from events where tenant_id > ")
            .asPredicate();

    private static final String USER = """
            {"group_id": "staff", "name": "%1$s"}
            {"user_id": "a", "claims": {"name": "%1$s"}, "public_data": {"a": "%1$s"}, \
            "username": {"username": "a%1$s"}, "emails": [{"email": "%1$s@example.com"}], \
            "phone_numbers": [{"phone": "+358%1$s"}], "idps": [{"authenticator": "google", "provider_user_id": "%1$s"}], \
            "sessions": [{"session_id": "s", "session_key": "%1$s", "initiated_at": 1, "last_updated": 1, "expires_at": 32503680000, "client_ids": ["web"]}, \
            {"session_id": "old", "session_key": "%1$s", "initiated_at": 1, "last_updated": 1, "expires_at": 1}], \
            "blocked_ips": [{"ip": "192.0.2.1", "login_count": %1$s, "last_login_attempt": 1, "failure_count": 0, "block_until": 32503680000}], \
            "groups": [{"group_id": "staff"}]}
            {"user_id": "%1$s"}
            """;

    private final List<String> run = new ArrayList<>();

    @TempDir
    private Path folder;

    @Test
    void everyStatementAboutATenantTouchesOneShard() throws Exception {
        try (var database = new ShardedDatabase();
                var receiver = new Receiver()) {
            var commands =
                    new Commands(new Database(database.jdbcUrl(), FreshDatabase.USER, "postgres"), Clock.systemUTC());
            commands.recordsReads = true;
            Path secret = Files.writeString(folder.resolve("secret"), "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
            run(commands, "tenant create acme --name Acme");
            run(commands, "tenant list");
            String key = run(commands, "key create --tenant acme --name portal --scope users:read")
                    .split("_")[1];
            run(commands, "key list --tenant acme");
            run(commands, "key rotate " + key);
            run(commands, "key revoke " + key);
            for (String version : List.of("1", "2", "2")) {
                Path users = Files.writeString(folder.resolve("users" + version), USER.formatted(version));
                run(commands, "import %s --tenant acme".formatted(users));
            }
            run(commands, "export %s --tenant acme".formatted(folder.resolve("export")));
            run(commands, "user export --tenant acme a %s".formatted(folder.resolve("user")));
            for (String after : List.of("", " --after now")) {
                String target = receiver.url(after.isEmpty() ? "/" : "/now");
                run(
                        commands,
                        "deliver --tenant acme --to %s --secret-file %s --allow-private --once"
                                        .formatted(target, secret)
                                + after);
            }
            run(commands, "blocks unblock --tenant acme --ip-address 192.0.2.0/24");
            run(commands, "sessions revoke --tenant acme --client web");
            run(commands, "sessions revoke --tenant acme --user a --group staff");
            run(commands, "purge --older-than P1D --events-older-than PT0S");
            run(commands, "tenant delete acme --confirm acme");

            assertThat(database.scattered().entrySet())
                    .filteredOn(statement -> !OF_ALL_TENANTS.test(statement.getKey()))
                    .as("statements that touch several shards")
                    .isEmpty();
            assertThat(database.statements())
                    .as("the import and the deletion really ran")
                    .anyMatch(statement -> statement.startsWith("insert into users as u"))
                    .anyMatch(statement -> statement.startsWith("insert into sessions as t"))
                    .anyMatch(statement -> statement.contains("delete from events using found"));
        }
        assertThat(CommandArguments.commands().filter(OF_NO_TENANT.negate()))
                .as("every command about a tenant is run")
                .allMatch(command -> run.stream().anyMatch(words -> words.startsWith(command)));
    }

    private String run(Commands commands, String words) {
        run.add(words);
        Outcome outcome = commands.line(words);
        assertThat(outcome.exitCode()).as("%s: %s", words, outcome.err()).isZero();
        return outcome.out();
    }
}
