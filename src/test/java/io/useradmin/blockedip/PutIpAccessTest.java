package io.useradmin.blockedip;

import static io.useradmin.testsupport.Api.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.endsWith;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasKey;
import static org.hamcrest.Matchers.not;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.useradmin.operator.jdbc.Jdbc;
import io.useradmin.testsupport.Concurrently;
import io.useradmin.testsupport.Locks;
import io.useradmin.testsupport.Response;
import io.useradmin.testsupport.Sql;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import java.sql.Connection;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class PutIpAccessTest {
    private static final long NOW = Instant.now().getEpochSecond();
    private static final String BLOCKED = """
            {"login_count": 7, "failure_count": 9, "last_login_attempt": %d, "block_until": %d}""".formatted(NOW - 3, NOW + 600);
    private static final String FREE = """
            {"login_count": 8, "failure_count": 0, "last_login_attempt": %d}""".formatted(NOW);

    final Tenant tenant = Tenant.create();
    final String user = tenant.user();

    @Test
    void blocksAndUnblocks() {
        Response answer = put("192.0.2.1", BLOCKED);
        answer.then().statusCode(201);
        assertThat(answer.asString())
                .isEqualTo(
                        "{\"ip\":\"192.0.2.1\",\"block_until\":%d,\"last_login_attempt\":%d,\"login_count\":7,\"failure_count\":9}"
                                .formatted(NOW + 600, NOW - 3));
        assertThat(blocked()).isEqualTo("[" + answer.asString() + "]");

        Response free = put("192.0.2.1", FREE);
        free.then().statusCode(200);
        assertThat(free.asString())
                .isEqualTo("{\"ip\":\"192.0.2.1\",\"last_login_attempt\":%d,\"login_count\":8,\"failure_count\":0}"
                        .formatted(NOW));
        assertThat(blocked()).isEqualTo("[]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"2001:DB8::1", "2001:db8:0:0:0:0:0:1", "2001%3adb8%3A%3A1"})
    void acceptsAllNotationsOfAnAddress(String written) {
        put("2001:db8::1", BLOCKED).then().statusCode(201).body("ip", equalTo("2001:db8::1"));

        put(written, FREE.replace("{", "{\"ip\": \"2001:db8::0.0.0.1\", "))
                .then()
                .statusCode(200)
                .body("ip", equalTo("2001:db8::1"));
    }

    @Test
    void treatsAMappedAddressAsIPv4() {
        put("::ffff:192.0.2.1", BLOCKED).then().statusCode(201).body("ip", equalTo("192.0.2.1"));
    }

    @Test
    void recordsOnceWhenAskedByManyAtOnce() throws Exception {
        List<Integer> statuses = Concurrently.call(
                Collections.nCopies(24, () -> put("192.0.2.1", BLOCKED).statusCode()));

        assertThat(statuses).filteredOn(status -> status == 201).hasSize(1);
        assertThat(statuses).filteredOn(status -> status == 200).hasSize(23);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"failure_count\": 0, \"last_login_attempt\": 1}                                       | /login_count        | required",
                "{\"login_count\": 0, \"last_login_attempt\": 1}                                         | /failure_count      | required",
                "{\"login_count\": 0, \"failure_count\": 0}                                              | /last_login_attempt | required",
                "{\"login_count\": -1, \"failure_count\": 0, \"last_login_attempt\": 1}                  | /login_count        | out_of_range",
                "{\"login_count\": 0, \"failure_count\": 2147483648, \"last_login_attempt\": 1}          | /failure_count      | out_of_range",
                "{\"login_count\": 0, \"failure_count\": 0, \"last_login_attempt\": \"1\"}               | /last_login_attempt | wrong_type",
                "{\"login_count\": 0, \"failure_count\": 0, \"last_login_attempt\": 1, \"block_until\": null} | /block_until   | wrong_type",
                "{\"login_count\": 0, \"failure_count\": 0, \"last_login_attempt\": 1, \"ip\": \"192.0.2.2\"} | /ip            | mismatch",
                "{\"login_count\": 0, \"failure_count\": 0, \"last_login_attempt\": 1, \"blocked\": true} | /blocked           | unknown_member",
            })
    void refusesABodyThatIsWrong(String body, String pointer, String code) {
        put("192.0.2.1", body)
                .then()
                .statusCode(422)
                .body("errors.pointer", contains(pointer))
                .body("errors.code", contains(code));
        assertThat(Sql.value("select count(*) from ip_access where tenant_id = ?", tenant.id()))
                .isEqualTo("0");
    }

    @ParameterizedTest
    @ValueSource(strings = {"here", "192.0.2", "192.0.2.256", "all", "unblock", "fe80::1%25eth0", "%00"})
    void refusesInvalidAddresses(String ip) {
        put(ip, BLOCKED)
                .then()
                .statusCode(422)
                .body("errors.parameter", contains("ip"))
                .body("errors.code", contains("not_an_address"));
    }

    @Test
    void getsTheStateInTheSameFormat() {
        Response put = put("2001:DB8::1", BLOCKED);

        Response got = get("2001:db8:0:0::1");
        got.then().statusCode(200);
        assertThat(got.asString()).isEqualTo(put.asString());
        put("2001:DB8::1", "{\"login_count\": 1, \"failure_count\": 0, \"last_login_attempt\": 5}");
        get("2001:db8::1").then().statusCode(200).body("$", not(hasKey("block_until")));
        get("2001:db8::2").then().statusCode(404).body("type", endsWith(":address-not-found"));
        get("here").then().statusCode(422).body("errors.code", contains("not_an_address"));
    }

    /** Another transaction, whose event is not there, blocks the address for as long. So this request has no event. */
    @Test
    void comparesWithABlockThatWasCommittedWhileItWaited() throws Exception {
        put("192.0.2.1", FREE).then().statusCode(201);
        CompletableFuture<Response> putting;
        try (Connection other = TestDatabase.begin()) {
            Locks.takeUser(other, tenant.id(), user);
            putting = Concurrently.begin(() -> put("192.0.2.1", BLOCKED));
            Locks.awaitBlockedBy(other);
            Jdbc.update(
                    other,
                    "update ip_access set block_until = to_timestamp(?) where tenant_id = ?",
                    NOW + 600,
                    tenant.id());
            other.commit();
        }

        putting.join().then().statusCode(200);
        assertThat(Sql.list("select type from events where tenant_id = ?", tenant.id()))
                .isEmpty();
    }

    @Test
    void anEndedBlockThatEndedAtAnotherTimeIsNoEvent() {
        for (int end = 1; end <= 2; end++) {
            put("192.0.2.1", """
                    {"login_count": 1, "failure_count": 1, "last_login_attempt": 1, "block_until": %d}""".formatted(end));
        }

        assertThat(Sql.list("select type from events where tenant_id = ?", tenant.id()))
                .isEmpty();
    }

    private Response get(String ip) {
        return as(tenant).get("/api/users/" + user + "/blocked_ips/" + ip);
    }

    private Response put(String ip, String body) {
        return as(tenant).body(body).put("/api/users/" + user + "/blocked_ips/" + ip);
    }

    private String blocked() {
        return as(tenant).get("/api/users/{user}/blocked_ips", user).asString();
    }
}
