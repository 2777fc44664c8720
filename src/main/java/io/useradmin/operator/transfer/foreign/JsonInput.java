package io.useradmin.operator.transfer.foreign;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.databind.JsonNode;
import io.useradmin.operator.transfer.NdjsonSource;
import io.useradmin.operator.transfer.UnpackedFile;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.CharacterCodingException;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/** A file of JSON that is read piece by piece. Where it breaks, the position is told, and nothing of what stands there. */
final class JsonInput implements Closeable {
    /** The most characters of a value that is read as a whole, for it is to become a line. */
    private static final int LONGEST_VALUE = NdjsonSource.LONGEST_LINE;

    private final UnpackedFile file;
    private final BoundedReader text;
    private final JsonParser parser;

    /** Reads {@code file} to its end, which belongs to this from now on. */
    JsonInput(UnpackedFile file) throws IOException {
        this.file = file;
        // A decoder of its own refuses what is malformed, where Jackson would guess another encoding.
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

    /** The name of the member that the current token begins or is the value of. */
    String name() throws IOException {
        return String.valueOf(parser.currentName());
    }

    /** The whole value that begins with the current token. */
    JsonNode value() throws IOException {
        JsonLocation start = parser.currentTokenLocation();
        text.stopAt(
                start.getCharOffset() + LONGEST_VALUE,
                "the value%s is longer than %d characters".formatted(position(start), LONGEST_VALUE));
        JsonNode value = read(() -> Json.MAPPER.<JsonNode>readTree(parser));
        text.goOn();
        return value;
    }

    /** Passes over the value that begins with the current token. */
    void skip() throws IOException {
        read(parser::skipChildren);
    }

    /** How many lists and objects the current token stands in. */
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
            // Not as the cause: Jackson quotes what it could not read, which may be private.
            throw new IOException(message(broken));
        } catch (CharacterCodingException broken) {
            throw new IOException("the file is not UTF-8" + position(parser.currentLocation()), broken);
        } catch (EOFException | ZipException broken) {
            throw file.broken(broken);
        }
    }

    private static String message(JsonProcessingException broken) {
        String what = switch (broken) {
            case JsonEOFException _ -> "the JSON ends too early";
            case JsonProcessingException repeated
            when String.valueOf(repeated.getOriginalMessage()).startsWith("Duplicate field") ->
                "a member's name is repeated in its object";
            default -> "the file is not valid JSON";
        };
        return what + position(broken.getLocation());
    }

    private static String position(@Nullable JsonLocation location) {
        return location == null ? "" : " at line %d, column %d".formatted(location.getLineNr(), location.getColumnNr());
    }

    /** What may find that the file is broken. */
    private interface Reading<T extends @Nullable Object> {
        T read() throws IOException;
    }
}
