package io.useradmin.operator.transfer;

import io.useradmin.json.ApiJson;
import io.useradmin.profile.User;
import java.sql.SQLException;
import java.util.List;
import org.postgresql.copy.CopyManager;

/** COPY rows of sign-in identifiers. */
final class IdentifierRows {
    /** The target tables. */
    static final List<String> TABLES = List.of("usernames", "emails", "phones", "external_identities");

    private final String tenant;
    private final CopyRows usernames =
            new CopyRows("usernames (tenant_id, user_id, username_id, username, authenticators, idps)");
    private final CopyRows emails =
            new CopyRows("emails (tenant_id, user_id, email_id, email, verified, is_primary, authenticators, idps)");
    private final CopyRows phones =
            new CopyRows("phones (tenant_id, user_id, phone_id, phone, verified, is_primary, authenticators, idps)");
    private final CopyRows identities =
            new CopyRows("external_identities (tenant_id, user_id, authenticator, provider_user_id, claims)");

    IdentifierRows(String tenant) {
        this.tenant = tenant;
    }

    void add(User user) {
        User.Username username = user.username();
        if (username != null) {
            begin(usernames, user).text(username.id()).text(username.username());
            usernames.texts(username.authenticators()).texts(username.idps()).end();
        }
        for (User.Email email : user.emails()) {
            begin(emails, user).text(email.id()).text(email.email());
            emails.bool(email.verified()).bool(email.primary());
            emails.texts(email.authenticators()).texts(email.idps()).end();
        }
        for (User.PhoneNumber phone : user.phoneNumbers()) {
            begin(phones, user).text(phone.id()).text(phone.phone());
            phones.bool(phone.verified()).bool(phone.primary());
            phones.texts(phone.authenticators()).texts(phone.idps()).end();
        }
        for (User.ExternalIdentity identity : user.idps()) {
            begin(identities, user).text(identity.authenticator()).text(identity.providerUserId());
            identities.text(ApiJson.write(identity.claims())).end();
        }
    }

    void send(CopyManager copy) throws SQLException {
        for (CopyRows rows : List.of(usernames, emails, phones, identities)) {
            rows.send(copy);
        }
    }

    private CopyRows begin(CopyRows rows, User user) {
        return rows.text(tenant).text(user.userId());
    }
}
