package io.useradmin.key;

import static io.useradmin.testsupport.Api.as;
import static io.useradmin.testsupport.Api.withKey;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.useradmin.apikey.ApiKey;
import io.useradmin.apikey.Scope;
import io.useradmin.testsupport.Concurrently;
import io.useradmin.testsupport.MovableClock;
import io.useradmin.testsupport.Response;
import io.useradmin.testsupport.Sql;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** With a key that can manage keys, an attacker cannot get more rights than this key has, and cannot lock out the tenant. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class KeyAttackTest {
    private static final String MANAGE = "keys:manage";
    private static final String EXCEEDS = "urn:useradmin:problem:grant-exceeds-key";
    private static final int ROUNDS = 20;

    @Inject
    MovableClock clock;

    final Tenant tenant = Tenant.create();
    final ApiKey manager = tenant.key(MANAGE, "users:read");

    @AfterEach
    void resetClock() {
        clock.reset();
    }

    @ParameterizedTest
    @EnumSource(
            value = Scope.class,
            names = {"KEYS_MANAGE", "USERS_READ"},
            mode = Mode.EXCLUDE)
    void grantsNoScopeThatTheKeyLacks(Scope scope) {
        create(manager, "['users:read','" + scope + "']")
                .then()
                .statusCode(403)
                .body("type", equalTo(EXCEEDS))
                .body("errors.pointer", equalTo(List.of("/scopes/1")))
                .body("errors.code", equalTo(List.of("not_granted")));
        assertThat(keys()).isEqualTo(2);
    }

    /** Only a key with "*" may grant "*", because "*" includes the scopes of later releases. */
    @Test
    void grantsEverythingOnlyWithEverything() {
        ApiKey each =
                tenant.key(Arrays.stream(Scope.values()).map(Scope::toString).toArray(String[]::new));

        create(each, "['*']").then().statusCode(403).body("type", equalTo(EXCEEDS));
        create(manager, "['*']").then().statusCode(403);
        as(tenant).body(body("['*']", "")).post("/api/keys").then().statusCode(201);
    }

    /** Rows with texts that no command writes. */
    @ParameterizedTest
    @CsvSource({"USERS:DELETE, users:delete", "users:*, users:delete", "'* ', *", "**, *", "users:delete2, users:delete"
    })
    void grantsNothingForSimilarLookingScopes(String own, String wanted) {
        ApiKey odd = tenant.key(MANAGE, own);

        create(odd, "['" + wanted + "']").then().statusCode(403).body("type", equalTo(EXCEEDS));
    }

    @Test
    void rotatesNoKeyThatHasMore() {
        ApiKey mighty = tenant.key(MANAGE, "users:delete");

        for (ApiKey other : List.of(mighty, ApiKey.parse(tenant.apiKey()).orElseThrow())) {
            rotate(manager, other.keyId())
                    .then()
                    .statusCode(403)
                    .body("type", equalTo(EXCEEDS))
                    .body("errors.parameter", equalTo(List.of("key_id")));
        }
        assertThat(Sql.value("select expires_at from api_keys where key_id = ?", mighty.keyId()))
                .isEqualTo("null");
        rotate(mighty, tenant.key("users:delete").keyId()).then().statusCode(201);
    }

    @ParameterizedTest
    @CsvSource({
        "10/s, 20, 201",
        "600/min, 20, 201",
        "1/s, 1, 201",
        "11/s, 1, 403",
        "601/min, 1, 403",
        "10/s, 21, 403",
        "1/h, 21, 403",
        ", , 403"
    })
    void grantsNoMoreRateThanTheKeyHas(String rate, String burst, int status) {
        ApiKey limited = limited(MANAGE);

        create(limited, "['keys:manage']", rate == null ? "" : ",'rate':'%s','burst':%s".formatted(rate, burst))
                .then()
                .statusCode(status);
    }

    @Test
    void rotatesNoKeyWithMoreRate() {
        ApiKey limited = limited(MANAGE);
        ApiKey free = tenant.key(MANAGE);

        rotate(limited, free.keyId()).then().statusCode(403).body("type", equalTo(EXCEEDS));
        rotate(free, limited.keyId()).then().statusCode(201);
    }

    @Test
    void knowsNoKeyOfAnotherTenant() {
        Tenant other = Tenant.create();
        ApiKey theirs = other.key("users:read");

        for (String unknown : List.of(theirs.keyId(), other.apiKey().substring(4, 36), "nothing")) {
            withKey(tenant.apiKey())
                    .delete("/api/keys/" + unknown)
                    .then()
                    .statusCode(404)
                    .body("type", equalTo("urn:useradmin:problem:key-not-found"));
            as(tenant)
                    .body("{}")
                    .post("/api/keys/" + unknown + "/rotate")
                    .then()
                    .statusCode(404);
        }
        assertThat(as(tenant).get("/api/keys?size=100").asString()).doesNotContain(theirs.keyId());
        withKey(theirs.reveal()).get("/api/key").then().statusCode(200);
    }

    /** A stolen key that was revoked on another replica must not create keys that outlive it. */
    @Test
    void anInvalidKeyManagesNothingEvenWhileItIsCached() {
        for (String end : List.of("revoked_at = now()", "expires_at = now()")) {
            ApiKey stolen = tenant.key(Scope.ALL);
            withKey(stolen.reveal()).get("/api/key").then().statusCode(200);
            Sql.run("update api_keys set " + end + " where key_id = ?", stolen.keyId());
            withKey(stolen.reveal()).get("/api/users").then().statusCode(200);
            long before = keys();

            create(stolen, "['*']").then().statusCode(401);

            assertThat(keys()).isEqualTo(before);
            withKey(stolen.reveal()).get("/api/users").then().statusCode(401);
            rotate(stolen, manager.keyId()).then().statusCode(401);
            revoke(stolen, manager.keyId()).then().statusCode(401);
        }
    }

    @Test
    void aKeyWithoutTheScopeManagesNothingEvenWhileItIsCached() {
        withKey(manager.reveal()).get("/api/key").then().statusCode(200);
        Sql.run("update api_keys set scopes = '{users:read}' where key_id = ?", manager.keyId());

        create(manager, "['users:read']").then().statusCode(403).body("scope", equalTo(MANAGE));
    }

    @Test
    void theLastKeyThatCanManageKeysCannotRevokeItself() {
        Tenant alone = Tenant.create();
        String own = alone.apiKey().substring(4, 36);
        alone.key("users:read");
        alone.revokedKey();
        alone.expiringKey(Instant.now().minusSeconds(1));
        ApiKey ending = alone.expiringKey(Instant.now().plus(Duration.ofHours(23)));

        as(alone)
                .delete("/api/keys/" + own)
                .then()
                .statusCode(409)
                .body("type", equalTo("urn:useradmin:problem:last-managing-key"))
                .body(
                        "detail",
                        equalTo(
                                "No other key of the tenant with the scope keys:manage works as long as this one, or for"
                                        + " another day. Create or rotate one first."));
        as(alone).get("/api/key").then().statusCode(200);

        revoke(ending, ending.keyId()).then().statusCode(204);
        ApiKey another = alone.key(MANAGE);
        as(alone).delete("/api/keys/" + own).then().statusCode(204);
        revoke(another, another.keyId()).then().statusCode(409);
    }

    /** During a rotation, the old key does not count: the new one must stay. */
    @Test
    void theSuccessorOfTheLastKeyIsTheLastOne() {
        Tenant alone = Tenant.create();
        String own = alone.apiKey().substring(4, 36);

        Response rotated = as(alone).body("{}").post("/api/keys/" + own + "/rotate");

        rotated.then().statusCode(201);
        ApiKey successor = ApiKey.parse(rotated.path("key")).orElseThrow();
        revoke(successor, successor.keyId()).then().statusCode(409);
        as(alone).delete("/api/keys/" + own).then().statusCode(204);
        revoke(successor, successor.keyId()).then().statusCode(409);
    }

    @Test
    void ofKeysThatRevokeThemselvesConcurrentlyOneStays() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            Tenant contended = Tenant.create();
            List<ApiKey> managers =
                    IntStream.range(0, 4).mapToObj(_ -> contended.key(MANAGE)).toList();
            withKey(contended.apiKey())
                    .delete("/api/keys/" + contended.apiKey().substring(4, 36))
                    .then()
                    .statusCode(204);

            List<Integer> statuses = Concurrently.call(managers.stream()
                    .<Callable<Integer>>map(
                            key -> () -> revoke(key, key.keyId()).statusCode())
                    .toList());

            assertThat(statuses).containsExactlyInAnyOrder(204, 204, 204, 409);
        }
    }

    @Test
    void ofKeysThatRevokeEachOtherConcurrentlyOneStays() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            Tenant contended = Tenant.create();
            ApiKey first = contended.key(MANAGE);
            ApiKey second = contended.key(MANAGE);
            revoke(first, contended.apiKey().substring(4, 36)).then().statusCode(204);
            withKey(second.reveal()).get("/api/key").then().statusCode(200);

            List<Integer> statuses = Concurrently.call(List.of(
                    () -> revoke(first, second.keyId()).statusCode(),
                    () -> revoke(second, first.keyId()).statusCode()));

            assertThat(statuses).containsExactlyInAnyOrder(204, 401);
            assertThat(Sql.value(
                            "select count(*) from api_keys where tenant_id = ? and revoked_at is null", contended.id()))
                    .isEqualTo("1");
        }
    }

    @Test
    void concurrentRevocationsRevokeAKeyOnce() throws Exception {
        ApiKey key = tenant.key("users:read");
        Callable<Integer> revocation = () -> revoke(manager, key.keyId()).statusCode();

        assertThat(Concurrently.call(Stream.generate(() -> revocation).limit(8).toList()))
                .containsOnly(204);

        assertThat(Sql.value("select count(*) from events where tenant_id = ? and type = 'key.revoked'", tenant.id()))
                .isEqualTo("1");
    }

    @Test
    void readsNoHugeBody() {
        create(manager, "['users:read']", ",'rate':'" + "9".repeat(300_000) + "/s'")
                .then()
                .statusCode(413);
        create(manager, "[" + "'users:read',".repeat(10_000) + "'users:read']")
                .then()
                .statusCode(422);
    }

    /** Audit log, change feed and list of keys contain nothing that helps to use a key. */
    @Test
    void neverRevealsSecretsOrDigests() {
        ApiKey made =
                ApiKey.parse(create(manager, "['users:read']").path("key")).orElseThrow();
        rotate(manager, made.keyId());

        for (String path : List.of("/api/audit_log", "/api/events", "/api/keys")) {
            assertThat(as(tenant).get(path).then().statusCode(200).extract().asString())
                    .contains(made.keyId())
                    .doesNotContain(made.secret())
                    .doesNotContain(made.secretDigest());
        }
    }

    private ApiKey limited(String... scopes) {
        ApiKey key = tenant.key(scopes);
        Sql.run(
                "update api_keys set rate_requests = 10, rate_seconds = 1, rate_burst = 20 where key_id = ?",
                key.keyId());
        return key;
    }

    private static Response create(ApiKey key, String scopes) {
        return create(key, scopes, "");
    }

    private static Response create(ApiKey key, String scopes, String more) {
        return withKey(key.reveal()).body(body(scopes, more)).post("/api/keys");
    }

    private static String body(String scopes, String more) {
        return ("{'name':'made','scopes':" + scopes + more + "}").replace('\'', '"');
    }

    private static Response rotate(ApiKey key, String keyId) {
        return withKey(key.reveal()).body("{}").post("/api/keys/" + keyId + "/rotate");
    }

    private static Response revoke(ApiKey key, String keyId) {
        return withKey(key.reveal()).delete("/api/keys/" + keyId);
    }

    private long keys() {
        return Long.parseLong(Sql.value("select count(*) from api_keys where tenant_id = ?", tenant.id()));
    }
}
