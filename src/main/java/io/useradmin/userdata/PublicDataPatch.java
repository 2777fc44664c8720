package io.useradmin.userdata;

import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/** Documents the body that updates public data, which {@link UserDataResource} reads. */
@Schema(description = "An update of a user's public data.", additionalProperties = Schema.False.class)
record PublicDataPatch(
        @Schema(
                description = "A JSON Merge Patch (RFC 7396) of the stored object; null removes a member.",
                type = SchemaType.OBJECT,
                examples = """
                        {"theme": "light", "newsletter": null, "address": {"street": "Linnankatu 1"}}""")
        String publicData) {}
