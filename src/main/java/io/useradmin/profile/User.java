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
 * @param publicData a JSON object as text, exactly as it is stored
 * @param privateData a JSON object as text, exactly as it is stored
 */
@Schema(description = "An end user of the identity platform. Members without a value are left out.")
public record User(
        String userId,
        long creationTime,
        long lastUpdated,
        @Nullable Long passwordUpdatedAt,
        boolean hasPassword,
        boolean disabled,
        Claims claims,

        @Schema(type = SchemaType.OBJECT, implementation = Object.class) @JsonRawValue
        String publicData,

        @Schema(type = SchemaType.OBJECT, implementation = Object.class) @JsonRawValue
        String privateData,

        @Nullable Username username,
        List<Email> emails,
        List<PhoneNumber> phoneNumbers,
        List<ExternalIdentity> idps) {

    /** Lists have one order, wherever a user comes from, so that equal users are written alike. */
    public User {
        emails = emails.stream()
                .sorted(Comparator.comparing(Email::primary).reversed().thenComparing(Email::id))
                .toList();
        phoneNumbers = phoneNumbers.stream()
                .sorted(Comparator.comparing(PhoneNumber::primary).reversed().thenComparing(PhoneNumber::id))
                .toList();
        idps = idps.stream()
                .sorted(Comparator.comparing(ExternalIdentity::authenticator)
                        .thenComparing(ExternalIdentity::providerUserId))
                .toList();
    }

    /** The same, last updated at {@code time}. */
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

    /** What the user is called. */
    public record Claims(
            @Nullable String name,
            @Nullable String givenName,
            @Nullable String familyName) {}

    /** A name to sign in with. */
    public record Username(String id, String username, List<String> authenticators, List<String> idps) {}

    /** An email address. */
    public record Email(
            String id,
            String email,
            boolean verified,
            boolean primary,
            List<String> authenticators,
            List<String> idps) {}

    /** A phone number in international format. */
    public record PhoneNumber(
            String id,
            String phone,
            boolean verified,
            boolean primary,
            List<String> authenticators,
            List<String> idps) {}

    /** The user at an external identity provider. */
    public record ExternalIdentity(String providerUserId, String authenticator, Map<String, String> claims) {
        public ExternalIdentity {
            claims = Collections.unmodifiableMap(new TreeMap<>(claims));
        }
    }
}
