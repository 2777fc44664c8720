package io.useradmin.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.useradmin.dev.DemoTenant;
import io.useradmin.docs.CodeBlock.Command;
import io.useradmin.testsupport.Api;
import io.useradmin.testsupport.Await;
import io.useradmin.testsupport.FreePort;
import io.useradmin.testsupport.FreshDatabase;
import io.useradmin.testsupport.PackagedService;
import io.useradmin.testsupport.QuickJava;
import io.useradmin.testsupport.ServiceProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Runs the commands in the README unchanged, and compares their output with the README. */
class ReadmeIT {
    private static final Path README = Path.of("README.md");
    private static final Path JAR = Path.of("target", "quarkus-app", "quarkus-run.jar");
    private static final String URL = "http://localhost:8080";
    private static final String MARK = "==== step ";
    private static final String END = "==== end";
    private static final Duration TIMEOUT = Duration.ofMinutes(10);

    /** Dev mode would also create the demo. */
    @RegisterExtension
    static final PackagedService SERVICE = PackagedService.with(Map.of());

    @TempDir
    private Path folder;

    @BeforeEach
    void assumeTools() {
        Bash.assumeInstalled("bash", "curl");
    }

    @Test
    void fiveMinutesWorkAsWritten() throws Exception {
        DemoTenant.create(folder);
        List<Command> commands = commands("## Five minutes");

        String[] outputs = run(script("", commands, command -> command.replace(URL, "http://localhost:" + Api.port())));

        assertOutputs(outputs, commands);
    }

    @Test
    void deploymentWorksAsWritten() throws Exception {
        assumeTrue(Files.exists(JAR), "the package is a native binary, the commands are those of the jar");
        Files.createSymbolicLink(folder.resolve("target"), Path.of("target").toAbsolutePath());
        List<Command> commands = commands("## Deploy").stream()
                .filter(command -> !ShellExamplesTest.isNotRun(command))
                .toList();

        String[] outputs;
        try (var database = new FreshDatabase()) {
            outputs = run(deployment(commands, database));
        }

        assertOutputs(outputs, commands);
    }

    private static List<Command> commands(String heading) throws IOException {
        List<Command> commands = CodeBlock.of(README).stream()
                .filter(CodeBlock::isShell)
                .filter(block -> block.heading().equals(heading))
                .flatMap(block -> block.commands().stream())
                .toList();
        assertThat(commands).hasSizeGreaterThan(5);
        return commands;
    }

    /** The script uses the test's own database and ports, fast JVMs, and longer timeouts for a busy machine. */
    private static String deployment(List<Command> commands, FreshDatabase database) throws IOException {
        int port = FreePort.find();
        var prelude = new StringBuilder(
                "export QUARKUS_HTTP_PORT=%d QUARKUS_MANAGEMENT_PORT=%d\n".formatted(port, FreePort.find()));
        ServiceProcess.LONG_TIMEOUTS.forEach(
                (setting, value) -> prelude.append("export %s=%s\n".formatted(setting, value)));
        String java = QuickJava.java().collect(Collectors.joining("' '", "'", "'"));
        return script(
                prelude.toString(),
                commands,
                command -> command.replace("postgresql://localhost:5432/useradmin", database.reactiveUrl())
                        .replace("USERNAME=useradmin", "USERNAME=" + FreshDatabase.USER)
                        .replace("java -jar", java + " -jar")
                        .replace(URL, "http://localhost:" + port)
                        .replaceFirst(
                                "&$",
                                "&\nuntil curl -s -o /dev/null http://localhost:%d; do kill -0 \\$!; sleep 0.2; done"
                                        .formatted(port)));
    }

    private static String script(String prelude, List<Command> commands, UnaryOperator<String> adapt) {
        var script = new StringBuilder("set -eu\nexec 2>&1\n").append(prelude);
        for (int step = 0; step < commands.size(); step++) {
            script.append("echo '%s%d'\n%s\n"
                    .formatted(MARK, step, adapt.apply(commands.get(step).text())));
        }
        return script.append("echo '").append(END).append("'\nwait\n").toString();
    }

    /** The output of each command; the first element is before the first command, and empty. The service ends with the test. */
    private String[] run(String script) throws Exception {
        Path output = folder.resolve("output");
        Process bash = new ProcessBuilder("/bin/bash", "-c", script)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            Await.until(
                    "the last command has ended",
                    TIMEOUT,
                    () -> !bash.isAlive() || Files.readString(output).contains(END));
        } finally {
            bash.descendants().forEach(ProcessHandle::destroyForcibly);
            bash.destroyForcibly();
        }
        return Files.readString(output).split(Pattern.quote(MARK) + "\\d+\\R", -1);
    }

    private static void assertOutputs(String[] outputs, List<Command> commands) {
        assertThat(outputs).hasSize(commands.size() + 1);
        for (int step = 0; step < commands.size(); step++) {
            assertOutput(outputs[step + 1], commands.get(step));
        }
    }

    /** Log lines may come at any place. A long line of output is broken. */
    private static void assertOutput(String output, Command command) {
        int end = 0;
        for (String line : command.output()) {
            Matcher found = Pattern.compile(ShownOutput.pattern(line.strip()), Pattern.DOTALL)
                    .matcher(output);
            assertThat(found.find(end))
                    .as("%s%nmust print:%n%s%nafter character %d, but prints:%n%s", command, line, end, output)
                    .isTrue();
            end = found.end();
        }
    }
}
