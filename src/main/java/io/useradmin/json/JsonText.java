package io.useradmin.json;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import jakarta.inject.Singleton;

/** Writes objects as JSON with the names of the API. */
@Singleton
public class JsonText {
    private final ObjectWriter json;

    public JsonText(ObjectMapper json) {
        // Otherwise bytes would have an escape for each half of an emoji, but a string would not.
        this.json = json.writer().with(JsonWriteFeature.COMBINE_UNICODE_SURROGATES_IN_UTF8);
    }

    /** The JSON text of {@code value}. */
    public String of(Object value) {
        return new String(bytes(value), UTF_8);
    }

    /** The same text in UTF-8. */
    public byte[] bytes(Object value) {
        try {
            return json.writeValueAsBytes(value);
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("cannot serialize an object of this service", impossible);
        }
    }
}
