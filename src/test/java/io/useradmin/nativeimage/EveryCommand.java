package io.useradmin.nativeimage;

import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.apikey.ApiKey;
import io.useradmin.operator.CommandArguments;
import io.useradmin.operator.deliver.Receiver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** Runs every command at least once. */
public final class EveryCommand {
    private static final long TIMEOUT_SECONDS = 120;
    private static final int DONE = 0;
    private static final int FAILED = 1;
    private static final int WRONG_USE = 2;
    private static final int INCOMPLETE = 4;

    /** A group, a user with live and expired rows, and a wrong line. */
    private static final String USERS = """
            {"group_id": "staff", "name": "Staff"}
            {"user_id": "a", "claims": {"name": "Name"}, "username": {"username": "a"}, "emails": [{"email": "a@example.com"}],
             "sessions": [
               {"session_id": "ended-1", "session_key": "k", "initiated_at": 1000000000, "expires_at": 1100000000, "last_updated": 1000000000},
               {"session_id": "ended-2", "session_key": "k", "initiated_at": 1000000000, "expires_at": 1200000000, "last_updated": 1000000000},
               {"session_id": "live", "session_key": "k", "initiated_at": 1000000000, "expires_at": 32503680000, "last_updated": 1000000000},
               {"session_id": "of-portal", "session_key": "k", "initiated_at": 1000000000, "expires_at": 32503680000,
                "last_updated": 1000000000, "client_ids": ["portal"], "last_metadata": {"ip_address": "2001:db8::1"}}],
             "blocked_ips": [
               {"ip": "192.0.2.1", "login_count": 1, "failure_count": 1, "last_login_attempt": 1000000000, "block_until": 32503680000},
               {"ip": "192.0.2.2", "login_count": 1, "failure_count": 1, "last_login_attempt": 1000000000, "block_until": 32503680000},
               {"ip": "192.0.2.8", "login_count": 1, "failure_count": 1, "last_login_attempt": 1000000000},
               {"ip": "192.0.2.9", "login_count": 1, "failure_count": 1, "last_login_attempt": 1000000000, "block_until": 1100000000}],
             "groups": [{"group_id": "staff", "assigned_at": 1000000000}]}
            {}
            """.replace("\n ", " ");

    /** The same user, changed. Sessions and addresses that are missing stay. */
    private static final String CHANGED_USERS = """
            {"group_id": "staff", "name": "Changed staff"}
            {"user_id": "a", "claims": {"name": "Changed"}, "username": {"username": "a"}, "emails": [{"email": "b@example.com"}],
             "sessions": [
               {"session_id": "live", "session_key": "k2", "initiated_at": 1000000000, "expires_at": 32503680001, "last_updated": 1100000000}],
             "blocked_ips": [
               {"ip": "192.0.2.2", "login_count": 2, "failure_count": 2, "last_login_attempt": 1100000000, "block_until": 32503680001}],
             "groups": [{"group_id": "staff", "assigned_at": 1100000000}]}
            """.replace("\n ", " ");

    /** An export of each other product, by format. */
    private static final Map<String, String> FOREIGN = Map.of(
            "keycloak", "{\"users\": [{\"id\": \"b\", \"username\": \"b\"}]}",
            "auth0",
                    "{\"user_id\": \"auth0|c\", \"email\": \"c@example.com\", \"created_at\": \"2024-01-02T03:04:05.678Z\"}",
            "kratos",
                    "[{\"id\": \"d\", \"traits\": {\"email\": \"d@example.com\"}, \"created_at\": \"2024-01-02T03:04:05Z\"}]");

    private final Function<List<String>, List<String>> program;
    private final Path folder;
    private Map<String, String> settings = Map.of();
    private final List<String> run = new ArrayList<>();
    private final List<String> outputs = new ArrayList<>();

    /**
     * Runs the commands in {@code folder}.
     *
     * @param program returns the operating system's command line for a command and its arguments
     */
    public EveryCommand(Function<List<String>, List<String>> program, Path folder) {
        this.program = program;
        this.folder = folder;
    }

    /**
     * Runs the commands on an empty database.
     *
     * @param settings environment variables with the database
     * @param distributed the expected exit code of "distribute"
     * @param tenants the tenants for whom the commands run; each has expired rows
     * @return the output of each command
     */
    public List<String> run(Map<String, String> settings, int distributed, List<String> tenants) throws Exception {
        this.settings = settings;
        Files.writeString(folder.resolve("users"), USERS);
        Files.writeString(folder.resolve("changed"), CHANGED_USERS);
        for (var file : FOREIGN.entrySet()) {
            Files.writeString(folder.resolve(file.getKey()), file.getValue());
        }
        run(DONE, "migrate");
        run(distributed, "distribute");
        for (String tenant : tenants) {
            fill(tenant);
        }
        run(DONE, "tenant list");
        purge(tenants);
        for (String tenant : tenants) {
            run(DONE, "export users.gz --tenant " + tenant);
            run(DONE, "import users.gz --format useradmin --tenant " + tenant);
            run(DONE, "sessions revoke --client portal --ip-address ::/0 --tenant " + tenant);
            run(DONE, "blocks unblock --ip-address 192.0.2.0/24 -o json --tenant " + tenant);
            run(DONE, "user export a --tenant " + tenant);
        }
        run(DONE, "ssf key create");
        run(DONE, "ssf key rotate --lead PT0S");
        run(DONE, "ssf key list -o json");
        for (String tenant : tenants) {
            run(DONE, "tenant delete %1$s --confirm %1$s".formatted(tenant));
        }
        run(DONE, "tenant list");
        run(DONE, "completion");
        run(DONE, "config check");
        run(DONE, "key create --help");
        run(DONE, "--version");
        run(WRONG_USE, "key create --expires soon");
        assertThat(CommandArguments.commands().filter(command -> !command.equals("serve")))
                .as("every command except serve is run")
                .allMatch(command -> run.stream().anyMatch(words -> words.startsWith(command)));
        assertThat(CommandArguments.importFormats())
                .as("every format is imported")
                .allMatch(format -> run.stream().anyMatch(words -> words.contains(" --format " + format + " ")));
        return outputs;
    }

    private void fill(String tenant) throws Exception {
        run(DONE, "tenant create %s --name Acme -o json".formatted(tenant));
        String key = run(DONE, "key create --name portal --scope * --expires P1D --tenant " + tenant);
        String keyId = ApiKey.parse(key).orElseThrow().keyId();
        run(DONE, "key list -o json --tenant " + tenant);
        run(DONE, "key rotate " + keyId);
        run(DONE, "key revoke " + keyId);
        run(INCOMPLETE, "import users --tenant " + tenant);
        run(DONE, "import changed --tenant " + tenant);
        for (String format : FOREIGN.keySet()) {
            run(DONE, "import %1$s --format %1$s --tenant %2$s".formatted(format, tenant));
        }
        deliver(tenant);
    }

    /** Exactly the expired rows of all tenants, and all events. */
    private void purge(List<String> tenants) throws Exception {
        int expected = 2 * tenants.size();
        assertThat(run(DONE, "purge --older-than P30D --events-older-than PT0S"))
                .startsWith("Deleted %1$d sessions, %1$d addresses, 0 stored responses and ".formatted(expected))
                .doesNotEndWith(" 0 events.");
        assertThat(run(DONE, "purge --older-than P30D --events-older-than PT0S"))
                .isEqualTo("Deleted 0 sessions, 0 addresses, 0 stored responses and 0 events.");
        for (String tenant : tenants) {
            assertThat(run(DONE, "user export a --tenant " + tenant))
                    .contains("Changed", "\"live\"", "\"of-portal\"", "192.0.2.1", "192.0.2.2")
                    .doesNotContain("\"ended", "192.0.2.8", "192.0.2.9");
        }
    }

    private void deliver(String tenant) throws Exception {
        Files.writeString(folder.resolve("secret"), "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
        try (var receiver = new Receiver()) {
            run(
                    DONE,
                    "deliver --tenant %s --to %s --secret-file secret --allow-private --once"
                            .formatted(tenant, receiver.url("/")));
            assertThat(receiver.ids()).isNotEmpty();
        }
    }

    private String run(int exitCode, String words) throws IOException, InterruptedException {
        run.add(words);
        Path out = folder.resolve("out");
        Path err = folder.resolve("err");
        var command = new ProcessBuilder(program.apply(List.of(words.split(" "))))
                .directory(folder.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        command.environment().putAll(settings);
        Process process = command.start();
        assertThat(process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)).as(words).isTrue();
        assertThat(process.exitValue())
                .as("%s: %s", words, Files.readString(err))
                .isEqualTo(exitCode);
        outputs.add(words + ": " + Files.readString(out));
        return Files.readString(out).strip();
    }
}
