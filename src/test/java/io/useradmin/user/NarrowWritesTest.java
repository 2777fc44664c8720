package io.useradmin.user;

import static io.useradmin.testsupport.Api.as;
import static io.useradmin.testsupport.Api.withKey;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.endsWith;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.hasKey;
import static org.hamcrest.Matchers.matchesPattern;
import static org.hamcrest.Matchers.not;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.useradmin.operator.jdbc.Jdbc;
import io.useradmin.testsupport.Api;
import io.useradmin.testsupport.ApiOperation;
import io.useradmin.testsupport.Concurrently;
import io.useradmin.testsupport.Locks;
import io.useradmin.testsupport.Response;
import io.useradmin.testsupport.Snapshot;
import io.useradmin.testsupport.Sql;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.PGConnection;

/** Operations that change only a part of a user. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class NarrowWritesTest {
    private static final String USER = "/api/users/{user}";

    final Tenant tenant = Tenant.create();
    final String user = ApiOperation.userFor(tenant);

    /** Operations that change an existing user, return the user, and evaluate preconditions. */
    static Stream<ApiOperation> changes() {
        return ApiOperation.all()
                .filter(ApiOperation::answersUsers)
                .filter(ApiOperation::needsUser)
                .filter(operation -> !operation.method().equals("GET"))
                .filter(operation ->
                        !List.of("unblockIp", "disconnectAuthenticator").contains(operation.id()));
    }

    private static boolean isRemoval(ApiOperation change) {
        return change.method().equals("DELETE");
    }

    @ParameterizedTest
    @MethodSource("changes")
    void respondsLikeALaterRead(ApiOperation change) {
        change.prepare(tenant);
        Response before = get();

        Response changed = change.send(tenant.apiKey(), user);

        Response after = get();
        assertThat(changed.asString()).isEqualTo(after.asString()).isNotEqualTo(before.asString());
        assertThat(changed.header("ETag")).isEqualTo(after.header("ETag")).isNotEqualTo(before.header("ETag"));
        assertThat(after.jsonPath().getLong("last_updated"))
                .isGreaterThan(before.jsonPath().getLong("last_updated"));
    }

    @ParameterizedTest
    @MethodSource("changes")
    void changesNothingWhenItIsRepeated(ApiOperation change) {
        change.prepare(tenant);
        change.send(tenant.apiKey(), user).then().statusCode(200);
        String state = state();
        String locker = locker();
        Response before = get();

        Response again = change.send(tenant.apiKey(), user);

        again.then().statusCode(isRemoval(change) ? 404 : 200);
        assertThat(state()).isEqualTo(state);
        if (!change.id().equals("disableUser")) {
            // It would lock the row because it also ends sessions.
            assertThat(locker()).isEqualTo(locker);
        }
        if (!isRemoval(change)) {
            assertThat(again.asString()).isEqualTo(before.asString());
            assertThat(again.header("ETag")).isEqualTo(before.header("ETag"));
        }
    }

    @ParameterizedTest
    @MethodSource("changes")
    void evaluatesPreconditions(ApiOperation change) {
        change.prepare(tenant);
        String tag = get().header("ETag");
        String lesser =
                withKey(tenant.key("users:read").reveal()).get(USER, user).header("ETag");
        String state = state();
        for (Map.Entry<String, String> failing : List.of(
                Map.entry("If-Match", "\"1\""), Map.entry("If-None-Match", "*"), Map.entry("If-None-Match", tag))) {
            change.send(withKey(tenant.apiKey()).header(failing.getKey(), failing.getValue()), user)
                    .then()
                    .statusCode(412);
        }
        change.send(withKey(tenant.apiKey()).header("If-Match", "1"), user)
                .then()
                .statusCode(400);
        assertThat(state()).isEqualTo(state);

        change.send(withKey(tenant.apiKey()).header("If-Match", lesser), user)
                .then()
                .statusCode(200);
        change.send(withKey(tenant.apiKey()).header("If-Match", tag), user)
                .then()
                .statusCode(412);
    }

    /** A change that comes between the read of the version and the write must count. */
    @Test
    void makesOneOfManyChangesOfTheSameVersion() throws Exception {
        String tag = get().header("ETag");
        List<Callable<Integer>> attempts = IntStream.range(0, 60)
                .<Callable<Integer>>mapToObj(number -> () -> withKey(tenant.apiKey())
                        .header("If-Match", tag)
                        .body("{\"email\": \"number-%d@example.com\"}".formatted(number))
                        .post(USER + "/emails", user)
                        .statusCode())
                .toList();

        assertThat(Concurrently.call(attempts)).containsOnly(200, 412).containsOnlyOnce(200);
    }

    @Test
    void createsAUserWithAGeneratedId() {
        Response created = as(tenant)
                .body("{\"emails\": [{\"email\": \"new@example.com\"}], \"public_data\": {\"a\": 1.0}}")
                .post("/api/users");

        created.then().statusCode(201).body("user_id", matchesPattern("[0-9a-f]{8}-[0-9a-f]{4}-7.*"));
        assertThat(created.header("Location")).isEqualTo("/api/users/" + created.path("user_id"));
        Response read = as(tenant).get(created.header("Location"));
        assertThat(read.asString()).isEqualTo(created.asString());
        assertThat(read.header("ETag")).isEqualTo(created.header("ETag"));
        as(tenant)
                .body("{\"emails\": [{\"email\": \"new@example.com\"}]}")
                .post("/api/users")
                .then()
                .statusCode(409)
                .body("errors[0].pointer", equalTo("/emails/0/email"));
        as(tenant).body("{\"user_id\": \"mine\"}").post("/api/users").then().statusCode(422);
    }

    @Test
    void mergesAPatchIntoTheUser() {
        as(tenant)
                .contentType("application/merge-patch+json")
                .body(
                        "{\"claims\": {\"name\": \"Aino\", \"locale\": \"fi\"}, \"username\": {\"idps\": []}, \"phone_numbers\": null}")
                .patch(USER, user)
                .then()
                .statusCode(200)
                .body("claims", equalTo(Map.of("name", "Aino", "locale", "fi")))
                .body("username.username", equalTo("name-1"))
                .body("username.idps", empty())
                .body("phone_numbers", empty())
                .body("emails.id", contains("email-1", "email-2"))
                .body("public_data.color", equalTo("blue"));
        as(tenant)
                .body("{\"claims\": {\"name\": null}, \"emails\": [{\"email\": \"mail-2@example.com\"}]}")
                .patch(USER, user)
                .then()
                .statusCode(200)
                .body("claims", equalTo(Map.of("locale", "fi")))
                .body("emails.id", contains("email-2"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"public_data\": {}}       | 422 | /public_data   | unknown_member",
                "{\"private_data\": null}    | 422 | /private_data  | unknown_member",
                "{\"x\": 1}                  | 422 | /x             | unknown_member",
                "{\"user_id\": \"other\"}    | 422 | /user_id       | mismatch",
                "{\"username\": {\"username\": null}} | 422 | /username/username | required",
                "{\"emails\": {}}            | 422 | /emails        | wrong_type",
                "{\"disabled\": 1}           | 422 | /disabled      | wrong_type",
                "{\"username\": {\"username\": \"taken\"}} | 409 | /username/username | taken",
                "[]                          | 422 | ``             | wrong_type",
                "{                           | 400 | ``             | syntax",
            })
    void refusesAPatchThatLeavesNoUser(String body, int status, String pointer, String code) {
        tenant.username(tenant.user(), "taken");
        Response answer = as(tenant).body(body).patch(USER, user);

        assertThat(answer.statusCode()).as(answer.asString()).isEqualTo(status);
        answer.then().body("errors.pointer", hasItem(pointer)).body("errors.code", hasItem(code));
    }

    /** Also if there is no such user: other operations do not look for a user either before the request is valid. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void namesAllErrorsOfAPatchTogether(boolean exists) {
        Response answer = as(tenant)
                .header("If-Match", "1")
                .header("X-Actor", "a b")
                .body("{\"disabled\": 1, \"x\": null, \"username\": {\"idps\": 1}}")
                .patch(USER, exists ? user : "nobody");

        answer.then().statusCode(400);
        assertThat(answer.<List<String>>path("errors.pointer")).contains("/disabled", "/x", "/username/idps");
        assertThat(answer.<List<String>>path("errors.header")).contains("If-Match", "X-Actor");
    }

    @Test
    void setsAndRemovesClaims() {
        claims("{\"nickname\": \"A\", \"given_name\": \"Aino\"}").then().statusCode(200);
        claims("{\"given_name\": null, \"birthdate\": \"1985\"}")
                .then()
                .statusCode(200)
                .body("claims", equalTo(Map.of("nickname", "A", "birthdate", "1985")));

        assertThat(changed())
                .containsExactly("{/claims/given_name,/claims/nickname}", "{/claims/birthdate,/claims/given_name}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"email\": \"a@example.com\"} | /claims/email  | unknown_member",
                "{\"nickname\": 1}              | /claims/nickname | wrong_type",
                "{\"nickname\": \"\"}           | /claims/nickname | length",
                "{\"nickname\": \"\\u0000\"}    | /claims/nickname | not_storable",
                "null                           | /claims        | wrong_type",
            })
    void refusesOtherClaims(String claims, String pointer, String code) {
        claims(claims)
                .then()
                .statusCode(422)
                .body("errors.pointer", contains(pointer))
                .body("errors.code", contains(code));
    }

    @Test
    void renamesAUser() {
        tenant.username(tenant.user(), "taken");
        username("aino")
                .then()
                .statusCode(200)
                .body("username.id", equalTo("un-name-1"))
                .body("username.idps", contains("google"));
        username("taken")
                .then()
                .statusCode(409)
                .body("type", endsWith(":identifier-taken"))
                .body("errors.pointer", contains("/username"));
        username("a\u0007").then().statusCode(422).body("errors.code", contains("control_character"));
        as(tenant).delete(USER + "/username", user).then().statusCode(200).body("$", not(hasKey("username")));
        as(tenant)
                .delete(USER + "/username", user)
                .then()
                .statusCode(404)
                .body("type", endsWith(":username-not-found"));
        username("anew").then().statusCode(200).body("username.authenticators", empty());
        assertThat(changed()).containsExactly("{/username}", "{/username}", "{/username}");
    }

    @Test
    void disablesAUserAndRevokesAllSessions() {
        tenant.session(user, "session-2");

        // Without a body, Content-Type means nothing.
        Api.given()
                .header("X-API-KEY", tenant.apiKey())
                .post(USER + "/disable", user)
                .then()
                .statusCode(200)
                .body("disabled", equalTo(true));

        as(tenant).get(USER + "/sessions", user).then().body("$", empty());
        assertThat(types()).containsExactlyInAnyOrder("user.disabled", "session.revoked", "session.revoked");
        assertThat(Sql.list("select session_id from events where tenant_id = ? and selector = 'disabled'", tenant.id()))
                .containsExactlyInAnyOrder("session-1", "session-2");
        tenant.session(user, "later");
        String tag = get().header("ETag");
        as(tenant)
                .body("{}")
                .post(USER + "/disable", user)
                .then()
                .statusCode(200)
                .header("ETag", tag);
        as(tenant).get(USER + "/sessions", user).then().body("$", empty());
    }

    @Test
    void keepsSessionsIfRequested() {
        as(tenant)
                .body("{\"revoke_sessions\": false}")
                .post(USER + "/disable", user)
                .then()
                .statusCode(200);
        as(tenant).post(USER + "/enable", user).then().statusCode(200).body("disabled", equalTo(false));

        as(tenant).get(USER + "/sessions", user).then().body("session_id", contains("session-1"));
        assertThat(types()).containsExactly("user.disabled", "user.enabled");
        as(tenant)
                .body("{\"revoke_sessions\": \"no\"}")
                .post(USER + "/disable", user)
                .then()
                .statusCode(422)
                .body("errors.pointer", contains("/revoke_sessions"));
        as(tenant)
                .body("{\"sessions\": true}")
                .post(USER + "/disable", user)
                .then()
                .statusCode(422);
    }

    /** Emails and phone numbers: path, list member, member, another name of it, and three values. */
    static final String KINDS = """
            emails, emails,        email, email,        a@example.com, b@example.com, mail-1@example.com
            phones, phone_numbers, phone, phone_number, +35841,        +35842,        +358401
            """;

    @ParameterizedTest
    @CsvSource(textBlock = KINDS)
    void makesTheFirstEntryPrimary(String path, String list, String member, String alias, String a, String b) {
        String nobody = tenant.user();
        add(nobody, path, "{\"%s\": \"%s\", \"is_verified\": true}".formatted(alias, a))
                .then()
                .statusCode(200)
                .body(list + ".primary", contains(true))
                .body(list + ".verified", contains(true));
        add(nobody, path, "{\"%s\": \"%s\"}".formatted(member, b))
                .then()
                .statusCode(200)
                .body(list + "." + member, contains(a, b))
                .body(list + ".primary", contains(true, false))
                .body(list + ".verified", contains(true, false));
        add(nobody, path, "{\"%s\": \"%s\", \"primary\": true}".formatted(member, b))
                .then()
                .statusCode(200)
                .body(list + "." + member, contains(b, a))
                .body(list + ".primary", contains(true, false));
        add(nobody, path, "{\"%s\": \"%s\"}".formatted(member, a))
                .then()
                .statusCode(200)
                .body(list + ".verified", contains(false, true));
        add(nobody, path, "{\"%s\": \"%s\", \"primary\": false}".formatted(member, b))
                .then()
                .statusCode(200)
                .body(list + "." + member, contains(b, a))
                .body(list + ".primary", contains(true, false));
        assertThat(changed()).hasSize(3).containsOnly("{/" + list + "}");
    }

    @ParameterizedTest
    @CsvSource(textBlock = KINDS)
    void removesThePrimaryEntryLast(String path, String list, String member, String alias) {
        String noun = path.substring(0, path.length() - 1);
        String entries = USER + "/" + path + "/" + noun + "-";
        as(tenant).delete(entries + 1, user).then().statusCode(409).body("type", endsWith(":primary-identifier"));
        as(tenant).delete(entries + 2, user).then().statusCode(200).body(list + ".id", contains(noun + "-1"));
        as(tenant).delete(entries + 1, user).then().statusCode(200).body(list, empty());
        as(tenant).delete(entries + 1, user).then().statusCode(404).body("type", endsWith(":" + noun + "-not-found"));
        for (String action : List.of("primary", "verify", "unverify")) {
            as(tenant)
                    .post(entries + "1/" + action, user)
                    .then()
                    .statusCode(404)
                    .body("type", endsWith(":" + noun + "-not-found"));
        }
        assertThat(changed()).containsExactly("{/" + list + "}", "{/" + list + "}");
    }

    @ParameterizedTest
    @CsvSource(textBlock = KINDS)
    void refusesAnEntryOfAnotherUserNamingTheGivenMember(
            String path, String list, String member, String alias, String a, String b, String taken) {
        String nobody = tenant.user();
        add(nobody, path, "{\"%s\": \"%s\"}".formatted(alias, taken))
                .then()
                .statusCode(409)
                .body("type", endsWith(":identifier-taken"))
                .body("errors.pointer", contains("/" + alias))
                .body("errors.code", contains("taken"));
        add(nobody, path, "{\"%s\": \"%s\", \"verified\": true, \"is_verified\": true}".formatted(member, a))
                .then()
                .statusCode(422)
                .body("errors.pointer", contains("/is_verified"))
                .body("errors.code", contains("repeated"));
        add(nobody, path, "{}").then().statusCode(422).body("errors.pointer", contains("/" + member));
        add(nobody, path, "{\"%s\": \"x\"}".formatted(alias))
                .then()
                .statusCode(422)
                .body("errors.pointer", contains("/" + alias));
        assertThat(types()).isEmpty();
    }

    @Test
    void hasTheSameLimitAsPut() {
        Sql.run(
                "insert into emails (tenant_id, user_id, email_id, email, verified, is_primary)"
                        + " select ?, ?, 'e' || n, n || '@example.org', false, false from generate_series(1, 998) as n",
                tenant.id(),
                user);

        add(user, "emails", "{\"email\": \"more@example.com\"}")
                .then()
                .statusCode(422)
                .body("errors.code", contains("too_many"));
        add(user, "emails", "{\"email\": \"5@example.org\", \"verified\": true}")
                .then()
                .statusCode(200);
    }

    /** A PUT that changes an entry deletes it and inserts it again with the same id. */
    @Test
    @Timeout(600)
    void seesChangesCommittedWhileItWaited() throws Exception {
        CompletableFuture<Response> verifying;
        try (Connection other = TestDatabase.begin()) {
            Locks.takeUser(other, tenant.id(), user);
            verifying = Concurrently.begin(() -> as(tenant).post(USER + "/emails/email-2/verify", user));
            Locks.awaitBlockedBy(other);
            Jdbc.update(other, "delete from emails where tenant_id = ? and user_id = ?", tenant.id(), user);
            Jdbc.update(
                    other,
                    "insert into emails (tenant_id, user_id, email_id, email, verified, is_primary)"
                            + " values (?, ?, 'email-2', 'new@example.com', false, true)",
                    tenant.id(),
                    user);
            Jdbc.update(other, "update users set name = 'New' where tenant_id = ? and user_id = ?", tenant.id(), user);
            other.commit();
        }

        verifying
                .join()
                .then()
                .statusCode(200)
                .body("claims.name", equalTo("New"))
                .body("emails.email", contains("new@example.com"))
                .body("emails.verified", contains(true));
    }

    /** The session is inserted after the start of the disabling statement, which waits for the lock. */
    @Test
    @Timeout(600)
    void revokesASessionThatWasRecordedWhileItWaited() throws Exception {
        CompletableFuture<Response> disabling;
        try (Connection other = TestDatabase.begin()) {
            Locks.takeUser(other, tenant.id(), user);
            disabling = Concurrently.begin(() -> as(tenant).post(USER + "/disable", user));
            Locks.awaitBlockedBy(other);
            Jdbc.update(
                    other,
                    "insert into sessions select tenant_id, user_id, 'late', session_key, initiated_at, expires_at,"
                            + " last_updated_at from sessions where tenant_id = ? and user_id = ?",
                    tenant.id(),
                    user);
            other.commit();
        }

        disabling.join().then().statusCode(200);
        as(tenant).get(USER + "/sessions", user).then().body("$", empty());
    }

    /** Each time that the statement gets the user's lock, the user has changed since it began. */
    @Test
    @Timeout(120)
    void givesUpIfOthersAlwaysComeFirst() throws Exception {
        try (Connection one = TestDatabase.begin();
                Connection other = TestDatabase.begin()) {
            Connection holder = lock(one);
            Connection next = other;
            CompletableFuture<Response> change = Concurrently.begin(() -> username("late"));
            while (awaitBlocked(1, holder, change)) {
                Connection queued = next;
                CompletableFuture<Connection> locked = Concurrently.begin(() -> lock(queued));
                awaitBlocked(2, holder, change);
                Jdbc.update(
                        holder, "update users set name = name where tenant_id = ? and user_id = ?", tenant.id(), user);
                holder.commit();
                next = holder;
                holder = locked.join();
            }
            holder.rollback();

            change.join().then().statusCode(503).body("detail", containsString("Nothing was changed"));
        }
    }

    private Connection lock(Connection connection) {
        try {
            Locks.takeUser(connection, tenant.id(), user);
            return connection;
        } catch (SQLException failure) {
            throw new AssertionError(failure);
        }
    }

    /** Waits until {@code holder} blocks so many others; false if {@code change} has ended. */
    private static boolean awaitBlocked(int others, Connection holder, CompletableFuture<?> change) throws Exception {
        int pid = holder.unwrap(PGConnection.class).getBackendPID();
        while (!change.isDone()) {
            if (Sql.list("select pid from pg_stat_activity where ? = any(pg_blocking_pids(pid))", pid)
                            .size()
                    == others) {
                return true;
            }
        }
        return false;
    }

    private Response get() {
        return as(tenant).get(USER, user);
    }

    /** The last transaction that locked the user's row. */
    private String locker() {
        return Sql.value("select xmax from users where tenant_id = ? and user_id = ?", tenant.id(), user);
    }

    private Response claims(String patch) {
        return as(tenant).body("{\"claims\": " + patch + "}").patch(USER + "/claims", user);
    }

    private Response username(String name) {
        return as(tenant).body(Map.of("username", name)).put(USER + "/username", user);
    }

    private Response add(String owner, String path, String body) {
        return as(tenant).body(body).post("/api/users/" + owner + "/" + path);
    }

    /** All rows of the tenant, including sessions and events. */
    private String state() {
        return String.join("\n", Snapshot.of(tenant));
    }

    private List<String> types() {
        return Sql.list("select type from events where tenant_id = ? order by xid, seq", tenant.id());
    }

    private List<String> changed() {
        return Sql.list(
                "select changed::text from events where tenant_id = ? and type = 'user.updated' order by xid, seq",
                tenant.id());
    }
}
