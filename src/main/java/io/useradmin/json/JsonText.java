package io.useradmin.json;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import jakarta.inject.Singleton;

/** Writes objects as JSON with the names of the API. */
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
            throw new IllegalStateException("cannot serialize an object of this service", impossible);
        }
    }
}
