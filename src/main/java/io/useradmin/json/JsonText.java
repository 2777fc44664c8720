package io.useradmin.json;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import jakarta.inject.Singleton;

/** Writes what this service has made as JSON, by the names that callers know; statements take it apart again. */
@Singleton
public class JsonText {
    private final ObjectMapper json;

    public JsonText(ObjectMapper json) {
        this.json = json;
    }

    /** The JSON text of {@code value}. */
    public String of(Object value) {
        try {
            return json.writeValueAsString(value);
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("what this service makes can be written", impossible);
        }
    }
}
