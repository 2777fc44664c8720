package io.useradmin.operator.transfer.foreign;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.databind.JsonNode;
import io.useradmin.operator.transfer.FaultyFileException;
import io.useradmin.operator.transfer.NdjsonSource;
import io.useradmin.operator.transfer.UnpackedFile;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.CharacterCodingException;
import java.util.Objects;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/** Reads a JSON file as a stream. Errors have the position, but do not quote the content. */
final class JsonInput implements Closeable {
    /** The largest size of a value that is read as a whole, in characters, because it becomes a line. */
    private static final int LONGEST_VALUE = NdjsonSource.LONGEST_LINE;

    private final UnpackedFile file;
    private final BoundedReader text;
    private final JsonParser parser;

    /** Reads {@code file}. This object closes it. */
    JsonInput(UnpackedFile file) throws IOException {
        this.file = file;
        // This decoder rejects malformed text. Jackson would guess another encoding.
        this.text = new BoundedReader(new InputStreamReader(file.content(), UTF_8.newDecoder()));
        this.parser = Json.MAPPER.createParser(text);
    }

    /** The next token; null at the end of the file. */
    @Nullable JsonToken next() throws IOException {
        return read(parser::nextToken);
    }

    boolean isAtArray() {
        return parser.currentToken() == JsonToken.START_ARRAY;
    }

    boolean isAtObject() {
        return parser.currentToken() == JsonToken.START_OBJECT;
    }

    /** The name of the member to which the current token belongs. */
    String name() throws IOException {
        return String.valueOf(parser.currentName());
    }

    /** The whole value that starts with the current token. */
    JsonNode value() throws IOException {
        JsonLocation start = parser.currentTokenLocation();
        text.setLimit(
                start.getCharOffset() + LONGEST_VALUE,
                "the value%s is longer than %d characters".formatted(position(start), LONGEST_VALUE));
        JsonNode value = read(() -> Json.MAPPER.<JsonNode>readTree(parser));
        text.removeLimit();
        return value;
    }

    /** Skips the value that starts with the current token. */
    void skip() throws IOException {
        read(parser::skipChildren);
    }

    /** The nesting depth of the current token. */
    int depth() {
        return parser.getParsingContext().getNestingDepth();
    }

    long bytesRead() {
        return file.bytesRead();
    }

    @Override
    public void close() throws IOException {
        parser.close();
        file.close();
    }

    private <T extends @Nullable Object> T read(Reading<T> reading) throws IOException {
        try {
            return reading.read();
        } catch (JsonProcessingException broken) {
            // Without the cause: Jackson quotes the unreadable text, which may be private.
            throw new FaultyFileException(message(broken));
        } catch (CharacterCodingException broken) {
            throw new FaultyFileException("the file is not UTF-8" + position(parser.currentLocation()), broken);
        } catch (EOFException | ZipException broken) {
            throw file.broken(broken);
        }
    }

    private String message(JsonProcessingException broken) {
        String what = switch (broken) {
            case JsonEOFException _ -> "the JSON ends too early";
            case StreamConstraintsException _ -> "a name or number is too long, or values are nested too deeply";
            case JsonProcessingException repeated
            when String.valueOf(repeated.getOriginalMessage()).startsWith("Duplicate field") ->
                "an object has two members with the same name";
            default -> "the file is not valid JSON";
        };
        return what + position(Objects.requireNonNullElseGet(broken.getLocation(), parser::currentLocation));
    }

    private static String position(@Nullable JsonLocation location) {
        return location == null ? "" : " at line %d, column %d".formatted(location.getLineNr(), location.getColumnNr());
    }

    /** An action that fails if the file is damaged. */
    private interface Reading<T extends @Nullable Object> {
        T read() throws IOException;
    }
}
