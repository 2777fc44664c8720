package io.useradmin.dev;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A running PostgreSQL server, according to {@code postmaster.pid} in its data directory.
 *
 * @param process the main process of the server
 * @param port its port
 */
record Postmaster(ProcessHandle process, int port) {
    private static final String FILE = "postmaster.pid";
    private static final int PID_LINE = 0;
    private static final int PORT_LINE = 3;

    /** The running server of {@code data}, if there is one. */
    static Optional<Postmaster> of(Path data) throws IOException {
        Path file = data.resolve(FILE);
        if (Files.notExists(file)) {
            return Optional.empty();
        }
        List<String> lines = Files.readAllLines(file);
        if (lines.size() <= PORT_LINE) {
            return Optional.empty();
        }
        int port = Integer.parseInt(lines.get(PORT_LINE).strip());
        return ProcessHandle.of(Long.parseLong(lines.get(PID_LINE).strip()))
                .filter(Postmaster::isPostgres)
                .map(process -> new Postmaster(process, port));
    }

    /**
     * Removes the files of a server that was killed. PostgreSQL does this too, but not if another process now has the same
     * process id, which is common in containers.
     */
    static void forget(Path data) throws IOException {
        Files.deleteIfExists(data.resolve(FILE));
    }

    /**
     * True if the system cannot show the command of the process, because it may be PostgreSQL: two servers on the same data would
     * destroy it.
     */
    private static boolean isPostgres(ProcessHandle process) {
        return process.isAlive()
                && process.info()
                        .command()
                        .map(command -> command.contains("postgres"))
                        .orElse(true);
    }
}
