package io.useradmin.dev;

import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.apikey.ApiKey;
import io.useradmin.testsupport.Sql;
import io.useradmin.testsupport.TestDatabase;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoDataTest {
    private static final Instant NOW = Instant.parse("2030-03-01T12:00:00Z");

    @TempDir
    private Path folder;

    /** Imports the demo, unless it is there. */
    @BeforeEach
    void fill() throws Exception {
        fillAt(NOW);
    }

    @AfterAll
    static void clear() {
        DemoTenant.delete();
    }

    @Test
    void addsNothingWhenItIsThere() throws Exception {
        List<String> once = everything();
        fillAt(NOW);
        assertThat(everything()).isEqualTo(once);
    }

    @Test
    void hasAThousandUsersAcrossCountries() {
        assertThat(count("users where tenant_id = 'demo'")).isEqualTo(1_000);
        assertThat(Sql.value(
                        "select count(distinct last_metadata ->> 'country') from sessions where tenant_id = 'demo'"))
                .satisfies(countries -> assertThat(Integer.parseInt(countries)).isGreaterThan(15));
    }

    @Test
    void hasCurrentAndExpiredBlocksOfIPv4AndIPv6() {
        for (int family : List.of(4, 6)) {
            String ofFamily = "ip_access where tenant_id = 'demo' and family(ip) = " + family;
            assertThat(count(ofFamily + " and block_until > timestamptz '" + NOW + "'"))
                    .isPositive();
        }
        assertThat(count("ip_access where tenant_id = 'demo' and block_until < timestamptz '" + NOW + "'"))
                .isPositive();
        assertThat(count("ip_access where tenant_id = 'demo' and block_until is null"))
                .isPositive();
    }

    @Test
    void idpsNameOnlyTheServiceAndConnectedIdentities() {
        String listed = """
                (select user_id, unnest(idps) as idp from usernames where tenant_id = 'demo'
                 union all select user_id, unnest(idps) from emails where tenant_id = 'demo'
                 union all select user_id, unnest(idps) from phones where tenant_id = 'demo') as listed
                """;
        String connected = "(select user_id, authenticator from external_identities where tenant_id = 'demo')";
        assertThat(count(listed + " where idp <> 'useradmin' and (user_id, idp) not in " + connected))
                .isZero();
        assertThat(count(connected + " as connected where (user_id, authenticator) not in (select user_id, idp from "
                        + listed + ")"))
                .isZero();
        assertThat(count("external_identities where tenant_id = 'demo'")).isGreaterThan(500);
    }

    @Test
    void givesTheFirstUserSomeOfEverything() {
        assertThat(ofAlice("sessions", "expires_at > timestamptz '" + NOW + "'"))
                .isGreaterThan(3);
        assertThat(ofAlice("ip_access", "block_until > timestamptz '" + NOW + "'"))
                .isGreaterThan(1);
        assertThat(ofAlice("external_identities", "authenticator = 'google'")).isEqualTo(1);
        assertThat(ofAlice("group_members", "true")).isGreaterThan(1);
        assertThat(ofAlice("phones", "true")).isEqualTo(1);
    }

    @Test
    void hasIncidentsToLookAt() {
        assertThat(ofUser("alice", "sessions", "expires_at > timestamptz '" + NOW + "'"))
                .isGreaterThan(24);
        assertThat(ofUser(
                        "ben", "ip_access", "ip << inet '203.0.113.0/24' and block_until > timestamptz '" + NOW + "'"))
                .isEqualTo(250);
        assertThat(ofUser("carol", "sessions", "initiated_at > timestamptz '" + NOW + "' - interval '1 hour'"))
                .isGreaterThanOrEqualTo(4);
        assertThat(count("sessions where tenant_id = 'demo' and '{partner-app}' <@ client_ids"))
                .isEqualTo(120);
    }

    @Test
    void hasTheKeyOfThePrintedExamples() {
        String key = "uak_00000000000000000000000000000de0_0123456789abcdef0123456789abcdef0123456789abcdef413d760d";
        assertThat(DemoData.KEY.reveal()).isEqualTo(key);
        assertThat(ApiKey.parse(key)).contains(DemoData.KEY);
        assertThat(Sql.list(
                        "select tenant_id || ' ' || secret_sha256 || scopes::text from api_keys where key_id = ?",
                        "00000000000000000000000000000de0"))
                .containsExactly("demo " + DemoData.KEY.secretDigest() + "{*}");
    }

    /** Tests that change the demo. Each deletes it. */
    @Nested
    class Changed {
        @AfterEach
        void delete() {
            DemoTenant.delete();
        }

        @Test
        void createsTheSameUsersEveryTime() throws Exception {
            List<String> once = everything();
            DemoTenant.delete();
            fillAt(NOW);
            assertThat(everything()).hasSizeGreaterThan(8_000).isEqualTo(once);
        }

        @Test
        void keepsSessionsAndBlocksActiveWhenStartedMuchLater() throws Exception {
            int liveSessions = liveAt("sessions", "expires_at", NOW);
            int blocks = liveAt("ip_access", "block_until", NOW);
            Instant later = NOW.plus(Duration.ofDays(400));
            fillAt(later);
            assertThat(liveAt("sessions", "expires_at", later))
                    .isEqualTo(liveSessions)
                    .isGreaterThan(2_000);
            assertThat(liveAt("ip_access", "block_until", later))
                    .isEqualTo(blocks)
                    .isGreaterThan(200);
        }

        @Test
        void keepsChangesOfTheDeveloper() throws Exception {
            Sql.run("update users set public_data = '{\"mine\": true}' where tenant_id = 'demo' and user_id = 'alice'");
            Sql.run("delete from sessions where tenant_id = 'demo' and user_id = 'alice'");
            fillAt(NOW.plus(Duration.ofDays(2)));
            assertThat(Sql.value("select public_data from users where tenant_id = 'demo' and user_id = 'alice'"))
                    .isEqualTo("{\"mine\": true}");
            assertThat(ofAlice("sessions", "true")).isZero();
        }

        @Test
        void restoresTheFirstUserAndTheKey() throws Exception {
            Sql.run("update groups set name = 'Clients' where tenant_id = 'demo' and group_id = 'customers'");
            List<String> once = everything();
            Sql.run("delete from users where tenant_id = 'demo' and user_id = 'alice'");
            Sql.run("update api_keys set revoked_at = now(), scopes = '{users:delete}' where tenant_id = 'demo'");
            fillAt(NOW);
            assertThat(everything()).isEqualTo(once);
        }
    }

    private void fillAt(Instant now) throws Exception {
        try (Connection connection = TestDatabase.connect()) {
            DemoData.fill(connection, now, folder.resolve("demo.rejects"));
        }
    }

    /** Every row of the tenant as text, without the versions of data, which depend on the clock. */
    private static List<String> everything() {
        return Stream.of(
                        "tenants",
                        "api_keys",
                        "users",
                        "usernames",
                        "emails",
                        "phones",
                        "external_identities",
                        "sessions",
                        "ip_access",
                        "groups",
                        "group_members")
                .flatMap(table ->
                        Sql.list("select (to_jsonb(t) - 'public_data_version' - 'private_data_version')::text from "
                                        + table + " t where tenant_id = 'demo' order by 1")
                                .stream())
                .toList();
    }

    private static int liveAt(String table, String until, Instant instant) {
        return count(table + " where tenant_id = 'demo' and " + until + " > timestamptz '" + instant + "'");
    }

    private static int ofAlice(String table, String condition) {
        return ofUser("alice", table, condition);
    }

    private static int ofUser(String user, String table, String condition) {
        return count(table + " where tenant_id = 'demo' and user_id = '" + user + "' and " + condition);
    }

    private static int count(String from) {
        return Integer.parseInt(Sql.value("select count(*) from " + from));
    }
}
