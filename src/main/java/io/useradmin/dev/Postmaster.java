package io.useradmin.dev;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A PostgreSQL server that runs, as the file {@code postmaster.pid} in its data directory tells.
 *
 * @param process the server's first process
 * @param port where it listens
 */
record Postmaster(ProcessHandle process, int port) {
    private static final String FILE = "postmaster.pid";
    private static final int PID_LINE = 0;
    private static final int PORT_LINE = 3;

    /** The server that runs on {@code data}, if one does. */
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
     * Removes what a server left behind that was not shut down. PostgreSQL does it too, unless another process has got the
     * old one's number meanwhile, which is usual in a container.
     */
    static void forget(Path data) throws IOException {
        Files.deleteIfExists(data.resolve(FILE));
    }

    /** Where the system does not tell what runs it may well be, and two servers on the same data would spoil it. */
    private static boolean isPostgres(ProcessHandle process) {
        return process.isAlive()
                && process.info()
                        .command()
                        .map(command -> command.contains("postgres"))
                        .orElse(true);
    }
}
