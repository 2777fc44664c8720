package io.useradmin.user;

import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** Documents the body of the operation that disables a user, which {@link AccountResource} reads. */
@Schema(description = "What else to do when a user is disabled.", additionalProperties = Schema.False.class)
record DisableBody(
        @Schema(
                description = "Whether all sessions are revoked in the same transaction.",
                defaultValue = "true",
                examples = "true")
        @Nullable Boolean revokeSessions) {}
