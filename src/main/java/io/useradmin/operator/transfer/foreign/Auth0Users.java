package io.useradmin.operator.transfer.foreign;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.useradmin.profile.Authenticator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Converts users of Auth0, from its bulk export or Management API. The first identity belongs to the user's own members. Linked
 * accounts have their own profiles.
 */
final class Auth0Users implements Translation {
    /** The sign-in methods that Auth0 itself provides. */
    private static final Map<String, String> OWN_METHODS =
            Map.of("auth0", "password", "email", "email", "sms", "phone");

    /**
     * Auth0's names of our authenticators. Two kinds are missing: those whose user identifiers differ from the provider's
     * (google-apps, waad, office365), and those that an administrator names (oauth2, oidc).
     */
    private static final Map<String, Authenticator> AUTHENTICATORS = Map.of(
            "google-oauth2", Authenticator.GOOGLE,
            "apple", Authenticator.APPLE,
            "facebook", Authenticator.FACEBOOK,
            "windowslive", Authenticator.MICROSOFT,
            "github", Authenticator.GITHUB,
            "twitter", Authenticator.TWITTER,
            "linkedin", Authenticator.LINKEDIN);

    @Override
    public Optional<ForeignUser> user(ForeignObject object) {
        JsonNode id = object.take("user_id");
        var user = new ForeignUser(id);
        user.set("creation_time", Times.ofText(object.take("created_at")));
        user.set("last_updated", Times.ofText(object.take("updated_at")));
        user.set("password_updated_at", Times.ofText(object.take("last_password_reset")));
        user.set("disabled", object.take("blocked"));
        user.set("public_data", object.take("user_metadata"));
        user.set("private_data", object.take("app_metadata"));
        var profile = Profile.take(object);
        user.claim("name", profile.name());
        user.claim("given_name", object.take("given_name"));
        user.claim("family_name", object.take("family_name"));
        profile.addTo(user);
        identities(object, id, profile, user);
        user.firstIsPrimary();
        skip(object);
        return Optional.of(user);
    }

    private static void identities(ForeignObject object, JsonNode userId, Profile profile, ForeignUser user) {
        List<ForeignObject> identities = object.takeObjects("identities");
        if (identities.isEmpty()) {
            withoutIdentities(object, userId, profile, user);
        }
        for (ForeignObject identity : identities) {
            if (identity == identities.getFirst()) {
                identity(identity, profile, Optional.empty(), user);
            } else {
                Optional<ForeignObject> linked = identity.takeObject("profileData");
                identity(identity, linked.map(Profile::take).orElse(Profile.EMPTY), linked, user);
            }
        }
    }

    /** An export can omit the identities. The user's identifier contains the first one. */
    private static void withoutIdentities(ForeignObject object, JsonNode userId, Profile profile, ForeignUser user) {
        String[] parts = userId.asText().split("\\|", 2);
        if (parts.length == 2) {
            signIn(new Account(parts[0], "", Json.NODES.textNode(parts[1]), false, profile), object, user);
        }
    }

    private static void identity(
            ForeignObject identity, Profile profile, Optional<ForeignObject> linked, ForeignUser user) {
        for (String token : List.of("access_token", "access_token_secret", "refresh_token")) {
            identity.skip(token, "provider tokens");
        }
        identity.ignore("isSocial", "expires_in");
        var account = new Account(
                identity.take("provider").asText(),
                identity.take("connection").asText(),
                identity.take("user_id"),
                linked.isPresent(),
                profile);
        signIn(account, identity, user);
        linked.filter(rest -> !rest.isEmpty()).ifPresent(rest -> rest.countSkipped("profiles of linked accounts"));
        identity.end();
    }

    private static void signIn(Account account, ForeignObject object, ForeignUser user) {
        Authenticator authenticator = AUTHENTICATORS.get(account.provider());
        if (authenticator != null) {
            user.identity(authenticator, account.userId(), account.profile().claims());
        } else if (OWN_METHODS.containsKey(account.provider())) {
            addOwnSignIn(account, object, user);
        } else {
            object.countSkipped("identities of " + account.displayProvider());
        }
    }

    private static void addOwnSignIn(Account account, ForeignObject object, ForeignUser user) {
        Profile profile = account.profile();
        String method = OWN_METHODS.getOrDefault(account.provider(), "");
        if (!method.equals("phone")) {
            profile.emailOf(user).ifPresent(email -> email.by(method));
        }
        if (!method.equals("email")) {
            profile.phoneOf(user).ifPresent(phone -> phone.by(method));
        }
        if (method.equals("password")) {
            user.set("has_password", Json.NODES.booleanNode(true));
            signInByUsername(profile, object, user);
        }
        if (account.isLinked() && !profile.name().isMissingNode()) {
            object.countSkipped("profiles of linked accounts");
        }
    }

    private static void signInByUsername(Profile profile, ForeignObject object, ForeignUser user) {
        if (!profile.username().isMissingNode()) {
            user.username(profile.username())
                    .ifPresentOrElse(name -> name.by("password"), () -> object.countSkipped("further usernames"));
        }
    }

    private static void skip(ForeignObject object) {
        for (String hash : List.of("passwordHash", "password_hash", "custom_password_hash")) {
            object.skip(hash, "password hashes");
        }
        object.skip("picture", "pictures");
        object.skip("nickname", "nicknames");
        object.skip("last_ip", "addresses of the last sign-in");
        object.skip("last_login", "times of the last sign-in");
        object.skip("blocked_for", "blocked addresses");
        object.skip("multifactor", "second factors");
        object.skip("multifactor_last_modified", "times of changes of second factors");
        object.skip("guardian_authenticators", "second factors");
        object.skipUnlessZero("logins_count", "counts of sign-ins");
    }

    /**
     * One way to sign in.
     *
     * @param isLinked whether it was a separate account before
     */
    private record Account(String provider, String connection, JsonNode userId, boolean isLinked, Profile profile) {
        String displayProvider() {
            return connection.isEmpty() || connection.equals(provider) ? provider : provider + " (" + connection + ")";
        }
    }

    /** The profile of a user or of a linked account. */
    private record Profile(
            JsonNode email,
            JsonNode emailVerified,
            JsonNode phone,
            JsonNode phoneVerified,
            JsonNode username,
            JsonNode name) {

        static final Profile EMPTY =
                new Profile(Json.NOTHING, Json.NOTHING, Json.NOTHING, Json.NOTHING, Json.NOTHING, Json.NOTHING);

        static Profile take(ForeignObject object) {
            return new Profile(
                    object.take("email"),
                    object.take("email_verified"),
                    object.take("phone_number"),
                    object.take("phone_verified"),
                    object.take("username"),
                    object.take("name"));
        }

        /** Adds the sign-in identifiers of this profile. */
        void addTo(ForeignUser user) {
            emailOf(user);
            phoneOf(user);
            if (!username.isMissingNode()) {
                user.username(username);
            }
        }

        Optional<ForeignUser.SignInName> emailOf(ForeignUser user) {
            return email.isMissingNode()
                    ? Optional.empty()
                    : Optional.of(user.email(email).verified(emailVerified));
        }

        Optional<ForeignUser.SignInName> phoneOf(ForeignUser user) {
            return phone.isMissingNode()
                    ? Optional.empty()
                    : Optional.of(user.phone(phone).verified(phoneVerified));
        }

        ObjectNode claims() {
            ObjectNode claims = Json.NODES.objectNode();
            claim(claims, "email", email);
            claim(claims, "email_verified", emailVerified);
            claim(claims, "phone_number", phone);
            claim(claims, "phone_verified", phoneVerified);
            claim(claims, "username", username);
            claim(claims, "name", name);
            return claims;
        }

        /** Claims are stored as text. */
        private static void claim(ObjectNode claims, String name, JsonNode value) {
            if (!value.isMissingNode()) {
                claims.set(name, value.isValueNode() ? Json.NODES.textNode(value.asText()) : value);
            }
        }
    }
}
