package io.useradmin.key;

import static io.useradmin.testsupport.Api.as;
import static io.useradmin.testsupport.Api.withKey;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.matchesPattern;
import static org.hamcrest.Matchers.not;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.useradmin.apikey.ApiKey;
import io.useradmin.operator.jdbc.Jdbc;
import io.useradmin.testsupport.Concurrently;
import io.useradmin.testsupport.JsonValues;
import io.useradmin.testsupport.Locks;
import io.useradmin.testsupport.MovableClock;
import io.useradmin.testsupport.Pages;
import io.useradmin.testsupport.Response;
import io.useradmin.testsupport.Sql;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What each operation on keys does. KeyAttackTest tests what they must not do. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class KeyTest {
    @Inject
    MovableClock clock;

    final Tenant tenant = Tenant.create();

    @AfterEach
    void resetClock() {
        clock.reset();
    }

    /** The replica still has the key in its cache. */
    @Test
    void isUnauthenticatedIfAllKeysOfTheTenantAreGone() throws Exception {
        as(tenant).get("/api/users").then().statusCode(200);
        tenant.awaitUseOfAKey();
        Sql.run("delete from api_keys where tenant_id = ?", tenant.id());

        as(tenant)
                .body("{\"name\": \"k\", \"scopes\": [\"users:read\"]}")
                .post("/api/keys")
                .then()
                .statusCode(401);
    }

    /** A proxy might check only one of them. */
    @Test
    void isUnauthenticatedWithTwoKeys() {
        String key = tenant.apiKey();

        withKey(key).header("X-API-KEY", key).get("/api/key").then().statusCode(401);
    }

    @Test
    void describesTheCallersOwnKey() {
        ApiKey key = tenant.expiringKey(Instant.ofEpochSecond(4_000_000_000L));
        Sql.run(
                "update api_keys set rate_requests = 5, rate_seconds = 60, rate_burst = 9 where key_id = ?",
                key.keyId());

        String body = withKey(key.reveal())
                .get("/api/key")
                .then()
                .statusCode(200)
                .extract()
                .asString();

        assertThat(JsonValues.from(body).<String, Object>getMap("$"))
                .isEqualTo(Map.of(
                        "tenant_id",
                        tenant.id(),
                        "key_id",
                        key.keyId(),
                        "name",
                        "test",
                        "scopes",
                        List.of("*"),
                        "rate",
                        "5/min",
                        "burst",
                        9,
                        "expires_at",
                        4_000_000_000L));
        assertThat(JsonValues.from(as(tenant).get("/api/key").asString()).<String, Object>getMap("$"))
                .containsOnlyKeys("tenant_id", "key_id", "name", "scopes");
    }

    @Test
    void showsARevocationThatTheReplicaHasNotNoticed() {
        ApiKey key = tenant.key("users:read");
        withKey(key.reveal()).get("/api/key").then().statusCode(200);
        Sql.run("update api_keys set revoked_at = now() where key_id = ?", key.keyId());

        withKey(key.reveal()).get("/api/users").then().statusCode(200);
        withKey(key.reveal()).get("/api/key").then().statusCode(401);
        withKey(key.reveal()).get("/api/users").then().statusCode(401);
    }

    @Test
    @Timeout(600)
    void hasItsFullLifetimeEvenIfItsCreationHasToWait() throws Exception {
        try (Connection other = TestDatabase.begin()) {
            Jdbc.update(other, "update api_keys set name = name where tenant_id = ?", tenant.id());
            CompletableFuture<Response> creation =
                    Concurrently.begin(() -> create("{'name':'tool','scopes':['users:read'],'ttl':3600}"));
            Locks.awaitBlockedBy(other);
            clock.advance(Duration.ofSeconds(20));
            other.rollback();

            Response created = creation.get();

            assertThat(created.<Integer>path("expires_at") - created.<Integer>path("created_at"))
                    .isEqualTo(3600);
        }
    }

    /** A tenant can have very many keys that manage keys. */
    @Test
    void aChangeDoesNotLockOtherKeysThatManageKeys() throws Exception {
        ApiKey own = tenant.key("*");
        ApiKey locked = tenant.key("*");
        try (Connection other = TestDatabase.begin()) {
            Jdbc.update(other, "update api_keys set name = name where key_id = ?", locked.keyId());

            Response created = create("{'name':'tool','scopes':['users:read']}");
            created.then().statusCode(201);
            rotate(created, 60).then().statusCode(201);
            withKey(own.reveal()).delete("/api/keys/" + own.keyId()).then().statusCode(204);
            other.rollback();
        }
    }

    @Test
    void createsAKeyThatWorksAndIsShownOnce() {
        Response created =
                create("{'name':'tool','scopes':['users:read','sessions:read'],'rate':'100/min','burst':7,'ttl':3600}");

        created.then()
                .statusCode(201)
                .header("Cache-Control", "no-store")
                .header("Location", "/api/keys/" + created.path("key_id"))
                .body("key", matchesPattern(ApiKey.PATTERN))
                .body("name", equalTo("tool"))
                .body("scopes", equalTo(List.of("users:read", "sessions:read")))
                .body("rate", equalTo("100/min"))
                .body("burst", equalTo(7));
        ApiKey key = ApiKey.parse(created.path("key")).orElseThrow();
        assertThat(created.<Integer>path("expires_at") - created.<Integer>path("created_at"))
                .isEqualTo(3600);
        assertThat(key.keyId()).isEqualTo(created.path("key_id"));
        withKey(key.reveal())
                .get("/api/key")
                .then()
                .statusCode(200)
                .body("rate", equalTo("100/min"))
                .body("burst", equalTo(7));
        withKey(key.reveal()).get("/api/users").then().statusCode(200);
        withKey(key.reveal()).get("/api/groups").then().statusCode(403);
        assertThat(as(tenant).get("/api/keys").asString()).doesNotContain(key.secret(), key.secretDigest());
        assertThat(events()).containsExactly("key.created " + key.keyId());
    }

    @Test
    void createsAKeyThatNeverEnds() {
        create("{'name':'a','scopes':['*']}").then().statusCode(201).body("$", not(hasItem("expires_at")));
        long end = Instant.now().getEpochSecond() + 100;
        create("{'name':'a','scopes':['*'],'expires_at':" + end + "}")
                .then()
                .statusCode(201)
                .body("expires_at", equalTo((int) end));
    }

    @Test
    void listsKeysInPages() {
        for (String name : List.of("b", "a", "c")) {
            create("{'name':'%s','scopes':['users:read']}".formatted(name));
        }
        ApiKey revoked = tenant.revokedKey();
        ApiKey expired = tenant.expiringKey(Instant.now().minusSeconds(1));

        as(tenant)
                .get("/api/keys?size=100")
                .then()
                .statusCode(200)
                .header("Cache-Control", "no-store")
                .body("$", hasSize(6))
                .body("[0].key_id", equalTo(expired.keyId()))
                .body("[0].state", equalTo("expired"))
                .body("[1].key_id", equalTo(revoked.keyId()))
                .body("[1].state", equalTo("revoked"))
                .body("[2].name", equalTo("c"))
                .body("[2].state", equalTo("active"));
        var page = as(tenant).get("/api/keys?size=2&page=2&sort=name:1");
        page.then().body("name", equalTo(List.of("c", "test")));
        assertThat(Pages.link(page, "next")).contains("page=3");
        Set<String> known = Set.of(
                "key_id",
                "name",
                "state",
                "scopes",
                "rate",
                "burst",
                "created_at",
                "expires_at",
                "revoked_at",
                "last_used_at");
        assertThat(as(tenant).get("/api/keys").jsonPath().<Map<String, Object>>getList("$"))
                .allSatisfy(key -> assertThat(known).containsAll(key.keySet()));
    }

    @Test
    void showsWhenAKeyWasLastUsed() throws Exception {
        as(tenant).get("/api/key");
        tenant.awaitUseOfAKey();

        int lastUsed = as(tenant).get("/api/keys").path("[0].last_used_at");

        assertThat(Instant.ofEpochSecond(lastUsed)).isBetween(Instant.now().minusSeconds(120), Instant.now());
    }

    @Test
    void rotatesAKeyWithoutABody() {
        Response old = create("{'name':'tool','scopes':['users:read']}");

        Response rotated = as(tenant).post("/api/keys/" + old.path("key_id") + "/rotate");

        rotated.then().statusCode(201);
        assertThat(Instant.ofEpochSecond(rotated.<Integer>path("replaces.expires_at")))
                .isBetween(
                        Instant.now().plus(Duration.ofMinutes(55)),
                        Instant.now().plus(Duration.ofMinutes(61)));
    }

    @Test
    void rotatesAKeyWithAnExactOverlap() {
        clock.stop();
        Response old = create("{'name':'tool','scopes':['users:read'],'rate':'9/s','burst':90}");
        String oldKey = old.path("key");
        withKey(oldKey).get("/api/users").then().statusCode(200);

        Response rotated = as(tenant).body("{\"overlap\":60}").post("/api/keys/" + old.path("key_id") + "/rotate");

        rotated.then()
                .statusCode(201)
                .header("Location", "/api/keys/" + rotated.path("key_id"))
                .body("name", equalTo("tool"))
                .body("scopes", equalTo(List.of("users:read")))
                .body("rate", equalTo("9/s"))
                .body("burst", equalTo(90))
                .body("replaces.key_id", equalTo(old.path("key_id")));
        Instant end = Instant.ofEpochSecond(rotated.<Integer>path("replaces.expires_at"));
        assertThat(end)
                .isBetween(clock.instant().plusSeconds(59), clock.instant().plusSeconds(61));
        withKey(rotated.path("key")).get("/api/users").then().statusCode(200);
        withKey(oldKey).get("/api/users").then().statusCode(200);
        clock.advance(Duration.between(clock.instant(), end));
        withKey(oldKey).get("/api/users").then().statusCode(401);
        withKey(rotated.path("key")).get("/api/users").then().statusCode(200);
        assertThat(events())
                .containsExactlyInAnyOrder(
                        "key.created " + old.path("key_id"),
                        "key.rotated " + old.path("key_id"),
                        "key.created " + rotated.path("key_id"));
    }

    /** The client may retry, because the response of the first rotation may get lost. */
    @ParameterizedTest
    @ValueSource(strings = {"", ",'ttl':7776000"})
    void everySuccessorHasTheOriginalLifetime(String lifetime) {
        Response old = create("{'name':'portal','scopes':['users:read']" + lifetime + "}");
        Response first = rotate(old, 60);

        Response second = rotate(old, 3600);
        Response third = rotate(old, 3600);
        Response ofFirst = rotate(first, 3600);

        for (Response successor : List.of(first, second, third, ofFirst)) {
            assertThat(successor.statusCode()).isEqualTo(201);
            // Expiry times are in whole seconds.
            assertThat(lifetime(successor)).isBetween(lifetime(old) - 2, lifetime(old));
        }
        int end = first.path("replaces.expires_at");
        second.then().body("replaces.expires_at", equalTo(end));
        third.then().body("replaces.expires_at", equalTo(end));
    }

    /** Its successor would have the same lifetime, but ends then too: PostgreSQL and clients know no later time. */
    @Test
    void rotatesAKeyThatEndsAtTheLatestTime() {
        Response old = create("{'name':'portal','scopes':['users:read'],'expires_at':253402300799}");
        clock.advance(Duration.ofDays(1));

        Response successor = rotate(old, 60);

        successor.then().statusCode(201).body("expires_at", equalTo(253402300799L));
    }

    @Test
    void rotatesOnlyAKeyThatWorks() {
        ApiKey revoked = tenant.revokedKey();
        ApiKey expired = tenant.expiringKey(Instant.now().minusSeconds(1));

        for (ApiKey ended : List.of(revoked, expired)) {
            as(tenant)
                    .body("{}")
                    .post("/api/keys/" + ended.keyId() + "/rotate")
                    .then()
                    .statusCode(409)
                    .body("type", equalTo("urn:useradmin:problem:key-ended"));
        }
        assertThat(events()).isEmpty();
    }

    @Test
    void revokesAKeyAtOnceAndOnlyOnce() {
        ApiKey key = tenant.key("users:read");
        withKey(key.reveal()).get("/api/users").then().statusCode(200);

        for (int time = 1; time <= 2; time++) {
            as(tenant).delete("/api/keys/" + key.keyId()).then().statusCode(204);
            withKey(key.reveal()).get("/api/users").then().statusCode(401);
        }

        assertThat(events()).containsExactly("key.revoked " + key.keyId());
    }

    @Test
    void eventsNameTheKeyThatActed() {
        String keyId = create("{'name':'a','scopes':['users:read']}").path("key_id");

        as(tenant)
                .get("/api/audit_log")
                .then()
                .body("target_key_id", equalTo(List.of(keyId)))
                .body("key.key_id", equalTo(List.of(tenant.apiKey().substring(4, 36))));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "{} | /name required",
                "{} | /scopes required",
                "{'name':'','scopes':['*']} | /name length",
                "{'name':' ','scopes':['*']} | /name length",
                "{'name':'a\\u0007','scopes':['*']} | /name length",
                "{'name':'a\\u0000','scopes':['*']} | /name not_storable",
                "{'name':1,'scopes':['*']} | /name wrong_type",
                "{'name':'a','scopes':[]} | /scopes length",
                "{'name':'a','scopes':'*'} | /scopes wrong_type",
                "{'name':'a','scopes':[null]} | /scopes/0 wrong_type",
                "{'name':'a','scopes':['users:read','users:read']} | /scopes/1 duplicate",
                "{'name':'a','scopes':['USERS:READ']} | /scopes/0 unknown_value",
                "{'name':'a','scopes':[' users:read']} | /scopes/0 unknown_value",
                "{'name':'a','scopes':['users:*']} | /scopes/0 unknown_value",
                "{'name':'a','scopes':['**']} | /scopes/0 unknown_value",
                "{'name':'a','scopes':['*'],'ttl':0} | /ttl out_of_range",
                "{'name':'a','scopes':['*'],'ttl':315576001} | /ttl out_of_range",
                "{'name':'a','scopes':['*'],'ttl':1.5} | /ttl not_an_integer",
                "{'name':'a','scopes':['*'],'ttl':60,'expires_at':4000000000} | /ttl not_together",
                "{'name':'a','scopes':['*'],'expires_at':1} | /expires_at out_of_range",
                "{'name':'a','scopes':['*'],'expires_at':253402300800} | /expires_at out_of_range",
                "{'name':'a','scopes':['*'],'rate':'0/s'} | /rate malformed",
                "{'name':'a','scopes':['*'],'rate':'1000001/s'} | /rate malformed",
                "{'name':'a','scopes':['*'],'rate':100} | /rate wrong_type",
                "{'name':'a','scopes':['*'],'burst':1} | /burst not_together",
                "{'name':'a','scopes':['*'],'rate':'1/s','burst':0} | /burst out_of_range",
                "{'name':'a','scopes':['*'],'rate':'1/s','burst':1000001} | /burst out_of_range",
                "{'name':'a','scopes':['*'],'tenant_id':'other'} | /tenant_id unknown_member",
                "{'name':'a','scopes':['*'],'key':'uak_'} | /key unknown_member",
            })
    void refusesInvalidKeys(String body, String violation) {
        List<Map<String, Object>> errors =
                create(body).then().statusCode(422).extract().path("errors");
        assertThat(errors)
                .map(error -> error.get("pointer") + " " + error.get("code"))
                .contains(violation);
        assertThat(events()).isEmpty();
    }

    private Response create(String body) {
        return as(tenant).body(body.replace('\'', '"')).post("/api/keys");
    }

    private Response rotate(Response key, int overlap) {
        return as(tenant).body("{\"overlap\":" + overlap + "}").post("/api/keys/" + key.path("key_id") + "/rotate");
    }

    /** The lifetime in seconds; 0 for a key that never expires. */
    private static int lifetime(Response key) {
        Integer end = key.path("expires_at");
        return end == null ? 0 : end - key.<Integer>path("created_at");
    }

    private List<String> events() {
        return Sql.list(
                "select type || ' ' || target_key_id from events where tenant_id = ? order by xid, seq", tenant.id());
    }
}
