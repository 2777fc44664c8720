package io.useradmin.idempotency;

import static io.useradmin.testsupport.Api.as;
import static io.useradmin.testsupport.Api.given;
import static io.useradmin.testsupport.Api.withKey;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.mutiny.Uni;
import io.useradmin.apikey.ApiKey;
import io.useradmin.problem.ProblemException;
import io.useradmin.testsupport.ApiOperation;
import io.useradmin.testsupport.ApiRequest;
import io.useradmin.testsupport.CapturedLog;
import io.useradmin.testsupport.Concurrently;
import io.useradmin.testsupport.Locks;
import io.useradmin.testsupport.OpenApiDocument;
import io.useradmin.testsupport.RawHttp;
import io.useradmin.testsupport.Response;
import io.useradmin.testsupport.Snapshot;
import io.useradmin.testsupport.Sql;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A request with an Idempotency-Key is executed once. Each repetition gets the same response. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class IdempotencyKeyTest {
    private static final String HEADER = "Idempotency-Key";
    private static final String PATCH = "{\"public_data\": {\"color\": \"green\"}}";
    private static final String OTHER_PATCH = "{\"public_data\": {\"color\": \"red\"}}";
    private static final String PATH = "/api/users/{user}/public_data";

    final Tenant tenant = Tenant.create();

    /** A POST only because the standard says so. */
    private static final Set<String> READS = Set.of("pollEvents");

    static Stream<ApiOperation> everyPostAndPatch() {
        return ApiOperation.all()
                .filter(operation -> Set.of("POST", "PATCH").contains(operation.method()))
                .filter(operation -> !READS.contains(operation.id()));
    }

    @Test
    void isDocumentedForEveryPostAndPatch() {
        assertThat(OpenApiDocument.committed().operations().stream()
                        .filter(operation -> operation.parametersIn("header").stream()
                                .anyMatch(parameter ->
                                        parameter.get("name").asText().equals(HEADER)))
                        .map(OpenApiDocument.Operation::id))
                .containsExactlyInAnyOrderElementsOf(
                        everyPostAndPatch().map(ApiOperation::id).toList());
    }

    @ParameterizedTest
    @MethodSource("everyPostAndPatch")
    void isAnsweredTheSameAgainAndChangesNothing(ApiOperation operation) {
        String user = ApiOperation.userFor(tenant);
        Response first = operation.send(keyed(operation), user);
        assertThat(first.statusCode()).as(first.asString()).isEqualTo(operation.success());
        List<String> before = Snapshot.of(tenant);

        Response second = operation.send(keyed(operation), user);

        assertSame(second, first);
        assertThat(Snapshot.of(tenant)).isEqualTo(before);
    }

    @ParameterizedTest
    @MethodSource("everyPostAndPatch")
    void isRefusedTheSameAgain(ApiOperation operation) {
        if (!operation.needsUser()) {
            return;
        }
        Response first = operation.send(keyed(operation), "nobody-yet");
        assertThat(first.statusCode()).isEqualTo(404);
        tenant.user("nobody-yet", "{}", "{}");
        ApiOperation.createRowsFor(tenant, "nobody-yet");
        List<String> before = Snapshot.of(tenant);

        assertSame(operation.send(keyed(operation), "nobody-yet"), first);
        assertThat(Snapshot.of(tenant)).isEqualTo(before);
    }

    /** Jackson escapes characters such as an emoji only if it writes bytes. */
    @Test
    void isAnsweredTheSameAgainByteByByte() {
        String body = "{\"claims\": {\"name\": \"Aino \ud83d\ude00\"}}";
        Response first = keyed("a").body(body).post("/api/users");
        assertThat(first.statusCode()).isEqualTo(201);

        assertSame(keyed("a").body(body).post("/api/users"), first);
    }

    @Test
    void runsSessionsOfPanacheInItsTransaction() {
        String user = ApiOperation.userFor(tenant);
        Response disconnected = ApiOperation.named("disconnectAuthenticator").send(keyed("a"), user);
        assertThat(disconnected.asString()).contains(user).doesNotContain("google-1");
    }

    @Test
    void mustNotComeWithAnotherRequest() {
        String user = tenant.user("{}", "{}");
        keyed("a").body(PATCH).patch(PATH, user).then().statusCode(200);
        List<String> before = Snapshot.of(tenant);
        for (Response reused : List.of(
                keyed("a").body(OTHER_PATCH).patch(PATH, user),
                keyed("a").body(PATCH).queryParam("b", "c").patch(PATH, user),
                keyed("a").body(PATCH).patch(PATH, tenant.user()))) {
            assertThat(reused.statusCode()).isEqualTo(422);
            assertThat(reused.asString()).contains("urn:useradmin:problem:idempotency-key-reused");
            assertThat(reused.<String>path("errors[0].header")).isEqualTo(HEADER);
        }
        assertThat(Snapshot.of(tenant)).containsAll(before);
        keyed("a").body(PATCH).patch(PATH, user).then().statusCode(200);
    }

    /** A client that has read a newer ETag after a 412 must not get the same 412 for it. */
    @Test
    void mustNotComeWithOtherPreconditions() {
        String user = tenant.user("{}", "{}");
        Response stale = keyed("a").header("If-Match", "\"999\"").body(PATCH).patch(PATH, user);
        assertThat(stale.statusCode()).isEqualTo(412);
        for (Response reused : List.of(
                keyed("a").header("If-Match", "*").body(PATCH).patch(PATH, user),
                keyed("a").header("If-None-Match", "\"999\"").body(PATCH).patch(PATH, user),
                keyed("a").body(PATCH).patch(PATH, user))) {
            assertThat(reused.statusCode()).isEqualTo(422);
            assertThat(reused.asString())
                    .contains("urn:useradmin:problem:idempotency-key-reused")
                    .contains("If-Match or If-None-Match");
        }
        assertSame(keyed("a").header("If-Match", "\"999\"").body(PATCH).patch(PATH, user), stale);
    }

    @Test
    void belongsToOneApiKey() {
        String user = tenant.user("{}", "{}");
        Tenant other = Tenant.create();
        String namesake = other.user("{}", "{}");
        keyed("a").body(PATCH).patch(PATH, user).then().statusCode(200);
        withKey(tenant.key("*").reveal())
                .header(HEADER, "a")
                .body(OTHER_PATCH)
                .patch(PATH, user)
                .then()
                .statusCode(200);
        as(other)
                .header(HEADER, "a")
                .body(OTHER_PATCH)
                .patch(PATH, namesake)
                .then()
                .statusCode(200);
    }

    /** Receivers of Shared Signals send their API key as a bearer token. */
    @Test
    void comesWithABearerToken() {
        Response first = bearer(tenant.apiKey()).post("/api/ssf/streams");
        assertThat(first.statusCode()).as(first.asString()).isEqualTo(201);

        assertSame(bearer(tenant.apiKey()).post("/api/ssf/streams"), first);
        assertSame(keyed("a").body("{}").post("/api/ssf/streams"), first);
        bearer(tenant.key("*").reveal()).post("/api/ssf/streams").then().statusCode(201);
        assertThat(Sql.list("select 1 from ssf_streams where tenant_id = ?", tenant.id()))
                .hasSize(2);
    }

    @Test
    void isTheSameWithAndWithoutQuotes() {
        String user = tenant.user("{}", "{}");
        Response first = keyed("\"a-1\"").body(PATCH).patch(PATH, user);
        as(tenant).body(OTHER_PATCH).patch(PATH, user).then().statusCode(200);
        assertSame(keyed("a-1").body(PATCH).patch(PATH, user), first);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"\"", "\"", "a b", "a\"b", "a\\b"})
    void mustHaveItsForm(String key) {
        Response refused = keyed(key).body(PATCH).patch(PATH, tenant.user());
        assertThat(refused.statusCode()).isEqualTo(422);
        assertThat(refused.jsonPath().getString("errors[0].header")).isEqualTo(HEADER);
    }

    @ParameterizedTest
    @MethodSource("everyPostAndPatch")
    void isRefusedTogetherWithAllOtherErrors(ApiOperation operation) {
        String user = ApiOperation.userFor(tenant);
        List<String> before = Snapshot.of(tenant);

        Response refused =
                operation.send(keyed("a b").accept(operation.accept()).header("X-Actor", "a b"), user);

        assertThat(refused.statusCode()).as(refused.asString()).isEqualTo(422);
        assertThat(refused.<List<String>>path("errors.header")).containsExactlyInAnyOrder(HEADER, "X-Actor");
        assertThat(Snapshot.of(tenant)).isEqualTo(before);
    }

    @Test
    void isRefusedTogetherWithABodyThatCannotBeRead() {
        Response refused = keyed("a b").body("{").patch(PATH, tenant.user());
        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(refused.asString()).contains(HEADER, "\"code\":\"syntax\"");
    }

    /** Each refusal is stronger than the next one. None of them is stored. */
    @Test
    void isCheckedAfterTheApiKeyItsRateLimitAndItsScopes() {
        String user = tenant.user("{}", "{}");
        ApiKey narrow = tenant.key("users:read");
        limitTo(1, narrow);

        assertThat(patchWith(Tenant.newKey(), "a b", "{", user).statusCode()).isEqualTo(401);
        assertThat(patchWith(narrow, "a b", "{", user).statusCode()).isEqualTo(403);
        assertThat(patchWith(narrow, "a b", "{", user).statusCode()).isEqualTo(429);
        assertThat(Sql.list("select 1 from idempotency_keys where tenant_id = ?", tenant.id()))
                .isEmpty();
    }

    @Test
    void givesAStoredResponseOnlyToAKeyThatMayStillSendTheRequest() {
        String user = tenant.user("{}", "{}");
        ApiKey limited = tenant.key("*");
        limitTo(1, limited);
        patchWith(limited, "a", PATCH, user).then().statusCode(200);

        patchWith(limited, "a", PATCH, user).then().statusCode(429);
        ApiKey mistaken = new ApiKey(limited.keyId(), "0".repeat(48));
        patchWith(mistaken, "a", PATCH, user).then().statusCode(401);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{", "{\"nothing\": 1}", "{\"public_data\": 1}"})
    void isRefusedForAnotherRequestBeforeItsBodyIsRead(String body) {
        String user = tenant.user("{}", "{}");
        keyed("a").body(PATCH).patch(PATH, user).then().statusCode(200);

        Response reused = keyed("a").body(body).patch(PATH, user);

        assertRefused(reused, 422, "idempotency-key-reused");
        assertThat(reused.<List<String>>path("errors.header")).containsExactly(HEADER);
    }

    private static Response patchWith(ApiKey apiKey, String key, String body, String user) {
        return withKey(apiKey.reveal()).header(HEADER, key).body(body).patch(PATH, user);
    }

    private static void limitTo(int requests, ApiKey apiKey) {
        Sql.run(
                "update api_keys set rate_requests = 1, rate_seconds = 3600, rate_burst = ? where key_id = ?",
                requests,
                apiKey.keyId());
    }

    @Test
    void hasAsciiOnly() {
        assertThat(RawHttp.exchange("PATCH %s HTTP/1.1\r\nHost: localhost\r\nX-API-KEY: %s\r\n"
                                .formatted(PATH.replace("{user}", tenant.user()), tenant.apiKey())
                        + "Content-Type: application/json\r\n%s: \u00e9\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%s"
                                .formatted(HEADER, PATCH.length(), PATCH)))
                .startsWith("HTTP/1.1 422")
                .contains("\"header\":\"" + HEADER + "\"");
    }

    @Test
    void mustNotBeTooLongOrRepeated() {
        String user = tenant.user("{}", "{}");
        keyed("a".repeat(255)).body(PATCH).patch(PATH, user).then().statusCode(200);
        keyed("a".repeat(256)).body(PATCH).patch(PATH, user).then().statusCode(422);
        Response twice = keyed("a").header(HEADER, "b").body(PATCH).patch(PATH, user);
        assertThat(twice.jsonPath().getString("errors[0].code")).isEqualTo("repeated");
    }

    @Test
    void isIgnoredForIdempotentMethods() {
        String user = tenant.user("{}", "{}");
        keyed("a").get("/api/users/{user}", user).then().statusCode(200);
        keyed("a").delete("/api/users/{user}", user).then().statusCode(204);
        ApiOperation poll = ApiOperation.named("pollEvents");
        poll.send(keyed(poll), ApiOperation.userFor(tenant)).then().statusCode(poll.success());
        assertThat(Sql.list("select 1 from idempotency_keys where tenant_id = ?", tenant.id()))
                .isEmpty();
    }

    @Test
    void isRefusedWhileTheFirstRequestRuns() throws Exception {
        String user = tenant.user("{}", "{}");
        CompletableFuture<Response> first;
        try (Connection holder = TestDatabase.begin()) {
            try (var lock = holder.prepareStatement("select 1 from users where user_id = ? for update")) {
                lock.setString(1, user);
                lock.execute();
            }
            first = Concurrently.begin(() -> keyed("a").body(PATCH).patch(PATH, user));
            Locks.awaitBlockedBy(holder);
            Response second = keyed("a").body(PATCH).patch(PATH, user);
            assertThat(second.statusCode()).isEqualTo(409);
            assertThat(second.asString()).contains("urn:useradmin:problem:idempotency-key-in-use");
            holder.rollback();
        }
        assertThat(first.join().statusCode()).isEqualTo(200);
        assertSame(keyed("a").body(PATCH).patch(PATH, user), first.join());
    }

    /** A bulk action runs many transactions, so its idempotency key is claimed while it runs. */
    @Test
    void isRefusedWhileABulkActionRuns() throws Exception {
        String user = ApiOperation.userFor(tenant);
        CompletableFuture<Response> first;
        try (Connection holder = TestDatabase.begin()) {
            Locks.takeUser(holder, tenant.id(), user);
            first = Concurrently.begin(() -> revokeAcross("a", "session-1"));
            Locks.awaitBlockedBy(holder);
            assertRefused(revokeAcross("a", "session-1"), 409, "idempotency-key-in-use");
            assertRefused(revokeAcross("a", "other"), 422, "idempotency-key-reused");
            assertRefused(keyed("a").body(PATCH).patch(PATH, user), 422, "idempotency-key-reused");
            holder.rollback();
        }
        assertThat(first.join().statusCode()).isEqualTo(200);
        assertThat(first.join().<Integer>path("revoked")).isEqualTo(1);
        assertSame(revokeAcross("a", "session-1"), first.join());
        assertRefused(revokeAcross("a", "other"), 422, "idempotency-key-reused");
    }

    /** Also the other way round: a bulk action cannot overtake a request that holds the key. */
    @Test
    void isRefusedToABulkActionWhileAnotherRequestRuns() throws Exception {
        String user = tenant.user("{}", "{}");
        CompletableFuture<Response> first;
        try (Connection holder = TestDatabase.begin()) {
            Locks.takeUser(holder, tenant.id(), user);
            first = Concurrently.begin(() -> keyed("a").body(PATCH).patch(PATH, user));
            Locks.awaitBlockedBy(holder);
            assertRefused(revokeAcross("a", "session-1"), 409, "idempotency-key-in-use");
            holder.rollback();
        }
        assertThat(first.join().statusCode()).isEqualTo(200);
        assertRefused(revokeAcross("a", "session-1"), 422, "idempotency-key-reused");
    }

    /**
     * After a crash, the claim remains. Only the same request may take it over, and only when the first one cannot run any
     * more.
     */
    @Test
    void takesOverTheClaimOfACrashedBulkAction() {
        String user = ApiOperation.userFor(tenant);
        revokeAcross("a", "session-1").then().statusCode(200);
        tenant.session(user, "session-1", "web");
        leaveClaim("50 seconds");
        assertRefused(revokeAcross("a", "session-1"), 409, "idempotency-key-in-use");
        leaveClaim("61 seconds");
        assertRefused(revokeAcross("a", "other"), 422, "idempotency-key-reused");
        Response again = revokeAcross("a", "session-1");
        assertThat(again.<Integer>path("revoked")).isEqualTo(1);
        assertSame(revokeAcross("a", "session-1"), again);
    }

    /** The claim of the repetition has another time. */
    @Test
    void storesNoResponseIfARepetitionHasTakenOverTheClaim() throws Exception {
        String user = ApiOperation.userFor(tenant);
        try (Connection holder = TestDatabase.begin()) {
            Locks.takeUser(holder, tenant.id(), user);
            var late = Concurrently.begin(() -> revokeAcross("a", "session-1"));
            Locks.awaitBlockedBy(holder);
            leaveClaim("50 seconds");
            holder.rollback();
            assertThat(late.join().statusCode()).isEqualTo(200);
        }
        assertRefused(revokeAcross("a", "session-1"), 409, "idempotency-key-in-use");
    }

    /** Only a claim is taken over. A response stays, however long the request could have run. */
    @Test
    void isAnsweredTheSameAgainLongAfterABulkAction() {
        String user = ApiOperation.userFor(tenant);
        Response first = revokeAcross("a", "session-1");
        Sql.run(
                "update idempotency_keys set created_at = created_at - interval '23 hours' where tenant_id = ?",
                tenant.id());
        tenant.session(user, "session-1");

        assertSame(revokeAcross("a", "session-1"), first);

        assertThat(events(user)).isEqualTo("1");
    }

    /** The claim is released at once, so that the client can retry. */
    @Test
    void isFreeAgainIfABulkActionFails() {
        String user = ApiOperation.userFor(tenant);
        Sql.run("create function cut_off() returns trigger language plpgsql as $$ begin raise 'cut off'; end $$");
        Sql.run("create trigger cut_off before delete on sessions for each row when (old.tenant_id = '" + tenant.id()
                + "') execute function cut_off()");
        try {
            revokeAcross("a", "session-1").then().statusCode(500);
        } finally {
            Sql.run("drop trigger cut_off on sessions");
            Sql.run("drop function cut_off()");
        }
        Response again = revokeAcross("a", "session-1");
        assertThat(again.<Integer>path("revoked")).isEqualTo(1);
        assertThat(events(user)).isEqualTo("1");
    }

    /** The client must be able to retry, for example after a write that others have overtaken too often. */
    @Test
    void storesNoFailureOfTheService() {
        Uni<Outcome> outcome = KeyedRequest.outcome(Uni.createFrom().failure(ProblemException::nothingDone));

        assertThatThrownBy(() -> outcome.await().indefinitely()).isInstanceOf(ProblemException.class);
    }

    /** As for a refusal of the key before the operation. */
    @Test
    void storesNoRefusalOfTheKey() {
        withKey(tenant.key("keys:manage").reveal())
                .header("Idempotency-Key", "a")
                .body("{\"name\": \"all\", \"scopes\": [\"*\"]}")
                .post("/api/keys")
                .then()
                .statusCode(403);

        assertThat(Sql.list("select 1 from idempotency_keys where tenant_id = ?", tenant.id()))
                .isEmpty();
    }

    /** The sessions are revoked, so the client must not be told that nothing was changed. */
    @ParameterizedTest
    @ValueSource(strings = {"too_many_connections", "serialization_failure"})
    void answersABulkActionWhoseResponseCannotBeStored(String condition) {
        String user = ApiOperation.userFor(tenant);
        Sql.run("create function keep_nothing() returns trigger language plpgsql as $$ begin raise " + condition
                + "; end $$");
        Sql.run("create trigger keep_nothing before update on idempotency_keys for each row when (old.tenant_id = '"
                + tenant.id() + "') execute function keep_nothing()");
        try {
            Response response = revokeAcross("a", "session-1");
            assertThat(events(user)).isEqualTo("1");
            response.then().statusCode(200);
            assertThat(response.<Integer>path("revoked")).isEqualTo(1);
        } finally {
            Sql.run("drop trigger keep_nothing on idempotency_keys");
            Sql.run("drop function keep_nothing()");
        }
    }

    @Test
    void changesOnceDespiteConcurrentRepetitions() throws Exception {
        String user = tenant.user("{}", "{}");
        List<Response> responses = Concurrently.call(Collections.nCopies(
                40, (Callable<Response>) () -> keyed("a").body(PATCH).patch(PATH, user)));
        // No repetition is 409 if the first request ends before the others arrive.
        assertThat(responses)
                .extracting(Response::statusCode)
                .isSubsetOf(200, 409)
                .contains(200);
        assertThat(events(user)).isEqualTo("1");
    }

    /** Repetitions of a request that has ended do not hinder each other. */
    @Test
    void isAnsweredTheSameToConcurrentRepetitions() throws Exception {
        String user = tenant.user("{}", "{}");
        Response first = keyed("a").body(PATCH).patch(PATH, user);
        List<Response> repetitions = Concurrently.call(Collections.nCopies(
                40, (Callable<Response>) () -> keyed("a").body(PATCH).patch(PATH, user)));
        assertThat(repetitions).allSatisfy(repetition -> assertSame(repetition, first));
        assertThat(events(user)).isEqualTo("1");
    }

    /** If the response cannot be stored, the change must be rolled back. The connections must return to the pool. */
    @Test
    void changesNothingIfTheResponseCannotBeStored() throws Exception {
        String user = tenant.user("{}", "{}");
        Sql.run("create function refuse_it() returns trigger language plpgsql as $$ begin raise 'refused'; end $$");
        Sql.run("create trigger refuse_it before insert on idempotency_keys for each row when (new.tenant_id = '"
                + tenant.id() + "') execute function refuse_it()");
        try {
            List<Callable<Integer>> attempts = new ArrayList<>();
            IntStream.range(0, 60)
                    .forEach(number -> attempts.add(() ->
                            keyed("a" + number).body(PATCH).patch(PATH, user).statusCode()));
            assertThat(Concurrently.call(attempts)).containsOnly(500);
        } finally {
            Sql.run("drop trigger refuse_it on idempotency_keys");
            Sql.run("drop function refuse_it()");
        }
        assertThat(events(user)).isEqualTo("0");
        keyed("a1").body(PATCH).patch(PATH, user).then().statusCode(200);
        assertThat(events(user)).isEqualTo("1");
    }

    @Test
    void isFreeAgainAfterADay() {
        String user = tenant.user("{}", "{}");
        keyed("a").body(PATCH).patch(PATH, user).then().statusCode(200);
        Sql.run(
                "update idempotency_keys set created_at = created_at - interval '23 hours 59 minutes' where tenant_id = ?",
                tenant.id());
        keyed("a").body(OTHER_PATCH).patch(PATH, user).then().statusCode(422);
        Sql.run(
                "update idempotency_keys set created_at = created_at - interval '1 minute' where tenant_id = ?",
                tenant.id());
        keyed("a").body(OTHER_PATCH).patch(PATH, user).then().statusCode(200);
        assertThat(events(user)).isEqualTo("2");
    }

    @Test
    void storesNothingThatAnybodyElseCanRead() {
        String user = tenant.user("{}", "{}");
        keyed("a")
                .body("{\"private_data\": {\"a\": \"canary\"}}")
                .patch("/api/users/{user}/private_data", user)
                .then()
                .statusCode(200);
        assertThat(Sql.value(
                        "select position('canary'::bytea in response) + position('canary'::bytea in fingerprint)"
                                + " from idempotency_keys where tenant_id = ?",
                        tenant.id()))
                .isEqualTo("0");
    }

    @Test
    void isAReplayInTheAuditLog() throws Exception {
        String user = tenant.user("{}", "{}");
        keyed("a").body(PATCH).patch(PATH, user).then().statusCode(200);
        try (CapturedLog log = CapturedLog.listen()) {
            keyed("a").body(PATCH).patch(PATH, user).then().statusCode(200);
            var line = log.await(each -> each.category().equals("audit"));
            assertThat(line.fields()).containsEntry("outcome", "replayed").doesNotContainKey("event_id");
        }
    }

    /** Revokes all sessions of the tenant. Another value of {@code except} makes it a different request. */
    private Response revokeAcross(String key, String except) {
        return keyed(key)
                .body("{\"initiated_before\": 32503680000, \"except_user_ids\": [\"" + except + "\"]}")
                .post("/api/sessions/revoke");
    }

    private void leaveClaim(String age) {
        Sql.run(
                "update idempotency_keys set response = '', created_at = now() - cast(? as interval) where tenant_id = ?",
                age,
                tenant.id());
    }

    private static void assertRefused(Response response, int status, String type) {
        assertThat(response.statusCode()).as(response.asString()).isEqualTo(status);
        assertThat(response.asString()).contains("urn:useradmin:problem:" + type);
    }

    private ApiRequest keyed(ApiOperation operation) {
        return keyed(operation.id()).accept(operation.accept());
    }

    private ApiRequest keyed(String key) {
        return as(tenant).header(HEADER, key);
    }

    private static ApiRequest bearer(String key) {
        return given().header("Authorization", "Bearer " + key)
                .contentType("application/json")
                .header(HEADER, "a")
                .body("{}");
    }

    private static String events(String user) {
        return Sql.value("select count(*) from events where user_id = ?", user);
    }

    private static void assertSame(Response actual, Response expected) {
        assertThat(actual.statusCode()).isEqualTo(expected.statusCode());
        assertThat(actual.asByteArray()).isEqualTo(expected.asByteArray());
        assertThat(headers(actual)).isEqualTo(headers(expected));
    }

    private static Map<String, List<String>> headers(Response response) {
        Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        headers.putAll(response.headers().map());
        headers.remove("Date");
        return headers;
    }
}
