package io.useradmin.contract;

import static io.useradmin.testsupport.Api.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.useradmin.testsupport.MovableClock;
import io.useradmin.testsupport.Sql;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A session is live, and an address is blocked, only while the end is in the future: not in the moment of the end. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class EndsNowTest {
    private static final String SESSIONS = "/api/users/{user}/sessions";
    private static final String ADDRESSES = "/api/users/{user}/blocked_ips";
    private static final String IP = "192.0.2.1";

    private final Tenant tenant = Tenant.create();
    private final String user = tenant.user();

    @Inject
    MovableClock clock;

    private Instant now = Instant.EPOCH;

    @BeforeEach
    void beginASecond() {
        clock.stop();
        clock.advance(Duration.ofSeconds(1).minusNanos(clock.instant().getNano()));
        now = clock.instant();
        tenant.session(user, "s", now.minusSeconds(9), now, now.minusSeconds(9), List.of("web"));
        tenant.access(user, IP, now, now.minusSeconds(9));
    }

    @AfterEach
    void resetClock() {
        clock.reset();
    }

    @ParameterizedTest
    @ValueSource(strings = {"initiated_at", "expires_at"})
    void noListHasTheSession(String key) {
        for (String filter : List.of("", "&client_id=web")) {
            as(tenant)
                    .get(SESSIONS + "?sort=" + key + ":1" + filter, user)
                    .then()
                    .statusCode(200)
                    .body("$", empty());
        }
    }

    @Test
    void nothingFindsOrRevokesTheSession() {
        as(tenant).get(SESSIONS + "/s", user).then().statusCode(404);
        as(tenant).delete(SESSIONS + "/s", user).then().statusCode(404);
        for (String body : List.of("{}", "{\"client_id\": \"web\"}")) {
            as(tenant)
                    .body(body)
                    .post(SESSIONS + "/revoke", user)
                    .then()
                    .statusCode(200)
                    .body("revoked", equalTo(0));
        }
        as(tenant)
                .body("{\"client_id\": \"web\"}")
                .post("/api/sessions/revoke")
                .then()
                .statusCode(200)
                .body("revoked", equalTo(0));
        as(tenant).post("/api/users/{user}/disable", user).then().statusCode(200);

        assertThat(types()).containsExactly("user.disabled");
    }

    @Test
    void aPutCreatesTheSessionAnew() {
        putSession(now.plusSeconds(60), 201);

        assertThat(types()).containsExactly("session.created");
    }

    @Test
    void aPutWithThisEndRevokesALiveSession() {
        putSession(now.plusSeconds(60), 201);
        putSession(now, 200);

        assertThat(types()).containsExactly("session.created", "session.revoked");
    }

    @ParameterizedTest
    @ValueSource(strings = {"last_login_attempt", "block_until"})
    void noListHasTheAddress(String key) {
        for (String filter : List.of("", "&filter=" + IP)) {
            as(tenant)
                    .get(ADDRESSES + "?sort=" + key + ":1" + filter, user)
                    .then()
                    .statusCode(200)
                    .body("$", empty());
        }
        as(tenant)
                .get("/api/blocked_ips?ip_address=" + IP)
                .then()
                .statusCode(200)
                .body("$", empty());
    }

    @Test
    void nothingUnblocksTheAddress() {
        String body = "{\"ip_address\": \"" + IP + "\"}";
        as(tenant).body(body).post(ADDRESSES + "/unblock", user).then().statusCode(404);
        for (boolean dryRun : List.of(true, false)) {
            as(tenant)
                    .body(Map.of("ip_address", IP, "dry_run", dryRun))
                    .post("/api/blocked_ips/unblock")
                    .then()
                    .statusCode(200)
                    .body("unblocked", equalTo(0));
        }
        as(tenant)
                .body("{\"ip_address\": \"all\"}")
                .post(ADDRESSES + "/unblock", user)
                .then()
                .statusCode(200);

        assertThat(types()).isEmpty();
    }

    @Test
    void aPutBlocksTheAddressAnew() {
        putAddress(now.plusSeconds(60));

        assertThat(types()).containsExactly("ip.blocked");
    }

    @Test
    void aPutWithoutABlockUnblocksNothing() {
        putAddress(now.minusSeconds(1));

        assertThat(types()).isEmpty();
    }

    @Test
    void aPutWithThisEndUnblocksABlockedAddress() {
        putAddress(now.plusSeconds(60));
        putAddress(now);

        assertThat(types()).containsExactly("ip.blocked", "ip.unblocked");
    }

    private void putSession(Instant end, int status) {
        as(tenant)
                .body(Map.of("session_key", "k", "expires_at", end.getEpochSecond()))
                .put(SESSIONS + "/s", user)
                .then()
                .statusCode(status);
    }

    private void putAddress(Instant end) {
        as(tenant)
                .body(Map.of(
                        "login_count",
                        1,
                        "failure_count",
                        1,
                        "last_login_attempt",
                        1,
                        "block_until",
                        end.getEpochSecond()))
                .put(ADDRESSES + "/" + IP, user)
                .then()
                .statusCode(200);
    }

    private List<String> types() {
        return Sql.list("select type from events where tenant_id = ? order by xid, seq", tenant.id());
    }
}
