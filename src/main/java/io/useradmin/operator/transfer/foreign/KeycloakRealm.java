package io.useradmin.operator.transfer.foreign;

import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import io.useradmin.operator.transfer.FaultyFileException;
import io.useradmin.profile.Authenticator;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The parts of a realm to which its users refer: groups by path, and identity providers by alias, which the administrator
 * chooses.
 */
final class KeycloakRealm {
    private final KeycloakGroups groups;
    private final Map<String, Optional<Authenticator>> providers = new HashMap<>();
    private final SkippedData notImported;
    private boolean signsInByEmail = true;

    private KeycloakRealm(SkippedData notImported) {
        this.groups = new KeycloakGroups(notImported);
        this.notImported = notImported;
    }

    /** Reads everything in a realm except its users. */
    static KeycloakRealm read(JsonInput input, SkippedData notImported) throws IOException {
        var realm = new KeycloakRealm(notImported);
        begin(input);
        while (input.next() == JsonToken.FIELD_NAME) {
            realm.member(input);
        }
        if (input.next() != null) {
            throw new FaultyFileException("there is text after the end of the realm: export one realm per file");
        }
        return realm;
    }

    /** Moves to the beginning of the realm object. */
    static void begin(JsonInput input) throws IOException {
        if (input.next() != JsonToken.START_OBJECT) {
            throw new FaultyFileException("the file is not the export of one realm, which is a JSON object;"
                    + " name the realm when you export");
        }
    }

    KeycloakGroups groups() {
        return groups;
    }

    /** The provider of an alias. If the file has no providers (a file with only users), the alias itself. */
    Optional<Authenticator> authenticator(String alias) {
        return providers.containsKey(alias) ? providers.get(alias) : named(alias);
    }

    /** Whether users may also sign in with their email address. */
    boolean signsInByEmail() {
        return signsInByEmail;
    }

    private void member(JsonInput input) throws IOException {
        String name = input.name();
        JsonToken value = input.next();
        switch (name) {
            case "loginWithEmailAllowed" -> signsInByEmail = value != JsonToken.VALUE_FALSE;
            case "identityProviders" -> elements(name, input, () -> provider(input.value()));
            case "groups" -> elements(name, input, () -> groups.read(input));
            case "federatedUsers" -> count(name, input, "additions to users of other directories");
            case "organizations" -> count(name, input, "organizations");
            default -> input.skip();
        }
    }

    /** Counts elements without their content: an organization contains all its members. */
    private void count(String name, JsonInput input, String what) throws IOException {
        elements(name, input, () -> {
            input.skip();
            notImported.add(what);
        });
    }

    /** Reads elements one at a time, because there can be as many as users. */
    private static void elements(String name, JsonInput input, Reading each) throws IOException {
        if (!input.isAtArray()) {
            throw new FaultyFileException("the member %s of the realm is not a list".formatted(name));
        }
        while (input.next() != JsonToken.END_ARRAY) {
            each.read();
        }
    }

    /** Reads the value that starts with the current token. */
    private interface Reading {
        void read() throws IOException;
    }

    private void provider(JsonNode provider) {
        providers.put(
                provider.path("alias").asText(),
                isSelfHosted(provider.path("config"))
                        ? Optional.empty()
                        : named(provider.path("providerId").asText()));
    }

    /** A self-hosted server of the same software has other users. */
    private static boolean isSelfHosted(JsonNode configuration) {
        return Json.isMeaningful(configuration.path("baseUrl")) || Json.isMeaningful(configuration.path("apiUrl"));
    }

    private static Optional<Authenticator> named(String providerId) {
        return providerId.equals("linkedin-openid-connect")
                ? Optional.of(Authenticator.LINKEDIN)
                : Authenticator.of(providerId);
    }
}
