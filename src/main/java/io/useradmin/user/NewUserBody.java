package io.useradmin.user;

import io.useradmin.profile.UserParser;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** Documents the body that creates a user, which {@link UserParser} reads. */
@Schema(
        description = "The user to create: a User object. Every member is optional.",
        additionalProperties = Schema.False.class)
interface NewUserBody extends UserMembers {
    @Schema(
            description = "The complete public data.",
            type = SchemaType.OBJECT,
            implementation = Object.class,
            examples = """
                    {"theme": "dark"}""")
    @Nullable Object getPublicData();

    @Schema(
            description = "The complete private data.",
            type = SchemaType.OBJECT,
            implementation = Object.class,
            examples = """
                    {"risk_score": 0.25}""")
    @Nullable Object getPrivateData();
}
