package io.useradmin.profile;

import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The validated input for a user: the specification's User object, with everything optional. It includes members that are
 * read-only elsewhere (times, whether there is a password), so that users can be imported from other services with their history.
 *
 * @param publicData a JSON object as text
 * @param privateData a JSON object as text
 */
public record UserInput(
        @Nullable Long creationTime,
        @Nullable Long lastUpdated,
        @Nullable Long passwordUpdatedAt,
        boolean hasPassword,
        boolean disabled,
        Claims claims,
        String publicData,
        String privateData,
        @Nullable Username username,
        List<Contact> emails,
        List<Contact> phoneNumbers,
        List<User.ExternalIdentity> idps) {

    public UserInput {
        emails = List.copyOf(emails);
        phoneNumbers = List.copyOf(phoneNumbers);
        idps = List.copyOf(idps);
    }

    /** A username. Without an identifier, the stored one is kept or a new one is generated. */
    public record Username(@Nullable String id, String username, List<String> authenticators, List<String> idps) {}

    /** An email address or a phone number. Without an identifier, the stored one is kept or a new one is generated. */
    public record Contact(
            @Nullable String id,
            String value,
            boolean verified,
            boolean primary,
            List<String> authenticators,
            List<String> idps) {}

    /** A copy with the same documents in another text form. */
    public UserInput withDocuments(String publicText, String privateText) {
        return new UserInput(
                creationTime,
                lastUpdated,
                passwordUpdatedAt,
                hasPassword,
                disabled,
                claims,
                publicText,
                privateText,
                username,
                emails,
                phoneNumbers,
                idps);
    }

    /** A copy that keeps the documents of {@code before} that are not {@code given}. */
    public UserInput keeping(User before, Documents given) {
        return withDocuments(
                given.publicData() ? publicData : Objects.requireNonNull(before.publicData()),
                given.privateData() ? privateData : Objects.requireNonNull(before.privateData()));
    }

    /** The new user with this input. */
    public User created(String userId, Instant now, Supplier<String> newId) {
        long second = now.getEpochSecond();
        return user(
                userId,
                Objects.requireNonNullElse(creationTime, second),
                Objects.requireNonNullElse(lastUpdated, second),
                List.of(),
                newId);
    }

    /**
     * The user with this input, replacing {@code before}. The creation time, and the ids of usernames, emails and phone numbers,
     * stay unless the input has others. A time of the last update in the input is used if it differs from the stored one.
     * Otherwise, if anything changes, it is {@code now}. So a PUT of the unchanged result of a GET changes nothing, and an edited
     * one is an update.
     */
    public User replacing(User before, Instant now, Supplier<String> newId) {
        long updated = Objects.requireNonNullElse(lastUpdated, before.lastUpdated());
        User after = user(
                before.userId(),
                Objects.requireNonNullElse(creationTime, before.creationTime()),
                updated,
                List.of(before),
                newId);
        boolean hasNewTime = updated != before.lastUpdated();
        return hasNewTime || after.equals(before) ? after : after.lastUpdatedAt(now.getEpochSecond());
    }

    private User user(String userId, long created, long updated, List<User> before, Supplier<String> newId) {
        Map<String, String> usernameIds = new HashMap<>();
        Map<String, String> emailIds = new HashMap<>();
        Map<String, String> phoneIds = new HashMap<>();
        for (User each : before) {
            Stream.ofNullable(each.username()).forEach(name -> usernameIds.put(name.username(), name.id()));
            each.emails().forEach(email -> emailIds.put(email.email(), email.id()));
            each.phoneNumbers().forEach(phone -> phoneIds.put(phone.phone(), phone.id()));
        }
        return new User(
                userId,
                created,
                updated,
                passwordUpdatedAt,
                hasPassword,
                disabled,
                claims,
                publicData,
                privateData,
                username == null ? null : username(username, usernameIds, newId),
                identified(emails, emailIds, newId).stream()
                        .map(UserInput::email)
                        .toList(),
                identified(phoneNumbers, phoneIds, newId).stream()
                        .map(UserInput::phone)
                        .toList(),
                idps);
    }

    private static User.Username username(Username name, Map<String, String> known, Supplier<String> newId) {
        String given = name.id() != null ? name.id() : known.get(name.username());
        String id = given != null ? given : newId.get();
        return new User.Username(id, name.username(), name.authenticators(), name.idps());
    }

    /** If the input gives a stored id to another entry, the stored entry does not keep it. */
    private static List<Contact> identified(List<Contact> contacts, Map<String, String> known, Supplier<String> newId) {
        Set<String> taken = new HashSet<>();
        contacts.stream().map(Contact::id).filter(Objects::nonNull).forEach(taken::add);
        return contacts.stream()
                .map(contact -> contact.id() != null ? contact : identified(contact, known, taken, newId))
                .toList();
    }

    private static Contact identified(
            Contact contact, Map<String, String> known, Set<String> taken, Supplier<String> newId) {
        String kept = known.get(contact.value());
        return new Contact(
                kept != null && taken.add(kept) ? kept : newId.get(),
                contact.value(),
                contact.verified(),
                contact.primary(),
                contact.authenticators(),
                contact.idps());
    }

    private static User.Email email(Contact contact) {
        return new User.Email(
                Objects.requireNonNull(contact.id()),
                contact.value(),
                contact.verified(),
                contact.primary(),
                contact.authenticators(),
                contact.idps());
    }

    private static User.PhoneNumber phone(Contact contact) {
        return new User.PhoneNumber(
                Objects.requireNonNull(contact.id()),
                contact.value(),
                contact.verified(),
                contact.primary(),
                contact.authenticators(),
                contact.idps());
    }
}
