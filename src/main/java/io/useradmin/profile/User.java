package io.useradmin.profile;

import com.fasterxml.jackson.annotation.JsonRawValue;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * An end user. Times are in seconds since the Unix epoch.
 *
 * @param publicData a JSON object as text, as it is stored; absent if the key may not read it
 * @param privateData a JSON object as text, as it is stored; absent if the key may not read it
 */
@Schema(description = "An end user of the identity platform.")
public record User(
        @Schema(ref = "Identifier") String userId,

        @Schema(description = "When the user was created.") long creationTime,

        @Schema(
                description =
                        "When the user's data or identities last changed. Changes of sessions and blocks do not count.")
        long lastUpdated,

        @Schema(description = "When the user last set a password; left out if it is not known.") @Nullable Long passwordUpdatedAt,

        @Schema(description = "Whether the user can sign in with a password.", examples = "true")
        boolean hasPassword,

        @Schema(description = "Whether the user is disabled.", examples = "false")
        boolean disabled,

        Claims claims,

        @Schema(
                description = "The public data; left out if the key lacks the scope `public_data:read`.",
                type = SchemaType.OBJECT,
                implementation = Object.class,
                examples = """
                        {"theme": "dark"}""")
        @JsonRawValue
        @Nullable String publicData,

        @Schema(
                description = "The private data; left out if the key lacks the scope `private_data:read`.",
                type = SchemaType.OBJECT,
                implementation = Object.class,
                examples = """
                        {"risk_score": 0.25}""")
        @JsonRawValue
        @Nullable String privateData,

        @Nullable Username username,

        @Schema(description = "The user's email addresses, the primary one first.")
        List<Email> emails,

        @Schema(description = "The user's phone numbers, the primary one first.")
        List<PhoneNumber> phoneNumbers,

        @Schema(description = "The user's external identities.")
        List<ExternalIdentity> idps) {

    /** Describes the authenticators of a way to sign in. */
    public static final String AUTHENTICATORS =
            "How the user can sign in with it, without duplicates: password, email or phone.";
    /** Describes the identity providers of a way to sign in. */
    public static final String IDPS =
            "The names of the identity providers that confirm it, without duplicates: this platform's own, or external"
                    + " authenticators.";

    /** Lists are sorted, so that equal users have equal JSON. */
    public User {
        emails = sorted(emails, Comparator.comparing(Email::primary).reversed().thenComparing(Email::id));
        phoneNumbers = sorted(
                phoneNumbers,
                Comparator.comparing(PhoneNumber::primary).reversed().thenComparing(PhoneNumber::id));
        idps = sorted(
                idps,
                Comparator.comparing(ExternalIdentity::authenticator).thenComparing(ExternalIdentity::providerUserId));
    }

    private static <T> List<T> sorted(List<T> entries, Comparator<T> order) {
        List<T> copy = List.copyOf(entries);
        return copy.size() < 2 ? copy : copy.stream().sorted(order).toList();
    }

    /** The same user without the documents that are not shown. */
    public User showing(Documents shown) {
        return new User(
                userId,
                creationTime,
                lastUpdated,
                passwordUpdatedAt,
                hasPassword,
                disabled,
                claims,
                shown.publicData() ? publicData : null,
                shown.privateData() ? privateData : null,
                username,
                emails,
                phoneNumbers,
                idps);
    }

    /** A copy, last updated at {@code time}. */
    public User lastUpdatedAt(long time) {
        return new User(
                userId,
                creationTime,
                time,
                passwordUpdatedAt,
                hasPassword,
                disabled,
                claims,
                publicData,
                privateData,
                username,
                emails,
                phoneNumbers,
                idps);
    }

    /** A username. */
    @Schema(description = "A name to sign in with; left out if the user has none.")
    public record Username(
            @Schema(description = "The entry's identifier.", examples = "019a2b3c-0001-7f60-8a9b-0c1d2e3f4a5b")
            String id,

            @Schema(description = "The name.", examples = "aino")
            String username,

            @Schema(description = AUTHENTICATORS, examples = "[\"password\"]")
            List<String> authenticators,

            @Schema(description = IDPS, examples = "[\"google\"]")
            List<String> idps) {}

    /** An email address. */
    @Schema(description = "An email address of the user.")
    public record Email(
            @Schema(description = "The entry's identifier.", examples = "019a2b3c-0002-7f60-8a9b-0c1d2e3f4a5b")
            String id,

            @Schema(description = "The address.", examples = "aino@example.com")
            String email,

            @Schema(description = "Whether the user has proved that it is theirs.", examples = "true")
            boolean verified,

            @Schema(description = "Whether it is the user's main one.", examples = "true")
            boolean primary,

            @Schema(description = AUTHENTICATORS, examples = "[\"email\"]")
            List<String> authenticators,

            @Schema(description = IDPS, examples = "[\"google\"]")
            List<String> idps) {}

    /** A phone number in international format. */
    @Schema(description = "A phone number of the user.")
    public record PhoneNumber(
            @Schema(description = "The entry's identifier.", examples = "019a2b3c-0003-7f60-8a9b-0c1d2e3f4a5b")
            String id,

            @Schema(description = "The number in international format.", examples = "+358401234567")
            String phone,

            @Schema(description = "Whether the user has proved that it is theirs.", examples = "false")
            boolean verified,

            @Schema(description = "Whether it is the user's main one.", examples = "true")
            boolean primary,

            @Schema(description = AUTHENTICATORS, examples = "[\"phone\"]")
            List<String> authenticators,

            @Schema(description = IDPS, examples = "[]") List<String> idps) {}

    /** An identity at an external provider. */
    @Schema(description = "The user at an external identity provider.")
    public record ExternalIdentity(
            @Schema(description = "The user's identifier at the provider.", examples = "109876543210987654321")
            String providerUserId,

            @Schema(ref = "Authenticator") String authenticator,

            @Schema(description = "What the provider says of the user.", examples = """
                            {"email": "aino@example.com", "email_verified": "true", "name": "Aino Virtanen"}""")
            Map<String, String> claims) {
        public ExternalIdentity {
            claims = Collections.unmodifiableMap(new TreeMap<>(claims));
        }
    }
}
