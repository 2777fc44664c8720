package io.useradmin.schema;

import io.useradmin.audit.EventSql;
import io.useradmin.audit.EventType;
import io.useradmin.testsupport.FileText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The files with the statements of each supported release and of the current one. */
final class Statements {
    /** The current statements. Each release gets a copy. */
    static final Path CURRENT = Path.of("src", "test", "resources", "schema", "statements", "current.sql");

    private static final String END = ";\n\n";

    private Statements() {}

    /** The files of all releases that may run at the same time as this one, and of this one. */
    static List<Path> files() {
        try (Stream<Path> files = Files.list(CURRENT.getParent())) {
            return files.sorted().toList();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Whether the service sends it only with useradmin.audit.reads. */
    static boolean isOfARecordedRead(String statement) {
        return Stream.of(EventType.PRIVATE_DATA_READ, EventType.USER_EXPORTED)
                .map(EventSql::literal)
                .anyMatch(statement::contains);
    }

    static List<String> read(Path file) {
        return List.of(FileText.of(file).split(END));
    }

    static void write(Path file, Collection<String> statements) throws IOException {
        Files.writeString(
                file, statements.stream().map(statement -> statement + END).collect(Collectors.joining()));
    }
}
