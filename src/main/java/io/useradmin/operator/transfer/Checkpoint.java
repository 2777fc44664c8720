package io.useradmin.operator.transfer;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.Properties;

/**
 * A file beside an import's input that tells how far it has come, for a run that goes on where another was interrupted. It
 * counts only for the very same input and tenant, and goes away with the end.
 */
public final class Checkpoint {
    private static final String LINE = "line";

    private final Path file;
    private final Properties identity;

    private Checkpoint(Path file, Properties identity) {
        this.file = file;
        this.identity = identity;
    }

    /** The checkpoint of importing {@code input} into {@code tenant}. */
    public static Checkpoint of(Path input, String tenant) throws IOException {
        var identity = new Properties();
        identity.setProperty("tenant", tenant);
        identity.setProperty("size", Long.toString(Files.size(input)));
        identity.setProperty("modified", Files.getLastModifiedTime(input).toString());
        return new Checkpoint(input.resolveSibling(input.getFileName() + ".progress"), identity);
    }

    /** How many lines are done. */
    public long done() throws IOException {
        if (!Files.exists(file)) {
            return 0;
        }
        var stored = new Properties();
        try (InputStream input = Files.newInputStream(file)) {
            stored.load(input);
        }
        boolean isOurs = identity.stringPropertyNames().stream()
                .allMatch(name -> identity.getProperty(name).equals(stored.getProperty(name)));
        return isOurs
                ? Optional.ofNullable(stored.getProperty(LINE))
                        .map(Long::parseLong)
                        .orElse(0L)
                : 0;
    }

    void save(long line) throws IOException {
        var stored = new Properties();
        stored.putAll(identity);
        stored.setProperty(LINE, Long.toString(line));
        Path next = file.resolveSibling(file.getFileName() + ".new");
        try (OutputStream output = Files.newOutputStream(next)) {
            stored.store(output, null);
        }
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    void clear() throws IOException {
        Files.deleteIfExists(file);
    }
}
