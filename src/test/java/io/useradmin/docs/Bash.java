package io.useradmin.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Runs scripts that end. */
final class Bash {
    private Bash() {}

    /**
     * How a script ended.
     *
     * @param output what it wrote to standard output and standard error
     */
    record Ended(int status, String output) {}

    /** Skips a test if it needs one of these programs and the machine does not have it. */
    static void assumeInstalled(String... programs) {
        for (String program : programs) {
            assumeTrue(isInstalled(program), "needs " + program);
        }
    }

    private static boolean isInstalled(String program) {
        return Optional.ofNullable(System.getenv("PATH")).stream()
                .flatMap(path -> Stream.of(path.split(Pattern.quote(File.pathSeparator))))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    }

    /**
     * Runs a script without input. It and its processes end with this call.
     *
     * @param variables changes the environment of the script
     */
    static Ended run(Path folder, String script, Duration timeout, Consumer<Map<String, String>> variables)
            throws IOException, InterruptedException {
        Path output = folder.resolve(".output");
        var builder = new ProcessBuilder("bash", "-c", script)
                .directory(folder.toFile())
                .redirectInput(Redirect.from(new File("/dev/null")))
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        variables.accept(builder.environment());
        Process bash = builder.start();
        try {
            assertThat(bash.waitFor(timeout)).as(script).isTrue();
        } finally {
            bash.descendants().forEach(ProcessHandle::destroyForcibly);
            bash.destroyForcibly();
        }
        return new Ended(bash.exitValue(), Files.readString(output).stripTrailing());
    }
}
