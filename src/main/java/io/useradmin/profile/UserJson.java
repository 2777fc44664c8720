package io.useradmin.profile;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import java.util.List;

/** Parses PostgreSQL's JSON in a {@link UserRow}. Looks up the reader for a type once, not for each user. */
public final class UserJson {
    private static final String NOTHING = "[]";

    private final Type<User.Username> username;
    private final Type<List<User.Email>> emails;
    private final Type<List<User.PhoneNumber>> phoneNumbers;
    private final Type<List<User.ExternalIdentity>> idps;
    private final Type<Claims> claims;

    /**
     * Uses the settings of {@code json}.
     *
     * @param json has names in snake case
     */
    public UserJson(ObjectMapper json) {
        this.username = new Type<>(json, new TypeReference<>() {});
        this.emails = new Type<>(json, new TypeReference<>() {});
        this.phoneNumbers = new Type<>(json, new TypeReference<>() {});
        this.idps = new Type<>(json, new TypeReference<>() {});
        this.claims = new Type<>(json, new TypeReference<>() {});
    }

    User.Username username(String text) {
        return username.parse(text);
    }

    List<User.Email> emails(String text) {
        return list(emails, text);
    }

    List<User.PhoneNumber> phoneNumbers(String text) {
        return list(phoneNumbers, text);
    }

    List<User.ExternalIdentity> idps(String text) {
        return list(idps, text);
    }

    Claims claims(String text) {
        return claims.parse(text);
    }

    private static <T> List<T> list(Type<List<T>> type, String text) {
        return text.equals(NOTHING) ? List.of() : type.parse(text);
    }

    private record Type<T>(ObjectReader reader) {
        private Type(ObjectMapper json, TypeReference<T> type) {
            this(json.readerFor(type));
        }

        T parse(String text) {
            try {
                return reader.readValue(text);
            } catch (JsonProcessingException impossible) {
                throw new IllegalStateException("JSON of the database does not have the expected type", impossible);
            }
        }
    }
}
