package io.useradmin.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.useradmin.testsupport.FreePort;
import io.useradmin.testsupport.FreshDatabase;
import io.useradmin.testsupport.ServiceProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the commands under "Deploy" in the README unchanged, and compares their output with the README. */
class ReadmeIT {
    private static final Path README = Path.of("README.md").toAbsolutePath();
    private static final Path JAR = Path.of("target", "quarkus-app", "quarkus-run.jar");
    private static final String FIRST = "$ export QUARKUS_DATASOURCE_REACTIVE_URL";
    private static final String MARK = "==== step ";
    private static final String END = "==== end";
    private static final Duration TIMEOUT = Duration.ofMinutes(10);

    @TempDir
    private Path folder;

    /** A command and its output in the README. */
    private record Step(String command, List<String> output) {}

    @Test
    void deploymentWorksAsWritten() throws Exception {
        assumeTrue(Files.exists(JAR), "the package is a native binary, the commands are those of the jar");
        assumeTrue(
                Files.isExecutable(Path.of("/bin/bash")) && Files.isExecutable(Path.of("/usr/bin/curl")),
                "needs bash and curl");
        Files.createSymbolicLink(folder.resolve("target"), Path.of("target").toAbsolutePath());
        List<Step> steps = steps();
        assertThat(steps).hasSizeGreaterThan(5);

        String[] outputs;
        try (var database = new FreshDatabase()) {
            outputs = run(script(steps, database));
        }

        assertThat(outputs).hasSize(steps.size() + 1);
        for (int step = 0; step < steps.size(); step++) {
            assertThat(outputs[step + 1])
                    .as(steps.get(step).command())
                    .matches(expected(steps.get(step).output()));
        }
    }

    private static List<Step> steps() throws IOException {
        List<Step> steps = new ArrayList<>();
        List<String> lines = Files.readAllLines(README);
        int begin = 0;
        while (!lines.get(begin).startsWith(FIRST)) {
            begin++;
        }
        for (String line : lines.subList(begin, lines.size())) {
            if (line.startsWith("```")) {
                return steps;
            }
            if (line.startsWith("$ ")) {
                steps.add(new Step(line.substring(2), new ArrayList<>()));
            } else {
                steps.getLast().output().add(line);
            }
        }
        return steps;
    }

    /** The script uses the test's own database and ports, and longer timeouts for a busy machine. */
    private static String script(List<Step> steps, FreshDatabase database) throws IOException {
        int port = FreePort.find();
        var script = new StringBuilder("set -eu\nexec 2>&1\nexport QUARKUS_HTTP_PORT=%d QUARKUS_MANAGEMENT_PORT=%d\n"
                .formatted(port, FreePort.find()));
        ServiceProcess.LONG_TIMEOUTS.forEach(
                (setting, value) -> script.append("export %s=%s\n".formatted(setting, value)));
        for (int step = 0; step < steps.size(); step++) {
            String command = steps.get(step)
                    .command()
                    .replace("postgresql://localhost:5432/useradmin", database.reactiveUrl())
                    .replace("USERNAME=useradmin", "USERNAME=" + FreshDatabase.USER)
                    .replace("java -jar", Path.of(System.getProperty("java.home"), "bin", "java") + " -jar")
                    .replace("http://localhost:8080", "http://localhost:" + port);
            script.append("echo '")
                    .append(MARK)
                    .append(step)
                    .append("'\n")
                    .append(command)
                    .append('\n');
            if (command.endsWith("&")) {
                script.append("until curl -s -o /dev/null http://localhost:%d; do kill -0 $!; sleep 0.2; done\n"
                        .formatted(port));
            }
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
            ServiceProcess.await(
                    "the last command has ended",
                    TIMEOUT,
                    () -> !bash.isAlive() || Files.readString(output).contains(END));
        } finally {
            bash.descendants().forEach(ProcessHandle::destroyForcibly);
            bash.destroyForcibly();
        }
        return Files.readString(output).split(Pattern.quote(MARK) + "\\d+\\R", -1);
    }

    /** In the README, an ellipsis stands for any text, and an identifier for any identifier. Log lines may come at any place. */
    private static Pattern expected(List<String> lines) {
        var pattern = new StringBuilder("(?s)");
        for (String line : lines) {
            pattern.append(".*")
                    .append(Pattern.quote(line)
                            .replace("…", "\\E.*\\Q")
                            .replaceAll("[0-9a-f]{32}", "\\\\E[0-9a-f]{32}\\\\Q"));
        }
        return Pattern.compile(pattern.append(".*").toString());
    }
}
