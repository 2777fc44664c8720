package io.useradmin.operator.transfer.foreign;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.useradmin.profile.Authenticator;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Converts a user of another product to a line of our format. Passes values on unchanged, because the parser of the lines
 * validates them.
 */
final class ForeignUser {
    private static final Pattern PHONE_SEPARATORS = Pattern.compile("[ .()-]");

    private final ObjectNode line = Json.NODES.objectNode();
    private final ObjectNode claims = Json.NODES.objectNode();
    private final Map<String, SignInName> emails = new LinkedHashMap<>();
    private final Map<String, SignInName> phones = new LinkedHashMap<>();
    private final List<ObjectNode> identities = new ArrayList<>();
    private @Nullable SignInName username;

    /** The parser rejects a user without an identifier. */
    ForeignUser(JsonNode id) {
        line.set("user_id", id.isMissingNode() ? Json.NODES.nullNode() : id);
    }

    /** Sets a member of the user, unless the value is absent. */
    void set(String name, JsonNode value) {
        if (!value.isMissingNode()) {
            line.set(name, value);
        }
    }

    void claim(String name, JsonNode value) {
        if (!value.isMissingNode()) {
            claims.set(name, value);
        }
    }

    boolean hasClaim(String name) {
        return claims.has(name);
    }

    /** Adds an email address, unless the user has it already, ignoring case as other products do. */
    SignInName email(JsonNode address) {
        return emails.computeIfAbsent(key(address), _ -> new SignInName("email", address));
    }

    /** Adds a phone number, unless the user has it already. Of its spellings, that of E.164 counts. */
    SignInName phone(JsonNode number) {
        String key = phoneKey(number);
        SignInName phone = phones.computeIfAbsent(key, _ -> new SignInName("phone", number));
        return number.asText().equals(key) ? phone.spelled(number) : phone;
    }

    /** Sets the username, unless the user already has another one. */
    Optional<SignInName> username(JsonNode name) {
        if (username == null) {
            username = new SignInName("username", name);
        }
        return Optional.of(username).filter(known -> known.is(name));
    }

    /** The sign-in names of the user that equal {@code name}: an email can be the username too. */
    List<SignInName> known(JsonNode name) {
        return Stream.of(
                        Optional.ofNullable(username).filter(known -> known.is(name)),
                        Optional.ofNullable(emails.get(key(name))),
                        Optional.ofNullable(phones.get(phoneKey(name))))
                .flatMap(Optional::stream)
                .toList();
    }

    /** Makes the first email address and the first phone number the primary ones. */
    void firstIsPrimary() {
        emails.values().stream().findFirst().ifPresent(SignInName::primary);
        phones.values().stream().findFirst().ifPresent(SignInName::primary);
    }

    void identity(Authenticator authenticator, JsonNode providerUserId, ObjectNode identityClaims) {
        ObjectNode identity = Json.NODES.objectNode();
        identity.set("provider_user_id", text(providerUserId));
        identity.put("authenticator", authenticator.toString());
        identity.set("claims", identityClaims);
        identities.add(identity);
    }

    /** Adds a membership. */
    void group(JsonNode id) {
        line.withArray("/groups").addObject().set("group_id", id);
    }

    /** The line, without its end. */
    byte[] line() {
        identities.forEach(this::addProviderToEmails);
        if (!claims.isEmpty()) {
            line.set("claims", claims);
        }
        if (username != null) {
            line.set("username", username.entry());
        }
        setAll("emails", emails.values().stream().map(SignInName::entry).toList());
        setAll("phone_numbers", phones.values().stream().map(SignInName::entry).toList());
        setAll("idps", identities);
        return Json.write(line);
    }

    /** Adds the provider of an identity to the email address of that identity. */
    private void addProviderToEmails(ObjectNode identity) {
        for (String claim : List.of("email", "preferred_username")) {
            SignInName email = emails.get(key(identity.path("claims").path(claim)));
            if (email != null) {
                email.addProvider(identity.path("authenticator").textValue());
            }
        }
    }

    private void setAll(String name, List<ObjectNode> entries) {
        if (!entries.isEmpty()) {
            line.putArray(name).addAll(entries);
        }
    }

    /** Products sign in with a name in another case too. Kratos also removes spaces around it. */
    private static String key(JsonNode value) {
        return value.asText().strip().toLowerCase(Locale.ROOT);
    }

    /** Users write separators into a phone number, which products remove for credentials. */
    private static String phoneKey(JsonNode number) {
        String text = key(number);
        return text.startsWith("+") ? PHONE_SEPARATORS.matcher(text).replaceAll("") : text;
    }

    /** Some products write the numeric user ids of providers as JSON numbers. */
    private static JsonNode text(JsonNode id) {
        if (id.isMissingNode()) {
            return Json.NODES.nullNode();
        }
        return id.isIntegralNumber() ? Json.NODES.textNode(id.asText()) : id;
    }

    /** An email, phone number or username. */
    static final class SignInName {
        private final ObjectNode entry = Json.NODES.objectNode();
        private final String member;
        private final Set<String> authenticators = new TreeSet<>();
        private final Set<String> providers = new TreeSet<>();

        private SignInName(String member, JsonNode value) {
            this.member = member;
            entry.set(member, value);
        }

        /** Sets a preferred spelling. */
        SignInName spelled(JsonNode value) {
            entry.set(member, value);
            return this;
        }

        SignInName id(JsonNode id) {
            return with("id", id);
        }

        /** Sets whether it is verified, unless that is already known. */
        SignInName verified(JsonNode verified) {
            return entry.has("verified") ? this : with("verified", verified);
        }

        private boolean is(JsonNode value) {
            return key(value).equals(key(entry.path(member)));
        }

        SignInName primary() {
            return with("primary", Json.NODES.booleanNode(true));
        }

        /** Adds an authenticator. */
        SignInName by(String authenticator) {
            authenticators.add(authenticator);
            return this;
        }

        void addProvider(String provider) {
            providers.add(provider);
        }

        private SignInName with(String name, JsonNode value) {
            if (!value.isMissingNode()) {
                entry.set(name, value);
            }
            return this;
        }

        private ObjectNode entry() {
            list("authenticators", authenticators);
            list("idps", providers);
            return entry;
        }

        private void list(String name, Set<String> texts) {
            if (!texts.isEmpty()) {
                ArrayNode array = entry.putArray(name);
                texts.forEach(array::add);
            }
        }
    }
}
