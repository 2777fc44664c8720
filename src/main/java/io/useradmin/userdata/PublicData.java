package io.useradmin.userdata;

import com.fasterxml.jackson.annotation.JsonRawValue;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * A user's public data.
 *
 * @param publicData a JSON object as text
 */
@Schema(description = "A user's public data.")
record PublicData(
        @Schema(
                description = "A JSON object with members of the caller's choice.",
                type = SchemaType.OBJECT,
                examples = """
                        {"theme": "dark", "newsletter": true, "address": {"city": "Turku"}}""")
        @JsonRawValue
        String publicData) {}
