package io.useradmin.testsupport;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The processes of a PostgreSQL server, found by its data folder. */
final class Postmaster {
    static final String FILE = "postmaster.pid";

    private Postmaster() {}

    static ProcessHandle of(Path data) throws IOException {
        return ProcessHandle.of(
                        Long.parseLong(Files.readAllLines(data.resolve(FILE)).getFirst()))
                .orElseThrow();
    }

    /** Sends a signal such as {@code STOP} to all processes. Returns them. */
    static List<ProcessHandle> signal(Path data, String name) throws IOException, InterruptedException {
        ProcessHandle postmaster = of(data);
        // Before the others are listed. So it starts no new process, and does not react to the end of its children.
        send("STOP", List.of(postmaster));
        List<ProcessHandle> all =
                Stream.concat(Stream.of(postmaster), postmaster.descendants()).toList();
        send(name, all);
        return all;
    }

    /** Kills all processes. Returns when they have ended: as long as one has the shared memory, no other server starts. */
    static void kill(Path data) throws Exception {
        List<ProcessHandle> all = signal(data, "KILL");
        Await.until("all processes have ended", () -> all.stream().noneMatch(Postmaster::hasProgram));
    }

    /** Stops a server. The library waits only five seconds for this, which may be too short on a busy machine. */
    static void stop(EmbeddedPostgres server, Path data) throws Exception {
        ProcessHandle postmaster = of(data);
        server.close();
        Await.until("the server has stopped", () -> !hasProgram(postmaster));
    }

    /** A process that has ended counts as alive until its parent has noticed, but has no program any more. */
    private static boolean hasProgram(ProcessHandle process) {
        return process.info().command().isPresent();
    }

    private static void send(String signal, List<ProcessHandle> processes) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("kill", "-" + signal));
        processes.forEach(process -> command.add(Long.toString(process.pid())));
        new ProcessBuilder(command).start().waitFor();
    }
}
