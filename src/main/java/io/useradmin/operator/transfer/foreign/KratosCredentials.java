package io.useradmin.operator.transfer.foreign;

import com.fasterxml.jackson.databind.JsonNode;
import io.useradmin.operator.transfer.foreign.ForeignUser.SignInName;
import io.useradmin.profile.Authenticator;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Converts credentials of Ory Kratos: passwords, codes and identity providers. Counts the others. */
final class KratosCredentials {
    private static final String IDENTIFIERS = "identifiers";
    private static final String CONFIGURATION = "config";

    private KratosCredentials() {}

    /** Takes the credentials of {@code user} from {@code credentials}, an object by credential type. */
    static void read(ForeignObject credentials, ForeignUser user) {
        for (String type : credentials.names()) {
            credentials.takeObject(type).ifPresent(credential -> {
                switch (type) {
                    case "password" -> password(credential, user);
                    case "code" -> code(credential, user);
                    case "oidc" -> providers(credential, user);
                    default -> credential.countSkipped(type + " credentials");
                }
            });
        }
        credentials.end();
    }

    private static void password(ForeignObject credential, ForeignUser user) {
        if (hasPassword(credential)) {
            user.set("has_password", Json.NODES.booleanNode(true));
            user.set("password_updated_at", Times.ofText(credential.take("updated_at")));
            credential
                    .takeTexts(IDENTIFIERS)
                    .forEach(name -> signInNames(name, credential, user).forEach(found -> found.by("password")));
        }
        end(credential);
    }

    /** The API returns the configuration only on request. Without it, the existence of identifiers decides. */
    private static boolean hasPassword(ForeignObject credential) {
        if (!credential.wasGiven(CONFIGURATION)) {
            return credential.has(IDENTIFIERS);
        }
        return credential
                .takeObject(CONFIGURATION)
                .filter(KratosCredentials::hasPasswordMethod)
                .isPresent();
    }

    private static boolean hasPasswordMethod(ForeignObject configuration) {
        boolean hasHash = configuration.has("hashed_password");
        boolean isKeptElsewhere =
                configuration.take("use_password_migration_hook").asBoolean();
        configuration.skip("hashed_password", "password hashes");
        configuration.end();
        return hasHash || isKeptElsewhere;
    }

    /** Identifiers have no type, so the names of the user decide, then the format: email, phone number or username. */
    private static List<SignInName> signInNames(JsonNode name, ForeignObject credential, ForeignUser user) {
        List<SignInName> known = user.known(name);
        if (!known.isEmpty()) {
            return known;
        }
        String text = name.asText();
        if (text.contains("@")) {
            return List.of(user.email(name));
        }
        if (text.startsWith("+")) {
            return List.of(user.phone(name));
        }
        Optional<SignInName> username = user.username(name);
        if (username.isEmpty()) {
            credential.countSkipped("further usernames");
        }
        return username.stream().toList();
    }

    private static void code(ForeignObject credential, ForeignUser user) {
        List<JsonNode> names = new ArrayList<>(credential.takeTexts(IDENTIFIERS));
        credential.takeObject(CONFIGURATION).ifPresent(config -> {
            for (ForeignObject address : config.takeObjects("addresses")) {
                names.add(address.take("address"));
                address.ignore("channel");
                address.end();
            }
            config.ignore("address_type", "used_at");
            config.end();
        });
        for (JsonNode name : names) {
            if (name.asText().contains("@")) {
                user.email(name).by("email");
            } else {
                user.phone(name).by("phone");
            }
        }
        end(credential);
    }

    private static void providers(ForeignObject credential, ForeignUser user) {
        List<ForeignObject> providers = credential
                .takeObject(CONFIGURATION)
                .map(KratosCredentials::providers)
                .orElse(List.of());
        for (ForeignObject provider : providers) {
            for (String token : List.of("initial_access_token", "initial_id_token", "initial_refresh_token")) {
                provider.skip(token, "provider tokens");
            }
            provider.skip("organization", "organizations of identities");
            provider.ignore("use_auto_link");
            identity(provider.take("provider").asText(), provider.take("subject"), credential, user);
            provider.end();
        }
        if (providers.isEmpty()) {
            for (JsonNode identifier : credential.takeTexts(IDENTIFIERS)) {
                String[] parts = identifier.asText().split(":", 2);
                identity(parts[0], Json.NODES.textNode(parts[parts.length - 1]), credential, user);
            }
        }
        end(credential);
    }

    private static List<ForeignObject> providers(ForeignObject configuration) {
        List<ForeignObject> providers = configuration.takeObjects("providers");
        configuration.end();
        return providers;
    }

    /** The operator chooses the ids of providers. Only exact names of our authenticators count. */
    private static void identity(String provider, JsonNode subject, ForeignObject credential, ForeignUser user) {
        Authenticator.of(provider)
                .ifPresentOrElse(
                        known -> user.identity(known, subject, Json.NODES.objectNode()),
                        () -> credential.countSkipped("identities of " + provider));
    }

    private static void end(ForeignObject credential) {
        credential.ignore("type", "version", IDENTIFIERS, "created_at", "updated_at");
        credential.end();
    }
}
