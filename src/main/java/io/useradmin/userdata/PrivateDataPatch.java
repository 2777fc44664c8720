package io.useradmin.userdata;

import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/** Documents the body that updates private data, which {@link UserDataResource} reads. */
@Schema(description = "An update of a user's private data.", additionalProperties = Schema.False.class)
record PrivateDataPatch(
        @Schema(
                description = "A JSON Merge Patch (RFC 7396) of the stored object; null removes a member.",
                type = SchemaType.OBJECT,
                examples = """
                        {"risk_score": 0.5, "flags": [], "crm": {"account": null}}""")
        String privateData) {}
