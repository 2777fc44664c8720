package io.useradmin.operator.transfer;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.useradmin.shared.Violation;
import java.io.BufferedWriter;
import java.io.Closeable;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The file that tells which lines were rejected and why; it is made with the first of them. */
public final class Rejects implements Closeable {
    private static final JsonFactory JSON = new JsonFactory();

    private final Path file;
    private final boolean append;
    private @Nullable BufferedWriter writer;
    private long count;

    /**
     * Rejects into {@code file}.
     *
     * @param append whether an interrupted run goes on, whose rejects are kept
     */
    public Rejects(Path file, boolean append) {
        this.file = file;
        this.append = append;
    }

    /** How many lines were rejected. */
    public synchronized long count() {
        return count;
    }

    synchronized void add(long line, List<Violation> violations) throws IOException {
        count++;
        BufferedWriter open = open();
        open.write(json(line, violations));
        open.newLine();
        // Before the lines around it are committed, so that none is lost without a word.
        open.flush();
    }

    @Override
    public synchronized void close() throws IOException {
        if (writer != null) {
            writer.close();
        }
    }

    private BufferedWriter open() throws IOException {
        BufferedWriter open = writer;
        if (open == null) {
            open = Files.newBufferedWriter(
                    file,
                    StandardCharsets.UTF_8,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.WRITE,
                    append ? StandardOpenOption.APPEND : StandardOpenOption.TRUNCATE_EXISTING);
            writer = open;
        }
        return open;
    }

    private static String json(long line, List<Violation> violations) throws IOException {
        var text = new StringWriter();
        try (JsonGenerator generator = JSON.createGenerator(text)) {
            generator.writeStartObject();
            generator.writeNumberField("line", line);
            generator.writeArrayFieldStart("errors");
            for (Violation violation : violations) {
                generator.writeStartObject();
                generator.writeStringField("pointer", violation.location().value());
                generator.writeStringField("code", violation.code());
                generator.writeStringField("detail", violation.detail());
                generator.writeEndObject();
            }
            generator.writeEndArray();
            generator.writeEndObject();
        }
        return text.toString();
    }
}
