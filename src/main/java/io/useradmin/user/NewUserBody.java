package io.useradmin.user;

import io.useradmin.profile.User.Claims;
import io.useradmin.profile.UserParser;
import io.useradmin.user.UserBody.EmailBody;
import io.useradmin.user.UserBody.ExternalIdentityBody;
import io.useradmin.user.UserBody.PhoneNumberBody;
import io.useradmin.user.UserBody.UsernameBody;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** Documents the body of a user who is created, which {@link UserParser} reads. */
@Schema(
        description = "The user to create: a User object. Every member is optional.",
        additionalProperties = Schema.False.class)
record NewUserBody(
        @Schema(description = "When the user was created. If left out, it stays; for a new user, it is now.") @Nullable Long creationTime,

        @Schema(
                description =
                        "When the user last changed. A time other than the stored one is stored. Otherwise it becomes now"
                                + " if anything changes.")
        @Nullable Long lastUpdated,

        @Schema(description = "When the user last set a password.") @Nullable Long passwordUpdatedAt,

        @Schema(description = "Whether the user can sign in with a password.", examples = "true") @Nullable Boolean hasPassword,

        @Schema(description = "Whether the user is disabled.", examples = "false") @Nullable Boolean disabled,

        @Nullable Claims claims,

        @Schema(
                description = "The complete public data.",
                type = SchemaType.OBJECT,
                implementation = Object.class,
                examples = """
                        {"theme": "dark"}""")
        @Nullable Object publicData,

        @Schema(
                description = "The complete private data.",
                type = SchemaType.OBJECT,
                implementation = Object.class,
                examples = """
                        {"risk_score": 0.25}""")
        @Nullable Object privateData,

        @Nullable UsernameBody username,

        @Schema(description = "The user's email addresses, without duplicates. At most one is primary.") @Nullable List<EmailBody> emails,

        @Schema(description = "The user's phone numbers, without duplicates. At most one is primary.") @Nullable List<PhoneNumberBody> phoneNumbers,

        @Schema(description = "The user's external identities, without duplicates.") @Nullable List<ExternalIdentityBody> idps) {}
