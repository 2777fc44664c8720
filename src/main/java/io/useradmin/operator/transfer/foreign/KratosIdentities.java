package io.useradmin.operator.transfer.foreign;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.useradmin.operator.transfer.foreign.ForeignUser.SignInName;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Converts identities of Ory Kratos, from its admin API. The operator defines the traits: those with names from the documented
 * schemas are converted, others go to the public data.
 */
final class KratosIdentities implements Translation {
    private static final String TRAITS = "traits";
    private static final String PUBLIC_DATA = "public_data";

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
        object.takeObject("credentials").ifPresent(credentials -> KratosCredentials.read(credentials, user));
        user.firstIsPrimary();
        publicData(object, otherTraits, user);
        user.set("private_data", metadata(object, "metadata_admin", "admin metadata"));
        skip(object);
        return Optional.of(user);
    }

    /** Takes the known traits and returns the others. */
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

    /** A name is text, an object with parts, or parts among the traits. Returns the parts that cannot be imported. */
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
            case "email" -> Optional.of(user.email(value).spelled(value));
            case "sms", "phone" -> Optional.of(user.phone(value));
            default -> Optional.empty();
        };
        found.ifPresentOrElse(
                name -> name.id(address.take("id")).verified(address.take("verified")),
                () -> address.countSkipped("addresses reached by " + via));
        address.skip("verified_at", "times of verification");
        address.ignore("id", "verified", "status", "created_at", "updated_at");
        address.end();
    }

    /** Kratos allows any JSON, our documents are objects. */
    private static JsonNode metadata(ForeignObject object, String name, String what) {
        JsonNode metadata = object.take(name);
        if (metadata.isObject() || metadata.isMissingNode()) {
            return metadata;
        }
        object.countSkipped(what);
        return Json.NOTHING;
    }

    private static void publicData(ForeignObject object, ObjectNode otherTraits, ForeignUser user) {
        JsonNode metadata = metadata(object, "metadata_public", "public metadata");
        if (otherTraits.isEmpty()) {
            user.set(PUBLIC_DATA, metadata);
        } else if (metadata.isMissingNode()) {
            user.set(PUBLIC_DATA, Json.NODES.objectNode().set(TRAITS, otherTraits));
        } else if (metadata instanceof ObjectNode document && !document.has(TRAITS)) {
            user.set(PUBLIC_DATA, document.set(TRAITS, otherTraits));
        } else {
            user.set(PUBLIC_DATA, metadata);
            object.countSkipped("traits", otherTraits.size());
        }
    }

    private static void skip(ForeignObject object) {
        object.skip("recovery_addresses", "recovery addresses");
        object.skip("organization_id", "organizations");
        object.skip("external_id", "external identifiers");
        object.skip("schema_id", "identity schemas");
        object.skip("state_changed_at", "times of changes of the state");
        object.ignore("schema_url", "available_aal");
    }
}
