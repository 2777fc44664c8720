package io.useradmin.testsupport;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A PostgreSQL server that is installed on this machine, with its tools. The embedded server has no tools such as pg_dump, and
 * tools of another version may refuse to work with it.
 */
public final class InstalledPostgres implements AutoCloseable {
    private static final List<String> PROGRAMS =
            List.of("initdb", "pg_ctl", "postgres", "createdb", "createuser", "pg_dump", "pg_restore");
    private static final Path VERSIONS_ON_DEBIAN = Path.of("/usr/lib/postgresql");
    private static final long TIMEOUT_SECONDS = 120;

    private final Path programs;
    private final Path folder;
    private final String settings;
    private final int port = FreePort.find();

    /** Starts a server with the programs in {@code programs} and its data below {@code folder}. */
    public InstalledPostgres(Path programs, Path folder) throws IOException, InterruptedException {
        this(programs, folder, Map.of());
    }

    /** The same with settings. Their values contain no spaces. */
    public InstalledPostgres(Path programs, Path folder, Map<String, String> settings)
            throws IOException, InterruptedException {
        this.programs = programs;
        this.folder = folder;
        this.settings = settings.entrySet().stream()
                .map(setting -> " -c %s=%s".formatted(setting.getKey(), setting.getValue()))
                .collect(Collectors.joining());
        run(asNobody("initdb", "-A", "trust", "-U", FreshDatabase.USER, "-E", "UTF8", "--locale=C", "-D", data()));
        start();
    }

    public int port() {
        return port;
    }

    /** Kills all processes of the server, as in a power failure. */
    public void kill() throws Exception {
        Postmaster.kill(Path.of(data()));
    }

    /** Stops all processes of the server with SIGSTOP: connections stay open, but nothing responds. */
    public void freeze() throws IOException, InterruptedException {
        Postmaster.signal(Path.of(data()), "STOP");
    }

    /** Continues all processes after {@link #freeze}. */
    public void thaw() throws IOException, InterruptedException {
        Postmaster.signal(Path.of(data()), "CONT");
    }

    /** Starts the server again after {@link #kill}. */
    public void restart() throws IOException, InterruptedException {
        Files.deleteIfExists(Path.of(data()).resolve(Postmaster.FILE));
        start();
    }

    /** Stops the server, and starts it again with transaction numbers from {@code epoch} * 2<sup>32</sup>. */
    public void beginEpoch(int epoch) throws IOException, InterruptedException {
        run(asNobody("pg_ctl", "-w", "-D", data(), "-m", "fast", "stop"));
        run(asNobody("pg_resetwal", "-e", Integer.toString(epoch), "-D", data()));
        start();
    }

    private void start() throws IOException, InterruptedException {
        String options =
                "-p %d -c listen_addresses=localhost -c unix_socket_directories=''%s".formatted(port, settings);
        run(asNobody("pg_ctl", "-w", "-D", data(), "-l", data() + ".log", "-o", options, "start"));
    }

    /** The folder of the newest installed server that has all tools; empty if there is none. */
    public static Optional<Path> programs() throws IOException {
        List<Path> folders = new ArrayList<>();
        if (Files.isDirectory(VERSIONS_ON_DEBIAN)) {
            try (Stream<Path> versions = Files.list(VERSIONS_ON_DEBIAN)) {
                versions.sorted(Comparator.comparing((Path version) ->
                                        Integer.parseInt(version.getFileName().toString()))
                                .reversed())
                        .forEach(version -> folders.add(version.resolve("bin")));
            }
        }
        Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .map(Path::of)
                .forEach(folders::add);
        return folders.stream()
                .filter(candidate ->
                        PROGRAMS.stream().allMatch(program -> Files.isExecutable(candidate.resolve(program))))
                .findFirst();
    }

    public String reactiveUrl(String database) {
        return "postgresql://localhost:%d/%s".formatted(port, database);
    }

    /** Runs one of the tools against the server. */
    public void run(String program, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(programs.resolve(program).toString()));
        command.addAll(List.of(arguments));
        run(command);
    }

    @Override
    public void close() throws IOException, InterruptedException {
        run(asNobody("pg_ctl", "-w", "-D", data(), "-m", "immediate", "stop"));
    }

    private String data() {
        return folder.resolve("data").toString();
    }

    /** PostgreSQL refuses to run as root. In a new user namespace, root is another user. */
    private List<String> asNobody(String program, String... arguments) {
        List<String> command = new ArrayList<>();
        if (System.getProperty("user.name").equals("root")) {
            command.addAll(List.of("unshare", "-U"));
        }
        command.add(programs.resolve(program).toString());
        command.addAll(List.of(arguments));
        return command;
    }

    private void run(List<String> command) throws IOException, InterruptedException {
        Path output = Files.createTempFile(folder, "output", "");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment()
                .putAll(Map.of("PGHOST", "localhost", "PGPORT", Integer.toString(port), "PGUSER", FreshDatabase.USER));
        Process process = builder.start();
        if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
            process.destroyForcibly();
            throw new AssertionError(String.join(" ", command) + " failed: " + Files.readString(output));
        }
    }
}
