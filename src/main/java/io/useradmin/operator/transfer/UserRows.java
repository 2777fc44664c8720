package io.useradmin.operator.transfer;

import io.useradmin.json.ApiJson;
import io.useradmin.profile.Claims;
import io.useradmin.profile.User;
import java.sql.SQLException;
import org.postgresql.copy.CopyManager;

/** COPY rows of users, without sign-in identifiers. */
final class UserRows {
    private final String tenant;
    private final CopyRows rows;

    /**
     * Rows for a tenant.
     *
     * @param table the table of users, or one with the same columns
     */
    UserRows(String tenant, String table) {
        this.tenant = tenant;
        this.rows = new CopyRows(table + " (tenant_id, user_id, created_at, last_updated_at, password_updated_at,"
                + " has_password, disabled, name, given_name, family_name, other_claims, public_data, private_data)");
    }

    void add(User user) {
        rows.text(tenant).text(user.userId()).time(user.creationTime()).time(user.lastUpdated());
        rows.time(user.passwordUpdatedAt()).bool(user.hasPassword()).bool(user.disabled());
        Claims claims = user.claims();
        rows.text(claims.name()).text(claims.givenName()).text(claims.familyName());
        rows.text(ApiJson.write(claims.named(null, null, null)));
        rows.text(user.publicData()).text(user.privateData()).end();
    }

    void send(CopyManager copy) throws SQLException {
        rows.send(copy);
    }
}
