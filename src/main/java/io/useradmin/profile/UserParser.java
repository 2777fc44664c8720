package io.useradmin.profile;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.useradmin.json.Distinct;
import io.useradmin.json.JsonItem;
import io.useradmin.json.JsonLimits;
import io.useradmin.json.JsonMembers;
import io.useradmin.profile.UserInput.Contact;
import io.useradmin.profile.UserInput.Username;
import io.useradmin.shared.Violations;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Parses and validates the specification's User object. */
public final class UserParser {
    /** The largest length of a user's identifier at an external provider, in characters. */
    public static final int LONGEST_PROVIDER_USER_ID = 1024;

    /** The same in bytes of UTF-8, because an entry of an index must fit into a third of a page. */
    public static final int MOST_PROVIDER_USER_ID_BYTES = 2048;

    /** The largest length of a username, in characters. */
    public static final int LONGEST_USERNAME = 128;

    /** The largest length of the name of an identity provider, in characters. */
    public static final int LONGEST_PROVIDER = 128;

    /** The largest length of a claim of an external identity, in characters. */
    public static final int LONGEST_CLAIM = 2048;

    /** The ways to sign in, as a regular expression. */
    public static final String AUTHENTICATOR = "^(password|email|phone)$";

    private static final String NO_DATA = "{}";
    private static final String ANY_USER = "{\"username\": {\"username\": \"a\"}}";
    private static final List<String> AUTHENTICATORS = List.of("password", "email", "phone");

    private UserParser() {}

    /**
     * The members of {@code user} except {@code user_id}, which the caller reads. The caller also checks for unknown members. An
     * invalid member is a violation and counts as absent.
     */
    public static UserInput read(JsonMembers user, JsonLimits limits) {
        return readProfile(user).withDocuments(data(user, "public_data", limits), data(user, "private_data", limits));
    }

    /** The same without the documents. */
    private static UserInput readProfile(JsonMembers user) {
        return new UserInput(
                time(user, "creation_time"),
                time(user, "last_updated"),
                time(user, "password_updated_at"),
                isTrue(user, "has_password"),
                isTrue(user, "disabled"),
                object(user, "claims").map(ClaimsParser::read).orElse(Claims.NONE),
                NO_DATA,
                NO_DATA,
                object(user, "username").flatMap(UserParser::username).orElse(null),
                contacts(user, "emails", "email", ContactForm::email),
                contacts(user, "phone_numbers", "phone", ContactForm::phone),
                identities(user));
    }

    /** The user {@code before} after a merge patch, without the documents, which the patch must not have. Errors are violations. */
    public static UserInput patched(JsonMembers patch, String userId, String before, Violations violations) {
        JsonMembers after = patch.appliedTo(before, violations);
        after.repeats("user_id", userId);
        UserInput input = readProfile(after);
        after.end();
        return input;
    }

    /** Adds the errors that a merge patch has for every user. Others depend on the name that the user has. */
    public static void checkPatch(JsonMembers patch, String userId, Violations violations) {
        UserInput _ = patched(patch, userId, ANY_USER, violations);
    }

    private static String data(JsonMembers user, String member, JsonLimits limits) {
        return user.optional(member).flatMap(item -> item.document(limits)).orElse(NO_DATA);
    }

    private static Optional<Username> username(JsonMembers entry) {
        @Nullable String id = entry.optional("id").flatMap(JsonItem::identifier).orElse(null);
        Optional<String> username = entry.required("username").flatMap(UserParser::username);
        List<String> authenticators = authenticators(entry);
        List<String> idps = providers(entry);
        entry.end();
        return username.map(name -> new Username(id, name, authenticators, idps));
    }

    /** A username. */
    public static Optional<String> username(JsonItem item) {
        return item.text(LONGEST_USERNAME)
                .filter(name -> item.require(
                        name.chars().noneMatch(Character::isISOControl),
                        "control_character",
                        "must not contain control characters"));
    }

    private static List<Contact> contacts(
            JsonMembers user, String list, String member, Function<JsonItem, Optional<String>> form) {
        var contacts = new Contacts(member, form);
        return user.elements(list).stream()
                .flatMap(item -> item.object().flatMap(contacts::read).stream())
                .toList();
    }

    /** The entries of one list. Identifiers and values must be unique, and at most one entry may be primary. */
    private record Contacts(
            String member,
            Function<JsonItem, Optional<String>> form,
            Distinct<String> ids,
            Distinct<String> values,
            List<JsonItem> primaries) {

        Contacts(String member, Function<JsonItem, Optional<String>> form) {
            this(member, form, new Distinct<>(), new Distinct<>(), new ArrayList<>());
        }

        Optional<Contact> read(JsonMembers entry) {
            @Nullable String id = entry.optional("id")
                    .flatMap(item -> item.identifier().filter(given -> ids.isNew(item, given)))
                    .orElse(null);
            Optional<String> value =
                    entry.required(member).flatMap(item -> form.apply(item).filter(given -> values.isNew(item, given)));
            boolean verified = isTrue(entry, "verified");
            boolean primary = isTrue(entry, "primary");
            if (primary) {
                entry.optional("primary").ifPresent(this::onlyOne);
            }
            List<String> authenticators = authenticators(entry);
            List<String> idps = providers(entry);
            entry.end();
            return value.map(given -> new Contact(id, given, verified, primary, authenticators, idps));
        }

        private void onlyOne(JsonItem primary) {
            primary.require(primaries.isEmpty(), "second_primary", "must be true for one entry at most");
            primaries.add(primary);
        }
    }

    private static List<User.ExternalIdentity> identities(JsonMembers user) {
        var pairs = new Distinct<List<String>>();
        return user.elements("idps").stream()
                .flatMap(item -> identity(item)
                        .filter(identity ->
                                pairs.isNew(item, List.of(identity.authenticator(), identity.providerUserId())))
                        .stream())
                .toList();
    }

    private static Optional<User.ExternalIdentity> identity(JsonItem item) {
        return item.object().flatMap(entry -> {
            Optional<String> providerUserId = entry.required("provider_user_id").flatMap(UserParser::providerUserId);
            Optional<Authenticator> authenticator = entry.oneOf("authenticator", List.of(Authenticator.values()));
            Map<String, String> claims =
                    object(entry, "claims").map(all -> all.texts(LONGEST_CLAIM)).orElse(Map.of());
            entry.end();
            return providerUserId.flatMap(
                    id -> authenticator.map(provider -> new User.ExternalIdentity(id, provider.toString(), claims)));
        });
    }

    private static Optional<String> providerUserId(JsonItem item) {
        return item.text(LONGEST_PROVIDER_USER_ID)
                .filter(id -> item.require(
                        id.getBytes(UTF_8).length <= MOST_PROVIDER_USER_ID_BYTES,
                        "length",
                        "must have at most %d bytes in UTF-8".formatted(MOST_PROVIDER_USER_ID_BYTES)));
    }

    private static List<String> authenticators(JsonMembers entry) {
        return entry.distinct("authenticators", item -> item.oneOf(AUTHENTICATORS));
    }

    private static List<String> providers(JsonMembers entry) {
        return entry.distinct("idps", item -> item.text(LONGEST_PROVIDER));
    }

    private static Optional<JsonMembers> object(JsonMembers object, String member) {
        return object.optional(member).flatMap(JsonItem::object);
    }

    private static boolean isTrue(JsonMembers object, String member) {
        return object.optional(member).flatMap(JsonItem::bool).orElse(false);
    }

    private static @Nullable Long time(JsonMembers object, String member) {
        return object.optional(member).flatMap(JsonItem::time).orElse(null);
    }
}
