package io.useradmin.blockedip;

import static io.useradmin.testsupport.Api.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.useradmin.operator.jdbc.Jdbc;
import io.useradmin.testsupport.Concurrently;
import io.useradmin.testsupport.Locks;
import io.useradmin.testsupport.Pages;
import io.useradmin.testsupport.Response;
import io.useradmin.testsupport.Sql;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import java.net.InetAddress;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class BlockedIpsTest {
    private static final Instant NOW = Instant.now().truncatedTo(ChronoUnit.SECONDS);

    final Tenant tenant = Tenant.create();
    final String user = tenant.user();

    @Test
    void listsABlockedAddressWithEveryField() {
        tenant.access(user, "2001:db8:0:0:0:0:0:1", NOW.plusSeconds(600), NOW.minusSeconds(3));

        String body = as(tenant).get("/api/users/{user}/blocked_ips", user).asString();

        assertThat(body)
                .isEqualTo(
                        "[{\"ip\":\"2001:db8::1\",\"block_until\":%d,\"last_login_attempt\":%d,\"login_count\":3,\"failure_count\":5}]"
                                .formatted(NOW.getEpochSecond() + 600, NOW.getEpochSecond() - 3));
    }

    @Test
    void listsOnlyCurrentBlocks() {
        tenant.access(user, "192.0.2.1", NOW.minusSeconds(1), NOW);
        tenant.access(user, "192.0.2.2", null, NOW);
        tenant.access(user, "192.0.2.3", NOW.plusSeconds(600), NOW);
        tenant.blocked(tenant.user(), "192.0.2.4");

        as(tenant).get("/api/users/{user}/blocked_ips", user).then().body("ip", contains("192.0.2.3"));
        as(tenant).get("/api/users/{user}/blocked_ips", tenant.user()).then().body("$", empty());
    }

    @ParameterizedTest
    @CsvSource({
        "2001:DB8::1, 2001:db8::1",
        "2001:db8:0:0:0:0:0:1, 2001:db8::1",
        "2001:0db8:0000::0001, 2001:db8::1",
        "::ffff:192.0.2.1, 192.0.2.1",
        "::FFFF:c000:0201, 192.0.2.1",
        "192.0.2.1, 192.0.2.1",
    })
    void findsAnAddressInAnyNotation(String written, String found) {
        tenant.blocked(user, "2001:db8::1");
        tenant.blocked(user, "192.0.2.1");
        tenant.blocked(user, "192.0.2.10");

        Response page = as(tenant).queryParam("filter", written).get("/api/users/{user}/blocked_ips", user);

        page.then().statusCode(200).body("ip", contains(found));
        assertThat(Pages.pagination(page).get("total_count").asInt()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "all",
                "192.0.2",
                "192.0.2.256",
                "192.0.2.1/24",
                "localhost",
                "01.2.3.4",
                "::1%25lo",
                "[::1]",
                "1"
            })
    void refusesAFilterThatIsNoAddress(String filter) {
        as(tenant)
                .get("/api/users/" + user + "/blocked_ips?filter="
                        + filter.replace("[", "%5B").replace("]", "%5D"))
                .then()
                .statusCode(422)
                .body("errors.parameter", contains("filter"))
                .body("errors.code", contains("not_an_address"));
    }

    /** Compares each sort order and page with an order computed in the test. */
    @ParameterizedTest
    @ValueSource(strings = {"block_until:1", "block_until:-1", "last_login_attempt:1", "last_login_attempt:-1"})
    void sortsAndPagesStablyWithTies(String sort) {
        record Row(String ip, Instant blockUntil, Instant lastLoginAttempt) {}
        var random = new Random(7);
        List<Row> rows = new ArrayList<>();
        for (int index = 1; index <= 37; index++) {
            String ip = index % 3 == 0
                    ? "2001:db8::%x".formatted(index * 97 % 211)
                    : "198.51.100.%d".formatted(index * 89 % 251);
            Row row = new Row(ip, NOW.plusSeconds(600 + random.nextInt(4)), NOW.minusSeconds(random.nextInt(4)));
            rows.add(row);
            tenant.access(user, row.ip(), row.blockUntil(), row.lastLoginAttempt());
        }
        Comparator<Row> byKey = sort.startsWith("block_until")
                ? Comparator.comparing(Row::blockUntil)
                : Comparator.comparing(Row::lastLoginAttempt);
        Comparator<Row> order = byKey.thenComparing(row -> InetAddress.ofLiteral(row.ip()), BlockedIpsTest::compare);
        List<String> expected = rows.stream()
                .sorted(sort.endsWith(":1") ? order : order.reversed())
                .map(Row::ip)
                .toList();

        for (int size : new int[] {1, 5, 37, 100}) {
            String path = "/api/users/" + user + "/blocked_ips?size=" + size + "&sort=" + sort;
            assertThat(Pages.walk(tenant, path, "ip")).isEqualTo(expected);
        }
    }

    /** IPv4 before IPv6, then by numeric value, not as text. */
    private static int compare(InetAddress left, InetAddress right) {
        int byLength = Integer.compare(left.getAddress().length, right.getAddress().length);
        return byLength != 0 ? byLength : Arrays.compareUnsigned(left.getAddress(), right.getAddress());
    }

    @Test
    void sortsByLastLoginAttemptDescendingByDefault() {
        tenant.access(user, "192.0.2.1", NOW.plusSeconds(600), NOW.minusSeconds(10));
        tenant.access(user, "192.0.2.2", NOW.plusSeconds(500), NOW);

        as(tenant).get("/api/users/{user}/blocked_ips", user).then().body("ip", contains("192.0.2.2", "192.0.2.1"));
    }

    @ParameterizedTest
    @CsvSource({
        "sort=ip:1, 422, unknown_key",
        "sort=block_until, 400, malformed",
        "filter=, 400, empty",
        "filter=::1&filter=::2, 400, repeated",
        "size=101, 422, out_of_range",
    })
    void refusesInvalidQueries(String query, int status, String code) {
        as(tenant)
                .get("/api/users/" + user + "/blocked_ips?" + query)
                .then()
                .statusCode(status)
                .body("errors.code", contains(code));
    }

    @Test
    void unblocksOneAddressAndKeepsItsHistory() {
        tenant.blocked(user, "192.0.2.1");
        tenant.blocked(user, "192.0.2.2");

        unblock("{\"ip_address\": \"::ffff:192.0.2.1\"}").statusCode(200).body("user_id", equalTo(user));

        assertThat(state("192.0.2.1")).isEqualTo("null 3 0");
        assertThat(state("192.0.2.2")).isEqualTo("blocked 3 5");
        as(tenant).get("/api/users/{user}/blocked_ips", user).then().body("ip", contains("192.0.2.2"));
        unblock("{\"ip_address\": \"192.0.2.1\"}")
                .statusCode(404)
                .body("type", equalTo("urn:useradmin:problem:block-not-found"));
    }

    @Test
    void doesNotUnblockAddressesThatAreNotBlocked() {
        tenant.access(user, "192.0.2.1", NOW.minusSeconds(1), NOW);
        tenant.blocked(tenant.user(), "192.0.2.2");

        for (String ip : List.of("192.0.2.1", "192.0.2.2", "192.0.2.3")) {
            unblock("{\"ip_address\": \"" + ip + "\"}")
                    .statusCode(404)
                    .body("type", equalTo("urn:useradmin:problem:block-not-found"));
        }
        assertThat(state("192.0.2.1")).isEqualTo("blocked 3 5");
    }

    @Test
    void unblocksAllAddressesOfOnlyThisUser() {
        String other = tenant.user();
        tenant.blocked(user, "192.0.2.1");
        tenant.blocked(user, "2001:db8::1");
        tenant.access(user, "192.0.2.9", NOW.minusSeconds(1), NOW);
        tenant.blocked(other, "192.0.2.1");
        tenant.blocked(user, "192.0.2.8");
        Sql.run("update ip_access set block_until = null where tenant_id = ? and ip = '192.0.2.8'", tenant.id());
        tenant.blocked(user, "192.0.2.7");
        Sql.run("update ip_access set failure_count = 0 where tenant_id = ? and ip = '192.0.2.7'", tenant.id());

        unblock("{\"ip_address\": \"all\"}").statusCode(200).body("user_id", equalTo(user));

        as(tenant).get("/api/users/{user}/blocked_ips", user).then().body("$", empty());
        assertThat(state("192.0.2.9")).as("not blocked any more").isEqualTo("null 3 0");
        assertThat(state("192.0.2.8")).as("never blocked").isEqualTo("null 3 0");
        assertThat(state("192.0.2.7")).as("blocked without failures").isEqualTo("null 3 0");
        as(tenant).get("/api/users/{user}/blocked_ips", other).then().body("ip", contains("192.0.2.1"));
        unblock("{\"ip_address\": \"all\"}").statusCode(200);
    }

    /** Another transaction, whose event is not there, unblocks the address. So this request has no event. */
    @Test
    void doesNotUnblockWhatWasUnblockedWhileItWaited() throws Exception {
        tenant.blocked(user, "192.0.2.1");
        CompletableFuture<Response> unblocking;
        try (Connection other = TestDatabase.begin()) {
            Locks.takeUser(other, tenant.id(), user);
            unblocking = Concurrently.begin(() -> unblock("{\"ip_address\": \"all\"}"));
            Locks.awaitBlockedBy(other);
            Jdbc.update(
                    other,
                    "update ip_access set block_until = null, failure_count = 0 where tenant_id = ?",
                    tenant.id());
            other.commit();
        }

        unblocking.join().statusCode(200);
        assertThat(Sql.list("select type from events where tenant_id = ?", tenant.id()))
                .isEmpty();
    }

    /** Only one of the addresses was blocked before. */
    @ParameterizedTest
    @ValueSource(strings = {"192.0.2.0/24", "all"})
    void unblocksAllThatWasBlockedWhileItWaited(String addresses) throws Exception {
        tenant.blocked(user, "192.0.2.1");
        tenant.access(user, "192.0.2.2", null, NOW);
        CompletableFuture<Response> unblocking;
        try (Connection other = TestDatabase.begin()) {
            Locks.takeUser(other, tenant.id(), user);
            unblocking = Concurrently.begin(() -> unblock("{\"ip_address\": \"" + addresses + "\"}"));
            Locks.awaitBlockedBy(other);
            Jdbc.update(
                    other,
                    "update ip_access set block_until = now() + interval '1 hour' where tenant_id = ?",
                    tenant.id());
            Jdbc.update(
                    other,
                    "insert into ip_access (tenant_id, user_id, ip, last_login_attempt, block_until)"
                            + " values (?, ?, '192.0.2.3', now(), now() + interval '1 hour')",
                    tenant.id(),
                    user);
            other.commit();
        }

        unblocking.join().statusCode(200);
        as(tenant).get("/api/users/{user}/blocked_ips", user).then().body("$", empty());
    }

    /** Both requests change many rows of the user, in different orders. The second one must wait, without a deadlock. */
    @Test
    void doesNotGetInTheWayOfADeletion() throws Exception {
        for (int round = 0; round < 5; round++) {
            String target = tenant.user();
            Sql.run(
                    "insert into ip_access (tenant_id, user_id, ip, last_login_attempt, block_until)"
                            + " select ?, ?, ('10.' || n % 7 || '.' || n / 200 || '.' || n % 200)::inet,"
                            + " now() - n % 13 * interval '1 minute', now() + interval '1 hour'"
                            + " from generate_series(1, 3000) n on conflict do nothing",
                    tenant.id(), target);
            List<Callable<Integer>> both = List.of(
                    () -> as(tenant)
                            .body("{\"ip_address\": \"all\"}")
                            .post("/api/users/{user}/blocked_ips/unblock", target)
                            .statusCode(),
                    () -> as(tenant).delete("/api/users/{user}", target).statusCode());

            List<Integer> statuses = Concurrently.call(both);

            assertThat(statuses.get(0)).isIn(200, 404);
            assertThat(statuses.get(1)).isEqualTo(204);
        }
    }

    @Test
    void answersTheUserUnchanged() {
        tenant.blocked(user, "192.0.2.1");

        String body = unblock("{\"ip_address\": \"192.0.2.1\"}").extract().asString();

        assertThat(body)
                .isEqualTo(
                        "{\"user_id\":\"%s\",\"creation_time\":1735689600,\"last_updated\":1735689600,\"has_password\":false,\"disabled\":false,\"claims\":{},\"public_data\":{},\"private_data\":{},\"emails\":[],\"phone_numbers\":[],\"idps\":[]}"
                                .formatted(user));
    }

    @ParameterizedTest
    @ValueSource(strings = {"192.0.2.1", "all"})
    void returnsTheUserAfterAConcurrentDisconnect(String address) throws Exception {
        tenant.blocked(user, "192.0.2.1");
        tenant.identity(user, "google", "g1");
        tenant.identity(user, "github", "g2");
        tenant.email(user, "a-" + user + "@example.com", true, "google", "github");
        try (Connection disconnecting = TestDatabase.begin();
                Statement statement = disconnecting.createStatement()) {
            String ofUser = " where tenant_id = '%s' and user_id = '%s'".formatted(tenant.id(), user);
            statement.execute("update users set last_updated_at = to_timestamp(1800000000)" + ofUser);
            CompletableFuture<Response> answer =
                    Concurrently.begin(() -> unblock("{\"ip_address\": \"" + address + "\"}"));
            Locks.awaitBlockedBy(disconnecting);
            statement.execute("delete from external_identities" + ofUser + " and authenticator = 'google'");
            statement.execute("update emails set idps = '{github}'" + ofUser);
            disconnecting.commit();
            answer.join()
                    .statusCode(200)
                    .body("last_updated", equalTo(1_800_000_000))
                    .body("idps.authenticator", contains("github"))
                    .body("emails[0].idps", contains("github"));
        }
        assertThat(state("192.0.2.1")).isEqualTo("null 3 0");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"ip_address\": \"everything\"}              | 422 | /ip_address | not_an_address",
                "{\"ip_address\": \"ALL\"}                     | 422 | /ip_address | not_an_address",
                "{\"ip_address\": \"\"}                        | 422 | /ip_address | not_an_address",
                "{\"ip_address\": 7}                           | 422 | /ip_address | wrong_type",
                "{\"ip_address\": null}                        | 422 | /ip_address | wrong_type",
                "{}                                            | 422 | /ip_address | required",
                "{\"ip_address\": \"all\", \"other\": 1}       | 422 | /other      | unknown_member",
                "[]                                            | 422 | ''          | wrong_type",
                "{\"ip_address\": \"all\"                      | 400 | ''          | syntax",
                "{\"ip_address\":\"all\",\"ip_address\":\"all\"}| 400 | ''          | duplicate_member",
            })
    void refusesABodyThatIsWrong(String body, int status, String pointer, String code) {
        tenant.blocked(user, "192.0.2.1");

        unblock(body)
                .statusCode(status)
                .body("errors.pointer", contains(pointer))
                .body("errors.code", contains(code));
        assertThat(state("192.0.2.1")).isEqualTo("blocked 3 5");
    }

    private Response unblock(String body) {
        return as(tenant)
                .body(body)
                .post("/api/users/{user}/blocked_ips/unblock", user)
                .then();
    }

    private String state(String ip) {
        return Sql.value(
                "select coalesce(case when block_until is not null then 'blocked' end, 'null') || ' ' || login_count"
                        + " || ' ' || failure_count from ip_access where tenant_id = ? and user_id = ? and ip = ?::inet",
                tenant.id(),
                user,
                ip);
    }
}
