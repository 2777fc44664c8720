package io.useradmin.user;

import io.useradmin.profile.Claims;
import io.useradmin.profile.UserParser;
import io.useradmin.user.UserBody.EmailBody;
import io.useradmin.user.UserBody.ExternalIdentityBody;
import io.useradmin.user.UserBody.PhoneNumberBody;
import io.useradmin.user.UserBody.UsernameBody;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** Documents the members that are common to all bodies with a User object, which {@link UserParser} reads. */
interface UserMembers {
    @Schema(description = "When the user was created. If left out, it stays; for a new user, it is now.")
    @Nullable Long getCreationTime();

    @Schema(
            description =
                    "When the user last changed. A time other than the stored one is stored. Otherwise it becomes now"
                            + " if anything changes.")
    @Nullable Long getLastUpdated();

    @Schema(description = "When the user last set a password.")
    @Nullable Long getPasswordUpdatedAt();

    @Schema(description = "Whether the user can sign in with a password.", examples = "true")
    @Nullable Boolean getHasPassword();

    @Schema(description = "Whether the user is disabled.", examples = "false")
    @Nullable Boolean getDisabled();

    @Nullable Claims getClaims();

    @Nullable UsernameBody getUsername();

    @Schema(description = "The user's email addresses, without duplicates. At most one is primary.")
    @Nullable List<EmailBody> getEmails();

    @Schema(description = "The user's phone numbers, without duplicates. At most one is primary.")
    @Nullable List<PhoneNumberBody> getPhoneNumbers();

    @Schema(description = "The user's external identities, without duplicates.")
    @Nullable List<ExternalIdentityBody> getIdps();
}
