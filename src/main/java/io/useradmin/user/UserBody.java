package io.useradmin.user;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import io.useradmin.json.JsonItem;
import io.useradmin.profile.Authenticator;
import io.useradmin.profile.ContactForm;
import io.useradmin.profile.User;
import io.useradmin.profile.UserParser;
import java.util.List;
import java.util.Map;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** Documents the body that puts a user, which {@link UserParser} reads. */
@Schema(
        description = "The user to create or replace: a User object. Every member is optional.",
        additionalProperties = Schema.False.class,
        examples = """
                {"claims": {"name": "Aino Virtanen"}, "username": {"username": "aino"},
                 "emails": [{"email": "aino@example.com", "verified": true, "primary": true}], "public_data": {"theme": "dark"}}""")
@JsonPropertyOrder("userId")
interface UserBody extends NewUserBody {
    @Schema(ref = "Identifier")
    @Nullable String getUserId();

    /** A name to sign in with. */
    @Schema(
            description = "A name to sign in with, unique within the tenant.",
            additionalProperties = Schema.False.class)
    record UsernameBody(
            @Schema(ref = "Identifier") @Nullable String id,

            @Schema(
                    description = "The name, without control characters.",
                    minLength = 1,
                    maxLength = UserParser.LONGEST_USERNAME,
                    examples = "aino")
            String username,

            @Schema(
                    description = User.AUTHENTICATORS,
                    pattern = UserParser.AUTHENTICATOR,
                    maxLength = 8,
                    examples = "[\"password\"]")
            @Nullable List<String> authenticators,

            @Schema(
                    description = User.IDPS,
                    minLength = 1,
                    maxLength = UserParser.LONGEST_PROVIDER,
                    examples = "[\"google\"]")
            @Nullable List<String> idps) {}

    /** An email address. */
    @Schema(description = "An email address, unique within the tenant.", additionalProperties = Schema.False.class)
    record EmailBody(
            @Schema(ref = "Identifier") @Nullable String id,

            @Schema(
                    description = "The address (RFC 5321), compared case-sensitively.",
                    minLength = 3,
                    maxLength = ContactForm.LONGEST_EMAIL,
                    examples = "aino@example.com")
            String email,

            @Schema(description = "Whether the user has proved that it is theirs.", examples = "true") @Nullable Boolean verified,

            @Schema(description = "Whether it is the user's main one.", examples = "true") @Nullable Boolean primary,

            @Schema(
                    description = User.AUTHENTICATORS,
                    pattern = UserParser.AUTHENTICATOR,
                    maxLength = 8,
                    examples = "[\"email\"]")
            @Nullable List<String> authenticators,

            @Schema(
                    description = User.IDPS,
                    minLength = 1,
                    maxLength = UserParser.LONGEST_PROVIDER,
                    examples = "[\"google\"]")
            @Nullable List<String> idps) {}

    /** A phone number. */
    @Schema(description = "A phone number, unique within the tenant.", additionalProperties = Schema.False.class)
    record PhoneNumberBody(
            @Schema(ref = "Identifier") @Nullable String id,

            @Schema(
                    description = "The number in international format (E.164).",
                    pattern = ContactForm.PHONE_PATTERN,
                    maxLength = ContactForm.LONGEST_PHONE,
                    examples = "+358401234567")
            String phone,

            @Schema(description = "Whether the user has proved that it is theirs.", examples = "false") @Nullable Boolean verified,

            @Schema(description = "Whether it is the user's main one.", examples = "true") @Nullable Boolean primary,

            @Schema(
                    description = User.AUTHENTICATORS,
                    pattern = UserParser.AUTHENTICATOR,
                    maxLength = 8,
                    examples = "[\"phone\"]")
            @Nullable List<String> authenticators,

            @Schema(description = User.IDPS, minLength = 1, maxLength = UserParser.LONGEST_PROVIDER, examples = "[]")
            @Nullable List<String> idps) {}

    /** The user at an external identity provider. */
    @Schema(
            description = "The user at an external identity provider, unique within the tenant.",
            additionalProperties = Schema.False.class)
    record ExternalIdentityBody(
            @Schema(
                    description = "The user's identifier at the provider. In UTF-8, it has at most 2048 bytes.",
                    minLength = 1,
                    maxLength = UserParser.LONGEST_PROVIDER_USER_ID,
                    examples = "109876543210987654321")
            String providerUserId,

            Authenticator authenticator,

            @Schema(
                    description = "What the provider says of the user; all of it text.",
                    maxLength = UserParser.LONGEST_CLAIM,
                    maxProperties = JsonItem.MOST_ELEMENTS,
                    examples = """
                            {"email": "aino@example.com", "email_verified": "true"}""")
            @Nullable Map<String, String> claims) {}
}
