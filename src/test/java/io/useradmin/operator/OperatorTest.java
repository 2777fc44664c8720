package io.useradmin.operator;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.operator.Commands.Outcome;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Clock;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rules for all commands. None of these tests connects to a database. */
class OperatorTest {
    private final Commands commands =
            new Commands(new Database("jdbc:postgresql://localhost:1/none", null, null), Clock.systemUTC());

    @ParameterizedTest
    @ValueSource(strings = {"", "serve"})
    void serves(String line) {
        assertThat(commands.line(line)).isEqualTo(new Outcome(0, "", ""));
        assertThat(commands.served).hasValue(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "serve", "config check"})
    void refusesInvalidSettings(String line) {
        commands.problems.addAll(List.of("a must be 1", "b must be 2"));

        assertThat(commands.line(line)).isEqualTo(new Outcome(1, "", "a must be 1%nb must be 2%n".formatted()));
        assertThat(commands.served).hasValue(0);
    }

    @Test
    void acceptsValidSettings() {
        assertThat(commands.line("config check"))
                .isEqualTo(new Outcome(0, "The settings are valid.%n".formatted(), ""));
        assertThat(commands.served).hasValue(0);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "serve",
                "config",
                "config check",
                "migrate",
                "distribute",
                "tenant",
                "tenant create",
                "tenant list",
                "tenant delete",
                "key",
                "key create",
                "key list",
                "key rotate",
                "key revoke",
                "purge",
                "deliver",
                "completion"
            })
    void explainsEveryCommandAndItsExitCodes(String command) {
        assertThat(commands.line(command + " --help")).satisfies(help -> {
            assertThat(help.exitCode()).isZero();
            assertThat(help.out())
                    .startsWith(("Usage: useradmin " + command).strip())
                    .contains("Exit codes:", "wrong usage", "-h, --help")
                    .containsPattern("3 +out of memory")
                    .containsPattern("4 +done except for rejected lines")
                    .doesNotContain("null");
            assertThat(help.err()).isEmpty();
        });
        assertThat(commands.served).hasValue(0);
    }

    @Test
    void knowsItsVersion() {
        assertThat(commands.line("--version").onlyLine()).matches("useradmin \\d+\\.\\d+\\.\\d+(-SNAPSHOT)?");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "frob | Unknown command or argument: 'frob' (see 'useradmin --help')",
                "@@frob | Unknown command or argument: '@@frob' (see 'useradmin --help')",
                "--frob | Unknown option: '--frob' (see 'useradmin --help')",
                "key crate | Unknown command or argument: 'crate'; did you mean create or rotate? (see 'useradmin key --help')",
                "key | Missing command: one of create, list, rotate, revoke (see 'useradmin key --help')",
                "config | Missing command: one of check (see 'useradmin config --help')",
                "tenant | Missing command: one of create, list, delete (see 'useradmin tenant --help')",
                "tenant create | Missing required parameter: '<id>' (see 'useradmin tenant create --help')",
                "migrate -o xml | Invalid value for option '--output': must be text or json (see 'useradmin migrate --help')",
                "purge --batch 0 | Invalid value for option '--batch': must be 1 to 100000 (see 'useradmin purge --help')",
                "deliver --tenant a --to http://example.com --secret-file f | Invalid value for option '--to': must begin with https:// (see 'useradmin deliver --help')",
                "deliver --tenant a --to https://example.com --secret-file f --after then | Invalid value for option '--after': must be now (see 'useradmin deliver --help')",
                "purge --batch 100001 | Invalid value for option '--batch': must be 1 to 100000 (see 'useradmin purge --help')",
                "tenant create a --name N\uFFFDin | An argument has characters that the locale does not know: set LC_ALL=C.UTF-8 (see 'useradmin --help')",
                "tenant delete a --confirm b | This deletes all users of tenant a; to confirm, add --confirm a (see 'useradmin tenant delete --help')",
            })
    void reportsAnErrorInALine(String line, String message) {
        assertThat(commands.line(line)).isEqualTo(new Outcome(2, "", message + System.lineSeparator()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "migrate",
                "distribute",
                "tenant list",
                "tenant create a",
                "tenant delete a --confirm a",
                "key create --tenant a --name b --scope *",
                "key list --tenant a",
                "key rotate 00000000000000000000000000000000",
                "key revoke 00000000000000000000000000000000",
                "purge",
                "deliver --tenant a --to https://example.com --secret-file f"
            })
    void failsInALineWithoutADatabase(String line) {
        assertThat(commands.line(line)).satisfies(outcome -> {
            assertThat(outcome.exitCode()).isEqualTo(1);
            assertThat(outcome.out()).isEmpty();
            assertThat(outcome.err())
                    .startsWith("The database cannot be reached: ")
                    .hasLineCount(1);
        });
    }

    @Test
    void namesAHostThatIsUnknown() {
        var lost = new Commands(new Database("jdbc:postgresql://nowhere.invalid/none", null, null), Clock.systemUTC());

        assertThat(lost.line("tenant list").err())
                .isEqualTo("The database cannot be reached: The host nowhere.invalid is unknown.%n".formatted());
    }

    /** Like a frozen server, whose kernel still accepts connections. */
    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void doesNotWaitForeverForADatabaseThatNeverResponds() throws IOException {
        try (var silent = new ServerSocket(0, 0, InetAddress.getLoopbackAddress())) {
            var url = "jdbc:postgresql://localhost:%d/none".formatted(silent.getLocalPort());
            var frozen = new Commands(new Database(url, null, null), Clock.systemUTC());

            assertThat(frozen.line("tenant list"))
                    .isEqualTo(new Outcome(
                            1, "", "The database cannot be reached: Connection attempt timed out.%n".formatted()));
        }
    }

    @Test
    void completesCommandsOptionsAndScopes() throws Exception {
        String script = commands.line("completion").out();
        assertThat(completions(script, "useradmin", "")).contains("migrate", "tenant", "key", "purge", "completion");
        assertThat(completions(script, "useradmin", "key", "")).contains("create", "list", "rotate", "revoke");
        assertThat(completions(script, "useradmin", "key", "create", "--s")).contains("--scope");
        assertThat(completions(script, "useradmin", "migrate", "--output", "")).contains("text", "json");
    }

    /** The exit code tells a script that it has only a part of the output, or none. */
    @ParameterizedTest
    @ValueSource(strings = {"completion", "config check"})
    void failsIfItsOutputCannotBeWritten(String line) {
        var errors = new StringWriter();

        int exitCode = commands.run(new OutputStreamWriter(new FullDisk(), UTF_8), errors, line.split(" "));

        assertThat(exitCode).isEqualTo(1);
        assertThat(errors).hasToString("The result cannot be written to standard output." + System.lineSeparator());
    }

    /** The completions that bash offers for the last of {@code words}. */
    private static String[] completions(String script, String... words) throws Exception {
        String ask = script + "\nCOMP_WORDS=(" + quoted(words) + ")\nCOMP_CWORD=" + (words.length - 1)
                + "\n_complete_useradmin\nprintf '%s\\n' \"${COMPREPLY[@]}\"\n";
        Process bash =
                new ProcessBuilder("bash", "-s").redirectErrorStream(true).start();
        try (var input = bash.outputWriter()) {
            input.write(ask);
        }
        return bash.inputReader().lines().toArray(String[]::new);
    }

    private static String quoted(String... words) {
        return "'" + String.join("' '", words) + "'";
    }
}
