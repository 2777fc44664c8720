package io.useradmin.user;

import io.useradmin.profile.UserParser;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/** Documents the body that sets the username, which {@link AccountResource} reads. */
@Schema(description = "The username to set.", additionalProperties = Schema.False.class)
record UsernameChangeBody(
        @Schema(
                description = "The name, without control characters, unique within the tenant.",
                minLength = 1,
                maxLength = UserParser.LONGEST_USERNAME,
                examples = "aino")
        String username) {}
