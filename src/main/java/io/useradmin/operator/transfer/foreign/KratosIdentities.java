package io.useradmin.operator.transfer.foreign;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.useradmin.operator.transfer.foreign.ForeignUser.SignInName;
import io.useradmin.profile.Authenticator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Identities of Ory Kratos, as its administrative API writes them. What the traits mean is the operator's own choice there; those
 * names are taken that the documented schemas use, and the other traits go with the public data.
 */
final class KratosIdentities implements Translation {
    private static final String TRAITS = "traits";
    private static final String PUBLIC_DATA = "public_data";
    private static final String IDENTIFIERS = "identifiers";
    private static final String CONFIGURATION = "config";

    @Override
    public Optional<ForeignUser> user(ForeignObject object) {
        var user = new ForeignUser(object.take("id"));
        user.set("creation_time", Times.ofText(object.take("created_at")));
        user.set("last_updated", Times.ofText(object.take("updated_at")));
        if (object.take("state").asText().equals("inactive")) {
            user.set("disabled", Json.NODES.booleanNode(true));
        }
        ObjectNode otherTraits = traits(object, user);
        object.takeObjects("verifiable_addresses").forEach(address -> address(address, user));
        user.firstIsPrimary();
        object.takeObject("credentials").ifPresent(credentials -> credentials(credentials, user));
        publicData(object, otherTraits, user);
        user.set("private_data", object.take("metadata_admin"));
        leave(object);
        return Optional.of(user);
    }

    /** Takes what has a place here; answers the other traits. */
    private static ObjectNode traits(ForeignObject object, ForeignUser user) {
        Optional<ForeignObject> found = object.takeObject(TRAITS);
        if (found.isEmpty()) {
            return Json.NODES.objectNode();
        }
        ForeignObject traits = found.get();
        texts(traits, "email", "emails").forEach(user::email);
        texts(traits, "phone", "phone_number", "phones").forEach(user::phone);
        traits.takeText("username").ifPresent(user::username);
        ObjectNode otherNames = names(traits, user);
        ObjectNode rest = traits.rest();
        if (!otherNames.isEmpty()) {
            rest.set("name", otherNames);
        }
        return rest;
    }

    private static List<JsonNode> texts(ForeignObject traits, String... names) {
        List<JsonNode> texts = new ArrayList<>();
        for (String name : names) {
            traits.takeText(name).ifPresent(texts::add);
            texts.addAll(traits.takeTexts(name));
        }
        return texts;
    }

    /** A name is one text, or an object of parts, or parts among the traits; answers the parts that have no place here. */
    private static ObjectNode names(ForeignObject traits, ForeignUser user) {
        claim(user, "name", traits, "name");
        claim(user, "given_name", traits, "given_name", "first_name");
        claim(user, "family_name", traits, "family_name", "last_name");
        return traits.takeObject("name")
                .map(parts -> {
                    claim(user, "given_name", parts, "first");
                    claim(user, "family_name", parts, "last");
                    return parts.rest();
                })
                .orElseGet(Json.NODES::objectNode);
    }

    private static void claim(ForeignUser user, String claim, ForeignObject object, String... members) {
        for (String member : members) {
            if (!user.hasClaim(claim)) {
                object.takeText(member).ifPresent(text -> user.claim(claim, text));
            }
        }
    }

    private static void address(ForeignObject address, ForeignUser user) {
        String via = address.take("via").asText();
        JsonNode value = address.take("value");
        Optional<SignInName> found = switch (via) {
            case "email" -> Optional.of(user.email(value));
            case "sms", "phone" -> Optional.of(user.phone(value));
            default -> Optional.empty();
        };
        found.ifPresentOrElse(
                name -> name.spelled(value).id(address.take("id")).verified(address.take("verified")),
                () -> address.leaveTaken("addresses reached by " + via));
        address.leave("verified_at", "times of verification");
        address.passOver("id", "verified", "status", "created_at", "updated_at");
        address.end();
    }

    private static void credentials(ForeignObject credentials, ForeignUser user) {
        for (String type : credentials.names()) {
            credentials.takeObject(type).ifPresent(credential -> {
                switch (type) {
                    case "password" -> password(credential, user);
                    case "code" -> code(credential, user);
                    case "oidc" -> providers(credential, user);
                    default -> credential.leaveTaken(type + " credentials");
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
                    .forEach(name -> signInName(name, credential, user).ifPresent(found -> found.by("password")));
        }
        end(credential);
    }

    /** Without the configuration, which the API leaves out unless it is asked for, the names to sign in with tell. */
    private static boolean hasPassword(ForeignObject credential) {
        if (!credential.wasGiven(CONFIGURATION)) {
            return credential.has(IDENTIFIERS);
        }
        return credential
                .takeObject(CONFIGURATION)
                .filter(KratosIdentities::tellsOfPassword)
                .isPresent();
    }

    private static boolean tellsOfPassword(ForeignObject configuration) {
        boolean hasHash = configuration.has("hashed_password");
        boolean isKeptElsewhere =
                configuration.take("use_password_migration_hook").asBoolean();
        configuration.leave("hashed_password", "password hashes");
        configuration.end();
        return hasHash || isKeptElsewhere;
    }

    /** What somebody signs in with is not marked as address, number or name, and is told apart by its form. */
    private static Optional<SignInName> signInName(JsonNode name, ForeignObject credential, ForeignUser user) {
        String text = name.asText();
        if (text.contains("@")) {
            return Optional.of(user.email(name));
        }
        if (text.startsWith("+")) {
            return Optional.of(user.phone(name));
        }
        Optional<SignInName> username = user.username(name);
        if (username.isEmpty()) {
            credential.leaveTaken("further usernames");
        }
        return username;
    }

    private static void code(ForeignObject credential, ForeignUser user) {
        List<JsonNode> names = new ArrayList<>(credential.takeTexts(IDENTIFIERS));
        credential.takeObject(CONFIGURATION).ifPresent(config -> {
            for (ForeignObject address : config.takeObjects("addresses")) {
                names.add(address.take("address"));
                address.passOver("channel");
                address.end();
            }
            config.passOver("address_type", "used_at");
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
                .map(KratosIdentities::providers)
                .orElse(List.of());
        for (ForeignObject provider : providers) {
            for (String token : List.of("initial_access_token", "initial_id_token", "initial_refresh_token")) {
                provider.leave(token, "provider tokens");
            }
            provider.leave("organization", "organizations of identities");
            provider.passOver("use_auto_link");
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

    /** The operator names providers as it likes; only the very names of our authenticators are taken for them. */
    private static void identity(String provider, JsonNode subject, ForeignObject credential, ForeignUser user) {
        Optional<Authenticator> authenticator = Arrays.stream(Authenticator.values())
                .filter(each -> each.toString().equals(provider))
                .findFirst();
        authenticator.ifPresentOrElse(
                known -> user.identity(known, subject, Json.NODES.objectNode()),
                () -> credential.leaveTaken("identities of " + provider));
    }

    private static void end(ForeignObject credential) {
        credential.passOver("type", "version", IDENTIFIERS, "created_at", "updated_at");
        credential.end();
    }

    private static void publicData(ForeignObject object, ObjectNode otherTraits, ForeignUser user) {
        JsonNode metadata = object.take("metadata_public");
        if (otherTraits.isEmpty()) {
            user.set(PUBLIC_DATA, metadata);
        } else if (metadata.isMissingNode()) {
            user.set(PUBLIC_DATA, Json.NODES.objectNode().set(TRAITS, otherTraits));
        } else if (metadata instanceof ObjectNode document && !document.has(TRAITS)) {
            user.set(PUBLIC_DATA, document.set(TRAITS, otherTraits));
        } else {
            user.set(PUBLIC_DATA, metadata);
            object.leaveTaken("traits", otherTraits.size());
        }
    }

    private static void leave(ForeignObject object) {
        object.leave("recovery_addresses", "recovery addresses");
        object.leave("organization_id", "organizations");
        object.leave("external_id", "external identifiers");
        object.leave("schema_id", "identity schemas");
        object.leave("state_changed_at", "times of changes of the state");
        object.passOver("schema_url", "available_aal");
    }
}
