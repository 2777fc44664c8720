package io.useradmin.testsupport;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The processes of a PostgreSQL server, by its folder of data. */
final class Postmaster {
    static final String FILE = "postmaster.pid";

    private Postmaster() {}

    static ProcessHandle of(Path data) throws IOException {
        return ProcessHandle.of(
                        Long.parseLong(Files.readAllLines(data.resolve(FILE)).getFirst()))
                .orElseThrow();
    }

    /** Sends all of them a signal, as {@code kill} calls it. */
    static void signal(Path data, String name) throws IOException, InterruptedException {
        ProcessHandle postmaster = of(data);
        List<ProcessHandle> children = postmaster.descendants().toList();
        // The first process goes first, so that it starts no other and takes no notice of what happens to its children.
        List<String> command = new ArrayList<>(List.of("kill", "-" + name, Long.toString(postmaster.pid())));
        children.forEach(child -> command.add(Long.toString(child.pid())));
        new ProcessBuilder(command).start().waitFor();
    }
}
