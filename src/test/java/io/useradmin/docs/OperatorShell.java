package io.useradmin.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.docs.Bash.Ended;
import io.useradmin.operator.Commands;
import io.useradmin.operator.settings.VariablesCheck;
import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Runs shell commands in a folder with bash. A process for each call of {@code useradmin} would take too long, so bash runs each
 * command twice. In the first run, {@code useradmin} stores its arguments. Then the program runs in the process of the test. In the
 * second run, {@code useradmin} writes what the program wrote. A command can have one such call, and the rest of it must be repeatable.
 */
final class OperatorShell {
    private static final String NAME = "useradmin";
    private static final String STORE =
            "useradmin() { echo >>.calls; printf '%s\\0' \"$@\" >.arguments; env -0 >.variables; cat >.piped; }\n";
    private static final String REPEAT = "set -o pipefail; useradmin() { cat >/dev/null; source ./.written; }\n";

    private static final Duration TIMEOUT = Duration.ofMinutes(1);

    /** Arguments that are files in the folder. */
    private static final Pattern FILE = Pattern.compile("[\\w-]+(\\.gz|\\.json|\\.ndjson)+|webhook-secret");

    private static final String PIPE = "-";

    private final Path folder;
    private final Commands commands;
    private int status;

    OperatorShell(Path folder, Commands commands) {
        this.folder = folder;
        this.commands = commands;
    }

    /** Whether a command uses the program. */
    static boolean isUsed(String text) {
        return ShellWords.commands(text).stream().map(List::getFirst).anyMatch(NAME::equals);
    }

    /** Runs a command. In it, {@code $?} is the status of the command before. */
    Ended run(String text) throws IOException, InterruptedException {
        if (isUsed(text)) {
            Files.deleteIfExists(folder.resolve(".calls"));
            bash(STORE + text);
            assertThat(folder.resolve(".calls")).as("one call in: " + text).hasContent("\n");
            Files.writeString(folder.resolve(".written"), runProgram(stored(".arguments")));
        }
        Ended ended = bash("%s(exit %d)%n%s".formatted(REPEAT, status, text));
        status = ended.status();
        return ended;
    }

    /** Returns the script that repeats what the program has written. */
    private String runProgram(List<String> arguments) throws IOException {
        commands.problems.clear();
        commands.problems.addAll(VariablesCheck.problems(stored(".variables").stream()
                .map(variable -> variable.split("=", 2))
                .collect(Collectors.toMap(variable -> variable[0], variable -> variable[1]))));
        var script = new StringBuilder();
        int exitCode = commands.run(
                repeatedBy(script, 1),
                repeatedBy(script, 2),
                arguments.stream().map(this::located).toArray(String[]::new));
        if (arguments.getFirst().equals("export") && arguments.contains(PIPE)) {
            script.replace(0, script.length(), "cat .piped\n");
        }
        return script.append("return ").append(exitCode).append('\n').toString();
    }

    /** The process of the test has no pipes, so the program uses a file. */
    private String located(String argument) {
        if (argument.equals(PIPE)) {
            return folder.resolve(".piped").toString();
        }
        return FILE.matcher(argument).matches() ? folder.resolve(argument).toString() : argument;
    }

    /** A writer whose text the script will write to the stream, in the order in which both streams are flushed. */
    private Writer repeatedBy(StringBuilder script, int stream) {
        return new StringWriter() {
            @Override
            public void flush() {
                String text = toString().replace(folder + File.separator, "").replace("'", "'\\''");
                script.append("printf %%s '%s' >&%d%n".formatted(text, stream));
                getBuffer().setLength(0);
            }
        };
    }

    private List<String> stored(String file) throws IOException {
        return Stream.of(Files.readString(folder.resolve(file)).split("\0")).toList();
    }

    private Ended bash(String script) throws IOException, InterruptedException {
        return Bash.run(folder, script, TIMEOUT, variables -> variables.keySet().retainAll(Set.of("PATH")));
    }
}
