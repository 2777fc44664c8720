package io.useradmin.operator.transfer;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.useradmin.profile.User;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.postgresql.copy.CopyManager;

/** Rows of users and of what they sign in with. */
final class UserRows {
    static final String USER_COLUMNS = "(tenant_id, user_id, created_at, last_updated_at, password_updated_at,"
            + " has_password, disabled, name, given_name, family_name, public_data, private_data)";

    private final String tenant;
    private final ObjectMapper json;
    private final CopyRows users;
    private final CopyRows usernames =
            new CopyRows("usernames (tenant_id, user_id, username_id, username, authenticators, idps)");
    private final CopyRows emails =
            new CopyRows("emails (tenant_id, user_id, email_id, email, verified, is_primary, authenticators, idps)");
    private final CopyRows phones =
            new CopyRows("phones (tenant_id, user_id, phone_id, phone, verified, is_primary, authenticators, idps)");
    private final CopyRows identities =
            new CopyRows("external_identities (tenant_id, user_id, authenticator, provider_user_id, claims)");

    /**
     * Rows for a tenant.
     *
     * @param usersTable where the users themselves go: the table, or one like it
     */
    UserRows(String tenant, String usersTable, ObjectMapper json) {
        this.tenant = tenant;
        this.users = new CopyRows(usersTable + " " + USER_COLUMNS);
        this.json = json;
    }

    void add(User user) {
        users.text(tenant).text(user.userId()).time(user.creationTime()).time(user.lastUpdated());
        users.time(user.passwordUpdatedAt()).bool(user.hasPassword()).bool(user.disabled());
        User.Claims claims = user.claims();
        users.text(claims.name()).text(claims.givenName()).text(claims.familyName());
        users.text(user.publicData()).text(user.privateData()).end();
        addIdentifiers(user);
    }

    private void addIdentifiers(User user) {
        User.Username username = user.username();
        if (username != null) {
            usernames.text(tenant).text(user.userId()).text(username.id()).text(username.username());
            usernames.texts(username.authenticators()).texts(username.idps()).end();
        }
        for (User.Email email : user.emails()) {
            emails.text(tenant).text(user.userId()).text(email.id()).text(email.email());
            emails.bool(email.verified()).bool(email.primary());
            emails.texts(email.authenticators()).texts(email.idps()).end();
        }
        for (User.PhoneNumber phone : user.phoneNumbers()) {
            phones.text(tenant).text(user.userId()).text(phone.id()).text(phone.phone());
            phones.bool(phone.verified()).bool(phone.primary());
            phones.texts(phone.authenticators()).texts(phone.idps()).end();
        }
        for (User.ExternalIdentity identity : user.idps()) {
            identities.text(tenant).text(user.userId()).text(identity.authenticator());
            identities
                    .text(identity.providerUserId())
                    .text(write(identity.claims()))
                    .end();
        }
    }

    void sendUsers(CopyManager copy) throws SQLException {
        users.send(copy);
    }

    void sendIdentifiers(CopyManager copy) throws SQLException {
        for (CopyRows rows : List.of(usernames, emails, phones, identities)) {
            rows.send(copy);
        }
    }

    private String write(Map<String, String> claims) {
        try {
            return json.writeValueAsString(claims);
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("texts can always be written", impossible);
        }
    }
}
