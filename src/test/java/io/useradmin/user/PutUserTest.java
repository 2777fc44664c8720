package io.useradmin.user;

import static io.useradmin.testsupport.Api.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsInAnyOrder;
import static org.hamcrest.Matchers.equalTo;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.useradmin.testsupport.Concurrently;
import io.useradmin.testsupport.JsonValues;
import io.useradmin.testsupport.Response;
import io.useradmin.testsupport.Sql;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class PutUserTest {
    private static final String AINO = """
            {"creation_time": 1700000000, "last_updated": 1700000001, "password_updated_at": 1700000002,
             "has_password": true, "disabled": true,
             "claims": {"name": "Aino Virtanen", "given_name": "Aino", "family_name": "Virtanen"},
             "public_data": {"n": 1.0, "big": 123456789012345678901234567890}, "private_data": {"a": [null, {"b": "😀"}]},
             "username": {"id": "n1", "username": "aino", "authenticators": ["password"], "idps": ["google"]},
             "emails": [
               {"id": "e1", "email": "aino@example.com", "verified": true, "primary": true,
                "authenticators": ["email", "password"], "idps": ["acme", "google"]},
               {"id": "e2", "email": "a.v@example.com", "verified": false, "primary": false, "authenticators": [], "idps": []}],
             "phone_numbers": [
               {"id": "p1", "phone": "+358401234567", "verified": true, "primary": true,
                "authenticators": ["phone"], "idps": []}],
             "idps": [
               {"provider_user_id": "g 1", "authenticator": "google",
                "claims": {"name": "Aino", "email": "aino@example.com", "email_verified": "true"}}]}""";

    final Tenant tenant = Tenant.create();

    /** An index has it. Random characters, because PostgreSQL compresses the entries. */
    @ParameterizedTest
    @CsvSource({
        "0x400, 1024, 201",
        "0x4e00, 682, 201",
        "0x4e00, 683, 422",
        "0x20000, 512, 201",
        "0x20000, 513, 422",
        "0x20000, 1024, 422"
    })
    void limitsTheBytesOfAnIdentifierAtAProvider(int first, int characters, int status) {
        String id = new Random(1)
                .ints(characters, first, first + 0x100)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();

        as(tenant)
                .body(Map.of("idps", List.of(Map.of("authenticator", "google", "provider_user_id", id))))
                .put("/api/users/{user}", "p".repeat(128))
                .then()
                .statusCode(status);
    }

    @Test
    void createsAUserWithAllGivenValues() {
        Response answer = put("u1", AINO);

        answer.then()
                .statusCode(201)
                .contentType("application/json")
                .header("Cache-Control", "no-store")
                .body("user_id", equalTo("u1"))
                .body("creation_time", equalTo(1_700_000_000))
                .body("last_updated", equalTo(1_700_000_001))
                .body("password_updated_at", equalTo(1_700_000_002))
                .body("has_password", equalTo(true))
                .body("disabled", equalTo(true))
                .body("claims.given_name", equalTo("Aino"))
                .body("username.id", equalTo("n1"))
                .body("emails.id", contains("e1", "e2"))
                .body("emails[0].authenticators", contains("email", "password"))
                .body("phone_numbers[0].phone", equalTo("+358401234567"))
                .body("idps[0].claims.email_verified", equalTo("true"));
        assertThat(answer.asString()).contains("1.0", "123456789012345678901234567890");
        assertThat(get("u1").asString()).isEqualTo(answer.asString());
        assertThat(get("u1").header("ETag")).isEqualTo(answer.header("ETag")).matches("\"[0-9]{1,18}\"");
    }

    @Test
    void createsAnEmptyUser() {
        long before = Instant.now().getEpochSecond();
        JsonValues user = put("u1", "{}").then().statusCode(201).extract().jsonPath();

        assertThat(user.getLong("creation_time"))
                .isBetween(before, Instant.now().getEpochSecond())
                .isEqualTo(user.getLong("last_updated"));
        assertThat(user.getMap("$"))
                .containsOnlyKeys(
                        "user_id",
                        "creation_time",
                        "last_updated",
                        "has_password",
                        "disabled",
                        "claims",
                        "public_data",
                        "private_data",
                        "emails",
                        "phone_numbers",
                        "idps");
    }

    @Test
    void generatesMissingIdentifiersAndKeepsThem() {
        String body = """
                {"username": {"username": "aino"}, "emails": [{"email": "b@example.com"}, {"email": "a@example.com"}],
                 "phone_numbers": [{"phone": "+358401"}]}""";
        JsonValues made = put("u1", body).then().statusCode(201).extract().jsonPath();

        List<String> ids = new ArrayList<>(made.getList("emails.id"));
        ids.add(made.getString("username.id"));
        ids.add(made.getString("phone_numbers[0].id"));
        assertThat(ids).doesNotHaveDuplicates().allMatch(id -> id.matches("[0-9a-f]{8}-[0-9a-f]{4}-7.*"));

        Response again = put("u1", body);
        again.then().statusCode(200);
        assertThat(again.jsonPath().getMap("$")).isEqualTo(made.getMap("$"));
    }

    @Test
    void writingBackAReadUserChangesNothing() {
        put("u1", AINO).then().statusCode(201);
        Response read = get("u1");
        String state = state();

        Response written = put("u1", read.asString());

        written.then().statusCode(200).header("ETag", read.header("ETag"));
        assertThat(written.asString()).isEqualTo(read.asString());
        assertThat(get("u1").asString()).isEqualTo(read.asString());
        assertThat(state()).isEqualTo(state);
    }

    @Test
    void changesNothingOfGeneratedUsersEither() {
        var random = new Random(20_260_101);
        for (int round = 0; round < 40; round++) {
            String user = "generated-" + round;
            put(user, generated(random, user)).then().statusCode(201);
            Response read = get(user);

            assertThat(put(user, read.asString()).asString()).isEqualTo(read.asString());
            assertThat(get(user).asString()).isEqualTo(read.asString());
            put(user, generated(random, user)).then().statusCode(200);
            assertThat(put(user, read.asString()).asString())
                    .as("written over another state")
                    .isEqualTo(read.asString());
        }
    }

    @Test
    void replacesTheWholeProfileAndNothingElse() {
        put("u1", AINO).then().statusCode(201);
        tenant.session("u1", "s1");
        tenant.blocked("u1", "192.0.2.1");
        tenant.group("admins");
        as(tenant).post("/api/users/u1/groups/admins").then().statusCode(201);

        put(
                        "u1",
                        "{\"emails\": [{\"email\": \"a.v@example.com\", \"primary\": true}, {\"email\": \"new@example.com\"}]}")
                .then()
                .statusCode(200)
                .body("creation_time", equalTo(1_700_000_000))
                .body("disabled", equalTo(false))
                .body("emails[0].id", equalTo("e2"))
                .body("emails.email", contains("a.v@example.com", "new@example.com"));

        JsonValues user = get("u1").jsonPath();
        assertThat(user.getLong("last_updated")).isGreaterThan(1_700_000_001);
        assertThat(user.getMap("$")).doesNotContainKeys("password_updated_at", "username");
        assertThat(user.getList("phone_numbers")).isEmpty();
        assertThat(user.getList("idps")).isEmpty();
        assertThat(user.getMap("public_data")).isEmpty();
        for (String table : List.of("sessions", "ip_access", "group_members")) {
            assertThat(Sql.value("select count(*) from " + table + " where tenant_id = ?", tenant.id()))
                    .as(table)
                    .isEqualTo("1");
        }
    }

    @Test
    void anEditOfAReadUserIsAnUpdate() {
        put("u1", AINO).then().statusCode(201);

        Response edited = put("u1", AINO.replace("\"disabled\": true", "\"disabled\": false"));

        assertThat(edited.jsonPath().getLong("last_updated")).isGreaterThan(1_700_000_001);
        assertThat(edited.jsonPath().getLong("creation_time")).isEqualTo(1_700_000_000);
    }

    @Test
    void swapsTheValuesOfTwoEntries() {
        put("u1", """
                {"emails": [{"id": "1", "email": "a@example.com", "primary": true}, {"id": "2", "email": "b@example.com"}]}""");

        put("u1", """
                {"emails": [{"id": "2", "email": "a@example.com"}, {"id": "1", "email": "b@example.com", "primary": true}]}""")
                .then()
                .statusCode(200)
                .body("emails.id", contains("1", "2"))
                .body("emails.email", contains("b@example.com", "a@example.com"));
    }

    @Test
    void changesOnlyTheVersionOfChangedData() {
        put("u1", AINO);
        String publicTag = dataTag("public_data");
        String privateTag = dataTag("private_data");

        put("u1", AINO.replace("\"n\": 1.0", "\"n\": 1"));

        assertThat(dataTag("public_data")).isNotEqualTo(publicTag);
        assertThat(dataTag("private_data")).isEqualTo(privateTag);
    }

    @Test
    void reportsAllValuesOfAnotherUser() {
        put("u1", AINO).then().statusCode(201);
        put("u2", "{\"username\": {\"username\": \"mine\"}}").then().statusCode(201);
        String state = state();
        String body = """
                {"username": {"username": "aino"},
                 "emails": [{"email": "free@example.com", "primary": true}, {"email": "a.v@example.com"},
                            {"email": "aino@example.com"}],
                 "phone_numbers": [{"phone": "+358401234567"}],
                 "idps": [{"authenticator": "github", "provider_user_id": "g 1"},
                          {"authenticator": "google", "provider_user_id": "g 1"}]}""";

        for (String user : List.of("u2", "u3")) {
            put(user, body)
                    .then()
                    .statusCode(409)
                    .contentType("application/problem+json")
                    .body("type", equalTo("urn:useradmin:problem:identifier-taken"))
                    .body(
                            "errors.pointer",
                            containsInAnyOrder(
                                    "/username/username",
                                    "/emails/1/email",
                                    "/emails/2/email",
                                    "/phone_numbers/0/phone",
                                    "/idps/1/provider_user_id"))
                    .body("errors[0].code", equalTo("taken"));
        }

        assertThat(state()).isEqualTo(state);
        get("u3").then().statusCode(404);
    }

    @Test
    void tenantsMayHaveTheSameValues() {
        put("u1", AINO).then().statusCode(201);

        as(Tenant.create()).body(AINO).put("/api/users/u1").then().statusCode(201);
    }

    @Test
    void acceptsAValueThatAnotherUserNoLongerHas() {
        put("u1", AINO);
        put("u1", "{}").then().statusCode(200);

        put("u2", AINO).then().statusCode(201);
    }

    @Test
    void givesAnIdentifierToOneOfManyConcurrentRequests() throws Exception {
        int users = 24;
        List<Callable<Integer>> all = IntStream.range(0, users)
                .<Callable<Integer>>mapToObj(index -> () -> put(
                                "u" + index,
                                index % 2 == 0
                                        ? "{\"emails\": [{\"email\": \"a@b\"}, {\"email\": \"c@d\"}]}"
                                        : "{\"emails\": [{\"email\": \"c@d\"}, {\"email\": \"a@b\"}]}")
                        .statusCode())
                .toList();

        List<Integer> statuses = Concurrently.call(all);

        assertThat(statuses).filteredOn(status -> status == 201).hasSize(1);
        assertThat(statuses).filteredOn(status -> status == 409).hasSize(users - 1);
        assertThat(Sql.value("select count(*) from users where tenant_id = ?", tenant.id()))
                .isEqualTo("1");
    }

    /** Two users who exchange values wait for each other. PostgreSQL rolls back one of them, which never ends as 500. */
    @Test
    void usersCanExchangeValuesConcurrently() throws Exception {
        for (int round = 0; round < 3; round++) {
            put("u1", "{\"emails\": [{\"email\": \"a@b\"}]}");
            put("u2", "{\"emails\": [{\"email\": \"c@d\"}]}");

            List<Integer> statuses = Concurrently.call(List.of(
                    () -> put("u1", "{\"emails\": [{\"email\": \"c@d\"}]}").statusCode(),
                    () -> put("u2", "{\"emails\": [{\"email\": \"a@b\"}]}").statusCode()));

            assertThat(statuses).isSubsetOf(200, 409, 503);
            assertThat(Sql.value("select count(*) from emails where tenant_id = ?", tenant.id()))
                    .isEqualTo("2");
            put("u1", "{}");
            put("u2", "{}");
        }
    }

    @Test
    void createsOnceWhenAskedByManyAtOnce() throws Exception {
        List<Integer> statuses =
                Concurrently.call(Collections.nCopies(24, () -> put("u1", AINO).statusCode()));

        assertThat(statuses).filteredOn(status -> status == 201).hasSize(1);
        assertThat(statuses).filteredOn(status -> status == 200).hasSize(23);
    }

    @Test
    void concurrentWritesLeaveOneCompleteState() throws Exception {
        List<Callable<Integer>> all = IntStream.range(0, 32)
                .<Callable<Integer>>mapToObj(
                        index -> () -> put("u1", """
                        {"public_data": {"writer": %1$d}, "username": {"username": "n%1$d"},
                         "emails": [{"email": "shared@example.com"}, {"email": "e%1$d@example.com", "primary": true}],
                         "phone_numbers": [{"phone": "+3584%1$d0"}]}""".formatted(index)).statusCode())
                .toList();

        assertThat(Concurrently.call(all)).containsOnly(200, 201);

        JsonValues user = get("u1").jsonPath();
        int writer = user.getInt("public_data.writer");
        assertThat(user.getString("username.username")).isEqualTo("n" + writer);
        assertThat(user.getList("emails.email")).containsExactly("e" + writer + "@example.com", "shared@example.com");
        assertThat(user.getList("phone_numbers.phone")).containsExactly("+3584" + writer + "0");
    }

    @Test
    void aConcurrentDeletionLeavesAllOrNothing() throws Exception {
        List<Callable<Integer>> all = new ArrayList<>();
        for (int time = 0; time < 20; time++) {
            all.add(() -> put("u1", AINO).statusCode());
            all.add(() -> as(tenant).delete("/api/users/u1").statusCode());
        }

        assertThat(Concurrently.call(all)).containsAnyOf(200, 201).isSubsetOf(200, 201, 204, 404);

        String users = Sql.value("select count(*) from users where tenant_id = ?", tenant.id());
        for (String table : List.of("usernames", "phones", "external_identities")) {
            assertThat(Sql.value("select count(*) from " + table + " where tenant_id = ?", tenant.id()))
                    .as(table)
                    .isEqualTo(users);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "If-Match      | ETAG                | 200 | 412",
                "If-Match      | *                   | 200 | 412",
                "If-Match      | \"0\", ETAG         | 200 | 412",
                "If-Match      | \"0\"               | 412 | 412",
                "If-Match      | W/ETAG              | 412 | 412",
                "If-Match      | nonsense            | 400 | 400",
                "If-None-Match | *                   | 412 | 201",
                "If-None-Match | ETAG                | 412 | 201",
                "If-None-Match | \"0\"               | 200 | 201",
                "If-None-Match | nonsense            | 400 | 400",
            })
    void evaluatesPreconditions(String header, String value, int whereThere, int whereNot) {
        String etag = put("u1", AINO).header("ETag");
        String given = value.replace("ETAG", etag);
        String before = get("u1").asString();

        as(tenant).header(header, given).body("{}").put("/api/users/u1").then().statusCode(whereThere);
        as(tenant).header(header, given).body("{}").put("/api/users/u2").then().statusCode(whereNot);

        if (whereThere != 200) {
            assertThat(get("u1").asString()).isEqualTo(before);
        }
        get("u2").then().statusCode(whereNot == 201 ? 200 : 404);
    }

    @Test
    void ofManyWritesWithTheSameETagOneSucceeds() throws Exception {
        String etag = put("u1", "{}").header("ETag");
        List<Callable<Integer>> all = IntStream.range(0, 16)
                .<Callable<Integer>>mapToObj(index -> () -> as(tenant)
                        .header("If-Match", etag)
                        .body("{\"claims\": {\"name\": \"n" + index + "\"}}")
                        .put("/api/users/u1")
                        .statusCode())
                .toList();

        assertThat(Concurrently.call(all)).filteredOn(status -> status == 200).hasSize(1);
    }

    @Test
    void answers304ToAReaderWhoHasTheCurrentVersion() {
        String etag = put("u1", AINO).header("ETag");

        Response known = as(tenant).header("If-None-Match", etag).get("/api/users/u1");
        known.then().statusCode(304).header("ETag", etag).header("Cache-Control", "private, no-cache");
        assertThat(known.asByteArray()).isEmpty();

        as(tenant)
                .body("{\"public_data\": {\"x\": 1}}")
                .patch("/api/users/u1/public_data")
                .then()
                .statusCode(200);
        as(tenant).header("If-None-Match", etag).get("/api/users/u1").then().statusCode(200);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"user_id\": \"u2\"}                | 422 | /user_id        | mismatch",
                "{\"user_id\": 1}                     | 422 | /user_id        | wrong_type",
                "{\"groups\": []}                     | 422 | /groups         | unknown_member",
                "{\"emails\": [{\"email\": \"x\"}]}   | 422 | /emails/0/email | not_an_email",
                "{\"claims\": {\"x\": 1}}             | 422 | /claims/x       | unknown_member",
                "{\"claims\": {\"name\": \"\\u0000\"}} | 422 | /claims/name   | not_storable",
                "[]                                   | 422 | ''              | wrong_type",
                "{\"disabled\": true, \"disabled\": 1} | 400 | ''             | duplicate_member",
                "{\"disabled\":                       | 400 | ''              | syntax",
            })
    void refusesABodyThatIsWrongAndChangesNothing(String body, int status, String pointer, String code) {
        put("u1", AINO);
        String state = state();

        put("u1", body)
                .then()
                .statusCode(status)
                .body("errors[0].pointer", equalTo(pointer))
                .body("errors[0].code", equalTo(code));

        assertThat(state()).isEqualTo(state);
    }

    @ParameterizedTest
    @ValueSource(strings = {"public_data", "private_data"})
    void keepsDocumentsWithin64KiB(String kind) {
        String largest = "x".repeat(65_536 - 8);
        put("u1", "{\"" + kind + "\": {\"a\": \"" + largest + "\"}}").then().statusCode(201);

        // PostgreSQL stores 1e3 as 1000, which is one byte longer.
        String longer = "x".repeat(65_536 - 16) + "\", \"n\": 1e3}}";
        for (String tooLarge : List.of(largest + "x\"}}", longer)) {
            put("u1", "{\"" + kind + "\": {\"a\": \"" + tooLarge)
                    .then()
                    .statusCode(422)
                    .body("errors.pointer", contains("/" + kind))
                    .body("errors.code", contains("too_large"));
        }
    }

    @Test
    void usesTheUserIdOfThePath() {
        put("u1", "{\"user_id\": \"u1\"}").then().statusCode(201);
    }

    private Response put(String user, String body) {
        return as(tenant).body(body).put("/api/users/{user}", user);
    }

    private Response get(String user) {
        return as(tenant).get("/api/users/{user}", user);
    }

    private String dataTag(String kind) {
        return as(tenant).get("/api/users/u1/" + kind).header("ETag");
    }

    /** All rows about the tenant's users. */
    private String state() {
        return List.of("users", "usernames", "emails", "phones", "external_identities").stream()
                .map(table ->
                        Sql.list("select t::text from " + table + " t where tenant_id = ? order by 1", tenant.id()))
                .map(Object::toString)
                .collect(Collectors.joining("\n"));
    }

    private static String generated(Random random, String user) {
        String emails = entries(random, index -> "\"email\": \"%s-%d@example.com\"".formatted(user, index));
        String phones =
                entries(random, index -> "\"phone\": \"+%d%d\"".formatted(1 + index, Math.abs(user.hashCode())));
        String idps = IntStream.range(0, random.nextInt(3))
                .mapToObj(index ->
                        "{\"authenticator\": \"google\", \"provider_user_id\": \"%s 😀 %d\", \"claims\": {\"zz\": \"1\", \"b\": \"%d\"}}"
                                .formatted(user, index, random.nextInt()))
                .collect(Collectors.joining(", "));
        return """
                {"last_updated": %d, "disabled": %b, "public_data": {"n": %s, "zz": [%d], "b": {}}, "claims": {"name": "N %d"},
                 "emails": [%s], "phone_numbers": [%s], "idps": [%s]}""".formatted(
                        random.nextInt(Integer.MAX_VALUE),
                        random.nextBoolean(),
                        random.nextDouble(),
                        random.nextInt(),
                        random.nextInt(),
                        emails,
                        phones,
                        idps);
    }

    private static String entries(Random random, IntFunction<String> value) {
        int count = random.nextInt(4);
        int primary = random.nextInt(4);
        List<String> entries = IntStream.range(0, count)
                .mapToObj(index -> "{%s, \"primary\": %b, \"verified\": %b, \"idps\": [\"i%d\", \"a\"]}"
                        .formatted(value.apply(index), index == primary, random.nextBoolean(), random.nextInt(100)))
                .collect(Collectors.toCollection(ArrayList::new));
        Collections.shuffle(entries, random);
        return String.join(", ", entries);
    }
}
