package io.useradmin.identity;

import io.useradmin.profile.Authenticator;
import io.useradmin.profile.UserParser;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/** Documents the body that disconnects an identity, which {@link IdentityResource} reads. */
@Schema(description = "Which external identity to disconnect.", additionalProperties = Schema.False.class)
record DisconnectRequest(
        Authenticator authenticator,

        @Schema(
                description = "The user's identifier at the provider.",
                minLength = 1,
                maxLength = UserParser.LONGEST_PROVIDER_USER_ID,
                examples = "109876543210987654321")
        String providerUserId) {}
