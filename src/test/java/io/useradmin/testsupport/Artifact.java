package io.useradmin.testsupport;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The build's artifact, started as an operator starts it: the packaged jar with this JDK, or the native binary. */
public final class Artifact {
    private static final Path TARGET = Path.of("target").toAbsolutePath();
    private static final long TIMEOUT_SECONDS = 180;

    private final Path folder;
    private final Map<String, String> settings;

    /**
     * Runs in {@code folder}. The settings in the environment of the test run do not apply.
     *
     * @param settings environment variables
     */
    public Artifact(Path folder, Map<String, String> settings) {
        this.folder = folder;
        this.settings = settings;
    }

    /** The exit code and the output of a process. */
    public record Ended(int exitCode, String out, String err) {}

    /** A process that is not started yet. */
    public ProcessBuilder command(String... arguments) {
        var command = new ProcessBuilder(
                        Stream.concat(program(), Stream.of(arguments)).toList())
                .directory(folder.toFile());
        command.environment().keySet().removeIf(name -> name.startsWith("QUARKUS_"));
        command.environment().putAll(settings);
        return command;
    }

    public Ended run(String... arguments) throws IOException, InterruptedException {
        return run(command(arguments));
    }

    public Ended run(ProcessBuilder command) throws IOException, InterruptedException {
        return run(List.of(command));
    }

    /** Runs a pipeline. Returns the result of the last command. */
    public Ended run(List<ProcessBuilder> pipeline) throws IOException, InterruptedException {
        Path out = Files.createTempFile(folder, "out", "");
        Path err = Files.createTempFile(folder, "err", "");
        pipeline.getLast().redirectOutput(out.toFile()).redirectError(err.toFile());
        List<Process> processes = ProcessBuilder.startPipeline(pipeline);
        try {
            for (Process process : processes) {
                assertThat(process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)).isTrue();
            }
        } finally {
            processes.forEach(Process::destroyForcibly);
        }
        return new Ended(
                processes.getLast().exitValue(),
                Files.readString(out).strip(),
                Files.readString(err).strip());
    }

    private static Stream<String> program() {
        Properties made = made();
        return made.getProperty("type").equals("native")
                ? Stream.of(TARGET.resolve(made.getProperty("path")).toString())
                : QuickJava.command();
    }

    /** The build's own description of its artifact. Quarkus' integration tests read the same file. */
    private static Properties made() {
        var made = new Properties();
        try (Reader reader = Files.newBufferedReader(TARGET.resolve("quarkus-artifact.properties"))) {
            made.load(reader);
            return made;
        } catch (IOException notBuilt) {
            throw new UncheckedIOException(notBuilt);
        }
    }
}
