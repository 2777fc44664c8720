package io.useradmin.operator.transfer.foreign;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.useradmin.profile.Authenticator;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/** Converts users of a Keycloak realm, from its export. */
final class KeycloakUsers implements Translation {
    private static final String PASSWORD = "password";

    private final KeycloakRealm realm;
    private final SkippedData notImported;

    KeycloakUsers(KeycloakRealm realm, SkippedData notImported) {
        this.realm = realm;
        this.notImported = notImported;
    }

    @Override
    public Optional<ForeignUser> user(ForeignObject object) {
        if (object.has("serviceAccountClientId")) {
            notImported.add("service accounts of clients");
            return Optional.empty();
        }
        var user = new ForeignUser(object.take("id"));
        user.set("creation_time", Times.ofMilliseconds(object.take("createdTimestamp")));
        user.set("disabled", disabled(object.take("enabled")));
        user.claim("given_name", object.take("firstName"));
        user.claim("family_name", object.take("lastName"));
        user.set("private_data", object.take("attributes"));
        boolean hasPassword = credentials(object, user);
        signInNames(object, hasPassword, user);
        object.takeObjects("federatedIdentities").forEach(identity -> identity(identity, user));
        groups(object, user);
        skip(object);
        return Optional.of(user);
    }

    /** A user without {@code enabled} is disabled, as in Keycloak. */
    private static JsonNode disabled(JsonNode enabled) {
        return enabled.isBoolean() || enabled.isMissingNode()
                ? Json.NODES.booleanNode(!enabled.booleanValue())
                : enabled;
    }

    private static boolean credentials(ForeignObject object, ForeignUser user) {
        boolean hasPassword = false;
        for (ForeignObject credential : object.takeObjects("credentials")) {
            String type = credential.take("type").asText();
            if (type.equals(PASSWORD)) {
                hasPassword = true;
                user.set("has_password", Json.NODES.booleanNode(true));
                user.set("password_updated_at", Times.ofMilliseconds(credential.take("createdDate")));
                credential.countSkipped("password hashes");
            } else {
                credential.countSkipped(type + " credentials");
            }
        }
        return hasPassword;
    }

    /** If the realm uses the email address as the username, it is written only once. */
    private void signInNames(ForeignObject object, boolean hasPassword, ForeignUser user) {
        JsonNode address = object.take("email");
        JsonNode verified = object.take("emailVerified");
        JsonNode username = object.take("username");
        boolean isAddress = !address.isMissingNode() && address.asText().equalsIgnoreCase(username.asText());
        if (!address.isMissingNode()) {
            ForeignUser.SignInName email =
                    user.email(address).verified(verified).primary();
            if (hasPassword && (isAddress || realm.signsInByEmail())) {
                email.by(PASSWORD);
            }
        }
        if (!username.isMissingNode() && !isAddress) {
            user.username(username).filter(_ -> hasPassword).ifPresent(name -> name.by(PASSWORD));
        }
    }

    private void identity(ForeignObject identity, ForeignUser user) {
        String alias = identity.take("identityProvider").asText();
        Optional<Authenticator> authenticator = realm.authenticator(alias);
        if (authenticator.isEmpty()) {
            notImported.add("identities of " + alias);
            return;
        }
        ObjectNode claims = Json.NODES.objectNode();
        JsonNode userName = identity.take("userName");
        if (!userName.isMissingNode()) {
            claims.set("preferred_username", userName);
        }
        user.identity(authenticator.get(), identity.take("userId"), claims);
        identity.skip("token", "provider tokens");
        identity.end();
    }

    private void groups(ForeignObject object, ForeignUser user) {
        Set<JsonNode> ids = new LinkedHashSet<>();
        for (JsonNode path : object.takeTexts("groups")) {
            realm.groups()
                    .id(path.asText())
                    .ifPresentOrElse(ids::add, () -> notImported.add("memberships of missing or rejected groups"));
        }
        ids.forEach(user::group);
    }

    private static void skip(ForeignObject object) {
        object.skip("requiredActions", "required actions");
        object.skip("realmRoles", "realm roles");
        object.skipElements("clientRoles", "client roles");
        object.skip("clientConsents", "consents");
        object.skip("federationLink", "links to other directories");
        object.skipUnlessZero("notBefore", "times before which tokens are void");
        object.ignore("totp", "disableableCredentialTypes", "access", "self", "origin", "userProfileMetadata");
    }
}
