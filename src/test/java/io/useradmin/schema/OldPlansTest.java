package io.useradmin.schema;

import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.testsupport.FreshDatabase;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * PostgreSQL's plans if a tenant is newer than the statistics. These know all tenants, so PostgreSQL expects no rows of another one.
 * Then every index that begins with the tenant looks equally good.
 */
class OldPlansTest {
    /** Three users need 4 blocks in each of six tables. The indexes of the 5,000 users have dozens of blocks each. */
    private static final int MAX_BLOCKS = 80;

    /** Those of a page, or those of a batch and the rows that it changes. */
    private static final int MAX_ADDRESSES = 3_000;

    private static final String ADDRESSES = """
            insert into ip_access (tenant_id, user_id, ip, last_login_attempt, block_until)
            select %s, 'u' || n, '10.0.0.0'::inet + n, now(), now() + interval '1 day' from generate_series(1, %d) n""";

    private static FreshDatabase fresh;
    private static Connection connection;

    @BeforeAll
    static void fill() throws SQLException {
        fresh = FreshDatabase.migrated();
        connection = DriverManager.getConnection(fresh.jdbcUrl() + "?preferQueryMode=simple", FreshDatabase.USER, null);
        for (String table : new String[] {
            "users", "usernames", "emails", "phones", "external_identities", "groups", "group_members", "ip_access"
        }) {
            Catalogue.run(connection, "alter table " + table + " set (autovacuum_enabled = false)");
        }
        insert("before", 500);
        Catalogue.run(connection, "set session_replication_role = replica");
        Catalogue.run(connection, ADDRESSES.formatted("'b' || n % 200", 8_000));
        Catalogue.run(connection, "analyze");
        insert("t1", 5_000);
        Catalogue.run(connection, ADDRESSES.formatted("'t1'", 20_000));
        Catalogue.run(connection, "set session_replication_role = default");
    }

    @AfterAll
    static void drop() throws SQLException {
        connection.close();
        fresh.close();
    }

    /** Users by key or by a unique value, but not in a group: for these, PostgreSQL joins the members and the users. */
    static Stream<String> lookups() {
        return PlansTest.statements("^(?!.*join group_members m).*(?:as wanted \\(user_id\\)|as holder)").stream();
    }

    @ParameterizedTest
    @MethodSource("lookups")
    void readsAUserByKey(String statement) throws SQLException {
        assertThat(PlansTest.blocks(PlansTest.analyzed(connection, statement, PlansTest.values(statement))))
                .isBetween(1, MAX_BLOCKS);
    }

    /** Here the statistics have many tenants, so PostgreSQL expects a few addresses of another one. */
    static Stream<String> addresses() {
        return PlansTest.statements("order by ip, user_id limit \\(").stream();
    }

    @ParameterizedTest
    @MethodSource("addresses")
    void readsABoundedNumberOfAddresses(String statement) throws SQLException {
        assertThat(PlansTest.rows(PlansTest.analyzed(connection, statement, PlansTest.values(statement))))
                .isBetween(1L, (long) MAX_ADDRESSES);
    }

    private static void insert(String tenant, int users) throws SQLException {
        for (String rows : new String[] {
            "tenants (tenant_id, name, created_at) select '%1$s', 'T', now()",
            "groups (tenant_id, group_id, name, created_at) select '%1$s', 'g7', 'G', now()",
            "users (tenant_id, user_id, created_at, last_updated_at) select '%1$s', 'u' || 8 * n, now(), now()"
                    + " from generate_series(1, %2$d) n",
            "usernames (tenant_id, user_id, username_id, username) select tenant_id, user_id, 'n', 'name-' || user_id"
                    + " from users where tenant_id = '%1$s'",
            "emails (tenant_id, user_id, email_id, email, verified, is_primary)"
                    + " select tenant_id, user_id, 'e', user_id || '@example.org', true, true from users where tenant_id = '%1$s'",
            "phones (tenant_id, user_id, phone_id, phone, verified, is_primary)"
                    + " select tenant_id, user_id, 'p', '+358' || user_id, true, true from users where tenant_id = '%1$s'",
            "external_identities (tenant_id, user_id, authenticator, provider_user_id)"
                    + " select tenant_id, user_id, 'google', 'google-' || user_id from users where tenant_id = '%1$s'",
            "group_members (tenant_id, user_id, group_id, assigned_at)"
                    + " select tenant_id, user_id, 'g7', now() from users where tenant_id = '%1$s'"
        }) {
            Catalogue.run(connection, "insert into " + rows.formatted(tenant, users));
        }
    }
}
