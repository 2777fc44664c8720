package io.useradmin.testsupport;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The processes of a PostgreSQL server, found by its data folder. */
final class Postmaster {
    static final String FILE = "postmaster.pid";

    private Postmaster() {}

    static ProcessHandle of(Path data) throws IOException {
        return ProcessHandle.of(
                        Long.parseLong(Files.readAllLines(data.resolve(FILE)).getFirst()))
                .orElseThrow();
    }

    /** Sends a signal such as {@code KILL} to all processes. */
    static void signal(Path data, String name) throws IOException, InterruptedException {
        ProcessHandle postmaster = of(data);
        List<ProcessHandle> children = postmaster.descendants().toList();
        // The postmaster gets the signal first. So it starts no new process and does not react to the end of its
        // children.
        List<String> command = new ArrayList<>(List.of("kill", "-" + name, Long.toString(postmaster.pid())));
        children.forEach(child -> command.add(Long.toString(child.pid())));
        new ProcessBuilder(command).start().waitFor();
    }
}
