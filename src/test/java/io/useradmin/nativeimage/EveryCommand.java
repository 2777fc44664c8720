package io.useradmin.nativeimage;

import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.apikey.ApiKey;
import io.useradmin.operator.CommandArguments;
import io.useradmin.operator.deliver.Receiver;
import io.useradmin.testsupport.FreshDatabase;
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
    private static final int INCOMPLETE = 3;

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

    void run() throws Exception {
        try (var database = new FreshDatabase()) {
            run(database.settings(), FAILED);
        }
    }

    /**
     * Runs the commands on an empty database.
     *
     * @param settings environment variables with the database
     * @param distributed the expected exit code of "distribute"
     * @return the output of each command
     */
    public List<String> run(Map<String, String> settings, int distributed) throws Exception {
        this.settings = settings;
        Files.writeString(folder.resolve("users"), "{\"user_id\": \"a\", \"sessions\": []}\n{}\n");
        Files.writeString(folder.resolve("realm"), "{\"users\": [{\"id\": \"b\", \"username\": \"b\"}]}");
        run(DONE, "migrate");
        run(distributed, "distribute");
        run(DONE, "tenant create acme --name Acme -o json");
        run(DONE, "tenant list");
        String key = run(DONE, "key create --tenant acme --name portal --scope * --expires P1D");
        String keyId = ApiKey.parse(key).orElseThrow().keyId();
        run(DONE, "key list --tenant acme -o json");
        run(DONE, "key rotate " + keyId);
        run(DONE, "key revoke " + keyId);
        run(INCOMPLETE, "import users --tenant acme");
        run(DONE, "import realm --tenant acme --format keycloak");
        run(DONE, "export users.gz --tenant acme");
        run(DONE, "user export --tenant acme a");
        run(DONE, "sessions revoke --tenant acme --client portal --ip-address ::/0");
        run(DONE, "blocks unblock --tenant acme --ip-address 192.0.2.0/24 -o json");
        run(DONE, "purge --older-than P30D");
        deliver();
        run(DONE, "ssf key create");
        run(DONE, "ssf key rotate --lead PT0S");
        run(DONE, "ssf key list -o json");
        run(DONE, "tenant delete acme --confirm acme");
        run(DONE, "completion");
        run(DONE, "config check");
        run(DONE, "key create --help");
        run(DONE, "--version");
        run(WRONG_USE, "key create --expires soon");
        assertThat(CommandArguments.commands().filter(command -> !command.equals("serve")))
                .as("every command except serve is run")
                .allMatch(command -> run.stream().anyMatch(words -> words.startsWith(command)));
        return outputs;
    }

    private void deliver() throws Exception {
        Files.writeString(folder.resolve("secret"), "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
        try (var receiver = new Receiver()) {
            run(
                    DONE,
                    "deliver --tenant acme --to %s --secret-file secret --allow-private --once"
                            .formatted(receiver.url("/")));
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
