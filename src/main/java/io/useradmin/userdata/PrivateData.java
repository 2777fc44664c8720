package io.useradmin.userdata;

import com.fasterxml.jackson.annotation.JsonRawValue;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * A user's private data.
 *
 * @param privateData a JSON object as text
 */
@Schema(description = "A user's private data.")
record PrivateData(
        @Schema(
                description = "A JSON object with members of the caller's choice.",
                type = SchemaType.OBJECT,
                examples = """
                        {"risk_score": 0.25, "flags": ["reviewed"], "crm": {"account": 8153}}""")
        @JsonRawValue
        String privateData) {}
