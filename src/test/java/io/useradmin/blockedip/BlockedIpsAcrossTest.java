package io.useradmin.blockedip;

import static io.useradmin.testsupport.Api.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasKey;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.not;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.useradmin.shared.BulkCall;
import io.useradmin.testsupport.BulkCalls;
import io.useradmin.testsupport.CapturedLog;
import io.useradmin.testsupport.Pages;
import io.useradmin.testsupport.Response;
import io.useradmin.testsupport.Sql;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Finds and unblocks a network's blocked addresses for all users of the tenant. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class BlockedIpsAcrossTest {
    private static final String LIST = "/api/blocked_ips";
    private static final String UNBLOCK = "/api/blocked_ips/unblock";

    final Tenant tenant = Tenant.create();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "192.0.2.1             | 192.0.2.1-u1 192.0.2.1-u2",
                "::ffff:192.0.2.1      | 192.0.2.1-u1 192.0.2.1-u2",
                "192.0.2.0/24          | 192.0.2.1-u1 192.0.2.1-u2 192.0.2.200-u1",
                "192.0.2.0/25          | 192.0.2.1-u1 192.0.2.1-u2",
                "::ffff:192.0.2.0/121  | 192.0.2.1-u1 192.0.2.1-u2",
                "2001:db8::/32         | 2001:db8::1-u2",
                "0.0.0.0/0             | 192.0.2.1-u1 192.0.2.1-u2 192.0.2.200-u1 198.51.100.1-u3",
                "::/0                  | 2001:db8::1-u2",
                "203.0.113.0/24        |",
            })
    void findsAndUnblocksAddressesOfTheNetwork(String network, String blocked) {
        addresses();
        List<String> expected = blocked == null ? List.of() : List.of(blocked.split(" "));
        int users = (int) expected.stream()
                .map(each -> each.replaceFirst(".*-", ""))
                .distinct()
                .count();

        assertThat(list("ip_address=" + network)).isEqualTo(expected);
        for (boolean dryRun : List.of(true, false)) {
            assertThat(list("size=100")).hasSize(5);
            unblock("{\"ip_address\": \"" + network + "\", \"dry_run\": " + dryRun + "}")
                    .then()
                    .statusCode(200)
                    .body("unblocked", equalTo(expected.size()))
                    .body("users", equalTo(users))
                    .body("$", not(hasKey("next")));
        }

        assertThat(list("size=100")).hasSize(5 - expected.size()).noneMatch(expected::contains);
        assertThat(Sql.list(
                        "select host(ip_address) || '-' || user_id from events where tenant_id = ? and type = 'ip.unblocked'"
                                + " and selector = 'ip_address' order by ip_address, user_id",
                        tenant.id()))
                .isEqualTo(expected);
    }

    @Test
    void returnsTheStateOfAnAddress() {
        addresses();

        as(tenant)
                .get(LIST + "?ip_address=2001:DB8:0::1")
                .then()
                .statusCode(200)
                .body("$", hasSize(1))
                .body("[0].user_id", equalTo("u2"))
                .body("[0].ip", equalTo("2001:db8::1"))
                .body("[0].login_count", equalTo(3))
                .body("[0].failure_count", equalTo(5))
                .body("[0].block_until", equalTo(32_503_680_000L));
    }

    @Test
    void keepsTheHistory() {
        addresses();
        unblock("{\"ip_address\": \"192.0.2.1\"}").then().statusCode(200);

        assertThat(Sql.list(
                        "select login_count || ' ' || failure_count || ' ' || (block_until is null) from ip_access"
                                + " where tenant_id = ? and ip = '192.0.2.1' order by user_id",
                        tenant.id()))
                .containsExactly("3 0 true", "3 0 true", "3 5 false");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 100})
    void pagesFollowOneAnother(int size) {
        addresses();
        List<String> all = new ArrayList<>();
        String link = LIST + "?size=" + size;
        while (link != null) {
            Response page = as(tenant).get(link);
            page.then().statusCode(200);
            all.addAll(entries(page));
            link = page.header("Link") == null ? null : Pages.link(page, "next");
        }

        assertThat(all)
                .containsExactly("192.0.2.1-u1", "192.0.2.1-u2", "192.0.2.200-u1", "198.51.100.1-u3", "2001:db8::1-u2");
    }

    /** Expired blocks stay in the table until the purge. */
    @Test
    void walksOverManyBlocksThatHaveEnded() {
        tenant.user("u", "{}", "{}");
        Sql.run(
                "insert into ip_access (tenant_id, user_id, ip, last_login_attempt, block_until)"
                        + " select ?, 'u', '10.0.0.0'::inet + n, now(), now() + case when n % 3000 = 0 then 1 else -1 end * interval '1 hour'"
                        + " from generate_series(1, 9000) as n",
                tenant.id());
        List<String> all = new ArrayList<>();
        List<Integer> sizes = new ArrayList<>();
        String link = LIST + "?ip_address=10.0.0.0/8";
        while (link != null) {
            Response page = as(tenant).get(link);
            all.addAll(entries(page));
            sizes.add(entries(page).size());
            link = page.header("Link") == null ? null : Pages.link(page, "next");
        }

        assertThat(all).containsExactly("10.0.11.184-u", "10.0.23.112-u", "10.0.35.40-u");
        assertThat(sizes).containsExactly(0, 1, 1, 0, 1);
        assertThat(unblockAll("10.0.0.0/8", true)).containsEntry("unblocked", 3);
        assertThat(unblockAll("10.0.0.0/8", false)).containsEntry("unblocked", 3);
    }

    @Test
    void unblocksMoreThanACallMay() {
        Sql.run(
                "insert into users (tenant_id, user_id, created_at, last_updated_at)"
                        + " select ?, 'u' || n, now(), now() from generate_series(1, 10100) as n",
                tenant.id());
        Sql.run(
                "insert into ip_access (tenant_id, user_id, ip, last_login_attempt, block_until)"
                        + " select tenant_id, user_id, '192.0.2.1', now(), now() + interval '1 hour' from users where tenant_id = ?",
                tenant.id());
        Sql.run("analyze users, ip_access");
        Response first = unblock("{\"ip_address\": \"192.0.2.1\", \"dry_run\": true}");
        assertThat(first.<Integer>path("unblocked")).isBetween(1, 10_000);
        assertThat(first.<String>path("next")).isNotNull();

        assertThat(unblockAll("192.0.2.1", true)).isEqualTo(Map.of("unblocked", 10_100, "users", 10_100));

        // A call that changes rows has time for only some hundreds.
        Sql.run("delete from ip_access where tenant_id = ? and ltrim(user_id, 'u')::integer > 1000", tenant.id());
        assertThat(unblockAll("192.0.2.1", false)).isEqualTo(Map.of("unblocked", 1_000, "users", 1_000));
        assertThat(list("ip_address=192.0.2.1")).isEmpty();
    }

    @Test
    void unblocksFewAddressesInATransaction() {
        int blocks = 2 * BulkCall.BATCH_CHANGES + 1;
        tenant.user("u", "{}", "{}");
        Sql.run(
                "insert into ip_access (tenant_id, user_id, ip, last_login_attempt, block_until)"
                        + " select ?, 'u', '10.0.0.0'::inet + n, now(), now() + interval '1 hour' from generate_series(1, ?) as n",
                tenant.id(),
                blocks);

        assertThat(unblockAll("10.0.0.0/8", false)).containsEntry("unblocked", blocks);

        assertThat(Sql.list(
                        "select count(*) from events where tenant_id = ? and type = 'ip.unblocked' group by xid order by xid",
                        tenant.id()))
                .containsExactly("" + BulkCall.BATCH_CHANGES, "" + BulkCall.BATCH_CHANGES, "1");
    }

    @Test
    void aCursorIsValidOnlyForItsAddressAndTenant() {
        addresses();
        Response page = as(tenant).get(LIST + "?ip_address=192.0.2.0/24&size=1");
        String cursor = Pages.nextCursor(page);

        as(tenant)
                .get(LIST + "?ip_address=192.0.2.0/24&cursor=" + cursor)
                .then()
                .statusCode(200)
                .body("$", hasSize(2));
        as(tenant)
                .get(LIST + "?ip_address=192.0.2.0/25&cursor=" + cursor)
                .then()
                .statusCode(400);
        as(tenant).get(LIST + "?cursor=" + cursor).then().statusCode(400);
        as(Tenant.create())
                .get(LIST + "?ip_address=192.0.2.0/24&cursor=" + cursor)
                .then()
                .statusCode(400);
        unblock("{\"ip_address\": \"192.0.2.0/33\", \"next\": \"" + cursor + "\"}")
                .then()
                .body("errors.pointer", contains("/ip_address"));
        unblock("{\"ip_address\": \"192.0.2.0/25\", \"next\": \"" + cursor + "\"}")
                .then()
                .statusCode(400)
                .body("errors[0].pointer", equalTo("/next"));
        unblock("{\"ip_address\": \"192.0.2.0/24\", \"next\": \"" + cursor + "\"}")
                .then()
                .statusCode(200)
                .body("unblocked", equalTo(2));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{}                                          | /ip_address | required",
                "{\"ip_address\": \"all\"}                   | /ip_address | not_an_address",
                "{\"ip_address\": 1}                         | /ip_address | wrong_type",
                "{\"ip_address\": \"192.0.2.1/24\"}          | /ip_address | host_bits",
                "{\"ip_address\": \"192.0.2.0/33\"}          | /ip_address | not_an_address",
                "{\"ip_address\": \"::/0\", \"limit\": 1}    | /limit      | unknown_member",
                "{\"ip_address\": \"::/0\", \"dry_run\": 1}  | /dry_run    | wrong_type",
            })
    void refusesAnythingElse(String body, String pointer, String code) {
        addresses();
        unblock(body)
                .then()
                .statusCode(422)
                .body("errors[0].pointer", equalTo(pointer))
                .body("errors[0].code", equalTo(code));
        assertThat(list("size=100")).hasSize(5);
    }

    @ParameterizedTest
    @CsvSource({"all, not_an_address", "192.0.2.1/24, host_bits", "10.0.0.0/8x, not_an_address"})
    void searchesOnlyForAddressesAndNetworks(String text, String code) {
        as(tenant)
                .queryParam("ip_address", text)
                .get(LIST)
                .then()
                .statusCode(422)
                .body("errors[0].parameter", equalTo("ip_address"))
                .body("errors[0].code", equalTo(code));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "192.0.2.0/24          | 200 | 2001:db8::1",
                "192.0.2.128/25        | 404 | 192.0.2.1 2001:db8::1",
                "::ffff:192.0.2.1      | 200 | 2001:db8::1",
                "2001:db8::/64         | 200 | 192.0.2.1",
                "0.0.0.0/0             | 200 | 2001:db8::1",
                "203.0.113.0/24        | 404 | 192.0.2.1 2001:db8::1",
                "192.0.2.1/24          | 422 | 192.0.2.1 2001:db8::1",
            })
    void unblocksANetworkOfAUser(String network, int status, String left) {
        addresses();

        as(tenant)
                .body("{\"ip_address\": \"" + network + "\"}")
                .post("/api/users/u2/blocked_ips/unblock")
                .then()
                .statusCode(status);

        assertThat(list("size=100").stream()
                        .filter(each -> each.endsWith("-u2"))
                        .map(each -> each.replaceFirst("-.*", "")))
                .containsExactly(left.split(" "));
    }

    @Test
    void logsNoAddress() {
        addresses();
        CapturedLog log = CapturedLog.listen();
        try {
            unblock("{\"ip_address\": \"192.0.2.0/24\"}").then().statusCode(200);
            list("ip_address=192.0.2.0/24");
        } finally {
            log.close();
        }

        assertThat(log.lines("audit")).hasSize(1);
        assertThat(log.lines("audit").getFirst().fields())
                .containsEntry("selector", "ip_address")
                .containsEntry("events", "3");
        assertThat(log.lines().toString()).doesNotContain("192.0.2.0");
    }

    private List<String> list(String query) {
        return entries(as(tenant).get(LIST + "?" + query));
    }

    private static List<String> entries(Response page) {
        List<String> ips = page.path("ip");
        List<String> users = page.path("user_id");
        List<String> entries = new ArrayList<>();
        for (int index = 0; index < ips.size(); index++) {
            entries.add(ips.get(index) + "-" + users.get(index));
        }
        return entries;
    }

    private Response unblock(String body) {
        return as(tenant).body(body).post(UNBLOCK);
    }

    private Map<String, Integer> unblockAll(String network, boolean dryRun) {
        String members = "\"ip_address\": \"" + network + "\", \"dry_run\": " + dryRun;
        return BulkCalls.total(tenant, UNBLOCK, members, "unblocked", "users");
    }

    private void addresses() {
        for (String user : List.of("u1", "u2", "u3")) {
            tenant.user(user, "{}", "{}");
        }
        Instant past = Instant.now().minusSeconds(60);
        blocked("u1", "192.0.2.1");
        blocked("u2", "192.0.2.1");
        tenant.access("u3", "192.0.2.1", past, past);
        blocked("u1", "192.0.2.200");
        blocked("u3", "198.51.100.1");
        blocked("u2", "2001:db8::1");
    }

    private void blocked(String user, String ip) {
        tenant.access(user, ip, Instant.ofEpochSecond(32_503_680_000L), Instant.now());
    }
}
