package io.useradmin.userdata;

import com.fasterxml.jackson.annotation.JsonRawValue;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * A user's private data, as it is answered and as a patch of it is sent.
 *
 * @param privateData a JSON object as text
 */
@Schema(description = "A user's private data.")
public record PrivateData(
        @Schema(type = SchemaType.OBJECT, required = true, additionalProperties = Schema.True.class) @JsonRawValue
        String privateData) {}
