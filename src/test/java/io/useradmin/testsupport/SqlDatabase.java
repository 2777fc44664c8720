package io.useradmin.testsupport;

import io.useradmin.apikey.ApiKey;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A database that tests query and fill. */
public interface SqlDatabase {
    Connection connect() throws SQLException;

    /** The URL for the service's settings. */
    String reactiveUrl();

    /** Environment variables that connect a service or a command to this database. */
    default Map<String, String> settings() {
        return Map.of(
                "QUARKUS_DATASOURCE_REACTIVE_URL", reactiveUrl(), "QUARKUS_DATASOURCE_USERNAME", FreshDatabase.USER);
    }

    /** Runs statements; what they return is discarded. */
    default void run(String sql) throws SQLException {
        try (Connection connection = connect();
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** The first column of every row, as text. */
    default List<String> list(String query) throws SQLException {
        try (Connection connection = connect();
                var statement = connection.createStatement();
                var rows = statement.executeQuery(query)) {
            List<String> values = new ArrayList<>();
            while (rows.next()) {
                values.add(rows.getString(1));
            }
            return values;
        }
    }

    /** Creates a tenant with a group {@code g}, unless they exist. Returns a new key with all scopes. */
    default String tenant(String id) throws SQLException {
        ApiKey key = Tenant.newKey();
        run("""
                insert into tenants (tenant_id, name, created_at) values ('%s', 'Test', now()) on conflict do nothing
                """.formatted(id));
        run("""
                insert into groups (tenant_id, group_id, name, created_at) values ('%s', 'g', 'Test', now())
                on conflict do nothing
                """.formatted(id));
        run("""
                insert into api_keys (key_id, tenant_id, name, secret_sha256, scopes, created_at)
                values ('%s', '%s', 'test', '%s', '{*}', now())
                """.formatted(key.keyId(), id, key.secretDigest()));
        return key.reveal();
    }
}
