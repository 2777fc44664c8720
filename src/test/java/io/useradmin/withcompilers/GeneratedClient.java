package io.useradmin.withcompilers;

import io.useradmin.testsupport.FileText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The source files that OpenAPI Generator wrote to a folder. */
final class GeneratedClient {
    /** The build copies it there. */
    private static final Path GENERATOR = Path.of("target", "client-tools", "openapi-generator-cli.jar");

    private final Map<Path, String> sources;

    private GeneratedClient(Map<Path, String> sources) {
        this.sources = sources;
    }

    /**
     * Generates the clients described by the files in {@code configs}. It needs its own process, because it uses other versions
     * of libraries.
     */
    static void generate(List<Path> configs, Path log) throws IOException, InterruptedException {
        List<String> command = Stream.concat(
                        Stream.of(
                                Path.of(System.getProperty("java.home"), "bin", "java")
                                        .toString(),
                                "-XX:TieredStopAtLevel=1",
                                "-XX:+UseSerialGC",
                                "-Xmx512m",
                                "-jar",
                                GENERATOR.toString(),
                                "batch",
                                "--fail-fast",
                                "--threads",
                                "1"),
                        configs.stream().map(Path::toString))
                .toList();
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        if (process.waitFor() != 0) {
            throw new AssertionError(Files.readString(log));
        }
    }

    /** Reads the files below {@code folder} whose names end with {@code suffix}. */
    static GeneratedClient read(Path folder, String suffix) throws IOException {
        Map<Path, String> sources = new TreeMap<>();
        try (Stream<Path> files = Files.walk(folder)) {
            files.filter(file -> file.toString().endsWith(suffix))
                    .forEach(file -> sources.put(folder.relativize(file), FileText.of(file)));
        }
        return new GeneratedClient(sources);
    }

    /** The text of each file, by its path in the folder. */
    Map<Path, String> sources() {
        return sources;
    }

    /** The client class that has the operation. */
    String classOf(String operation) {
        Pattern method = Pattern.compile("^ *(?:public|async) (?:\\S+ )?" + operation + "\\(", Pattern.MULTILINE);
        return sources.entrySet().stream()
                .filter(source -> method.matcher(source.getValue()).find())
                .map(source -> source.getKey().getFileName().toString().replaceFirst("\\.\\w+$", ""))
                .findFirst()
                .orElseThrow(() -> new AssertionError("the generated client lacks " + operation));
    }
}
