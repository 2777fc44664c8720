package io.useradmin.userdata;

import static io.useradmin.testsupport.Api.as;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.equalTo;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.useradmin.testsupport.Concurrently;
import io.useradmin.testsupport.Response;
import io.useradmin.testsupport.Sql;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class UserDataTest {
    private static final String LONG_AGO = "1735689600";

    final Tenant tenant = Tenant.create();

    @ParameterizedTest
    @ValueSource(strings = {"public_data", "private_data"})
    void mergesAsTheRfcSaysAndAnswersTheOutcome(String kind) throws Exception {
        String user = tenant.user(
                "{\"title\": \"Goodbye!\", \"author\": {\"givenName\": \"John\", \"familyName\": \"Doe\"}, \"tags\": [\"example\"]}",
                "{\"title\": \"Goodbye!\", \"author\": {\"givenName\": \"John\", \"familyName\": \"Doe\"}, \"tags\": [\"example\"]}");
        String other = kind.equals("public_data") ? "private_data" : "public_data";
        String untouched = get(other, user).asString();

        Response patched = patch(
                        kind,
                        user,
                        "{\"title\": \"Hello!\", \"phone\": \"+01-123-456-7890\", \"author\": {\"familyName\": null}, \"tags\": [\"a\", null]}")
                .statusCode(200)
                .extract();

        JsonNode expected = json(
                "{\"" + kind
                        + "\":{\"title\":\"Hello!\",\"author\":{\"givenName\":\"John\"},\"tags\":[\"a\",null],\"phone\":\"+01-123-456-7890\"}}");
        assertThat(json(patched.asString())).isEqualTo(expected);
        assertThat(json(get(kind, user).asString())).isEqualTo(expected);
        assertThat(get(other, user).asString()).isEqualTo(untouched);
    }

    @ParameterizedTest
    @ValueSource(strings = {"application/json", "application/merge-patch+json"})
    void acceptsBothMediaTypesForAPatch(String type) {
        String user = tenant.user();

        as(tenant)
                .contentType(type)
                .body("{\"public_data\":{\"a\":1}}")
                .patch("/api/users/{user}/public_data", user)
                .then()
                .statusCode(200)
                .body("public_data.a", equalTo(1));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1.0",
                "1.10",
                "0.000000000000000000000000000000000001",
                "123456789012345678901234567890",
                "-98765432109876543210.0123456789012345678901234567890",
                "0",
                "\"\"",
                "\"\\u00e9\"",
                "\"😀 \\ud83d\\ude00\"",
                "\"\\\\ \\\" \\/ \\b \\f \\n \\r \\t \\u001f\"",
                "[1.0, [], {}, [null, {\"a\": [false, true]}]]",
                "{\"\": {\" \": {\"ü\": \"\\u2028\"}}}",
            })
    void returnsExactlyTheGivenValue(String value) throws Exception {
        String user = tenant.user();

        patch("public_data", user, "{\"a\": " + value + "}").statusCode(200);

        String body = get("public_data", user).asString();
        assertThat(json(body)).isEqualTo(json("{\"public_data\": {\"a\": " + value + "}}"));
        if (value.matches("-?[0-9.]+")) {
            assertThat(body).isEqualTo("{\"public_data\":{\"a\": " + value + "}}");
        }
    }

    @ParameterizedTest
    @CsvSource({"1e3, 1000", "1.5E1, 15", "1.50e-2, 0.0150"})
    void returnsNumbersWithoutAnExponent(String given, String returned) {
        String user = tenant.user();

        patch("public_data", user, "{\"a\": " + given + "}").statusCode(200);

        assertThat(get("public_data", user).asString()).isEqualTo("{\"public_data\":{\"a\": " + returned + "}}");
    }

    @Test
    void keepsNamesThatMeanSomethingElsewhere() throws Exception {
        String user = tenant.user();
        String document =
                "{\"__proto__\": 1, \"$where\": 2, \"a.b\": 3, \"a/b~c\": 4, \"'; drop table users; --\": 5, \"public_data\": {\"public_data\": 6}}";

        patch("public_data", user, document).statusCode(200);

        assertThat(json(get("public_data", user).asString())).isEqualTo(json("{\"public_data\":" + document + "}"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"public_data", "private_data"})
    void losesNoConcurrentUpdate(String kind) throws Exception {
        String user = tenant.user();
        int patches = 200;
        List<Callable<Integer>> all = IntStream.range(0, patches)
                .<Callable<Integer>>mapToObj(index -> () -> patch(
                                kind, user, "{\"m%d\": %d, \"shared\": {\"n%d\": true}}".formatted(index, index, index))
                        .extract()
                        .statusCode())
                .toList();

        assertThat(Concurrently.call(all)).containsOnly(200);

        JsonNode data = json(get(kind, user).asString()).get(kind);
        assertThat(data.size()).isEqualTo(patches + 1);
        assertThat(data.get("shared").size()).isEqualTo(patches);
        for (int index = 0; index < patches; index++) {
            assertThat(data.get("m" + index).intValue()).isEqualTo(index);
        }
    }

    /** Concurrent read, change and write with ETags: the counter ends at the number of successful writes. */
    @Test
    void ofManyWritesWithTheSameETagOneSucceeds() throws Exception {
        String user = tenant.user("{\"count\": 0}", "{}");
        int writers = 16;
        String etag = get("public_data", user).header("ETag");
        List<Callable<Integer>> all = IntStream.range(0, writers)
                .<Callable<Integer>>mapToObj(index -> () -> as(tenant)
                        .header("If-Match", etag)
                        .body("{\"public_data\": {\"count\": 1, \"writer\": " + index + "}}")
                        .patch("/api/users/{user}/public_data", user)
                        .statusCode())
                .toList();

        List<Integer> statuses = Concurrently.call(all);

        assertThat(statuses).filteredOn(status -> status == 200).hasSize(1);
        assertThat(statuses).filteredOn(status -> status == 412).hasSize(writers - 1);
    }

    @Test
    void theStrongETagChangesOnlyWithTheData() {
        String user = tenant.user();
        String before = get("public_data", user).header("ETag");
        assertThat(before).matches("\"[0-9]+\"");

        assertThat(get("public_data", user).header("ETag")).isEqualTo(before);
        assertThat(patch("public_data", user, "{}").extract().header("ETag")).isEqualTo(before);
        assertThat(lastUpdated(user)).isEqualTo(LONG_AGO);
        String after = patch("public_data", user, "{\"a\": 1}").extract().header("ETag");
        assertThat(after)
                .isNotEqualTo(before)
                .isEqualTo(get("public_data", user).header("ETag"));
        assertThat(lastUpdated(user)).isNotEqualTo(LONG_AGO);
        assertThat(patch("public_data", user, "{\"a\": 1, \"b\": null}")
                        .extract()
                        .header("ETag"))
                .as("a patch that changes nothing")
                .isEqualTo(after);
        assertThat(patch("private_data", user, "{\"a\": 1}").extract().statusCode())
                .isEqualTo(200);
        assertThat(get("public_data", user).header("ETag")).isEqualTo(after);
    }

    /** A patch of a nested object has another statement than a flat one. */
    @ParameterizedTest
    @ValueSource(strings = {"{\"a\": 1}", "{\"a\": {\"b\": 1}}"})
    void distinguishesNumbersByTheirDigits(String document) {
        String other = document.replace("1", "1.0");
        String user = tenant.user(document, "{}");
        String before = get("public_data", user).header("ETag");

        patch("public_data", user, other).statusCode(200);

        assertThat(get("public_data", user).asString()).isEqualTo("{\"public_data\":" + other + "}");
        assertThat(get("public_data", user).header("ETag")).isNotEqualTo(before);
    }

    @Test
    void doesNotRepeatAnETagForARecreatedUser() {
        String user = tenant.user();
        patch("public_data", user, "{\"a\": 1}");
        String before = get("public_data", user).header("ETag");

        as(tenant).delete("/api/users/{user}", user).then().statusCode(204);
        tenant.user(user, "{\"a\": 2}", "{}");

        assertThat(get("public_data", user).header("ETag")).isNotEqualTo(before);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ETAG                     | 304",
                "W/ETAG                   | 304",
                "*                        | 304",
                "\"other\", ETAG          | 304",
                "\"0\"                    | 200",
                "\"\"                     | 200",
                "\"99999999999999999999\" | 200",
                "ETAGx                    | 200",
                "unquoted                 | 200",
                "ETAG,                    | 304",
            })
    void answers304ToAReaderWhoHasTheCurrentVersion(String header, int status) {
        String user = tenant.user();
        String etag = get("public_data", user).header("ETag");

        Response answer = as(tenant)
                .header("If-None-Match", header.replace("ETAG", etag))
                .get("/api/users/{user}/public_data", user);

        assertThat(answer.statusCode()).isEqualTo(status);
        if (status == 304) {
            assertThat(answer.header("ETag")).isEqualTo(etag);
            assertThat(answer.header("Cache-Control")).isEqualTo("private, no-cache");
            assertThat(answer.asByteArray()).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ETAG                     | 200",
                "*                        | 200",
                "\"other\", ETAG          | 200",
                "W/ETAG                   | 412",
                "\"0\"                    | 412",
                "\"other\"                | 412",
                "unquoted                 | 400",
            })
    void changesOnlyTheVersionThatTheCallerExpects(String header, int status) {
        String user = tenant.user("{\"a\": 0}", "{}");
        String etag = get("public_data", user).header("ETag");

        as(tenant)
                .header("If-Match", header.replace("ETAG", etag))
                .body("{\"public_data\": {\"a\": 1}}")
                .patch("/api/users/{user}/public_data", user)
                .then()
                .statusCode(status);

        get("public_data", user).then().body("public_data.a", equalTo(status == 200 ? 1 : 0));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"public_data\": 1}                          | 422 | /public_data       | wrong_type",
                "{\"public_data\": null}                       | 422 | /public_data       | wrong_type",
                "{\"public_data\": []}                         | 422 | /public_data       | wrong_type",
                "{\"private_data\": {}}                        | 422 | /public_data       | required",
                "\"text\"                                      | 422 | ''                 | wrong_type",
                "{\"public_data\": {\"a\": \"\\u0000\"}}       | 422 | /public_data/a     | not_storable",
                "{\"public_data\": {\"a\": [\"\\ud800\"]}}     | 422 | /public_data/a/0   | not_storable",
                "{\"public_data\": {\"a/b\": {\"~\": 1e131072}}} | 422 | /public_data/a~1b/~0 | number_out_of_range",
                "{\"public_data\": {\"a\": 1e-16384}}          | 422 | /public_data/a     | number_out_of_range",
                "{\"public_data\": {\"a\": [0, -0]}}           | 422 | /public_data/a/1   | negative_zero",
                "{\"public_data\": {\"a\": -0.0e5}}            | 422 | /public_data/a     | negative_zero",
                "{\"public_data\": {\"\\u0000\": 1}}           | 422 | /public_data       | name_not_storable",
                "{\"public_data\": {\"a\": 1, \"a\": 2}}       | 400 | ''                 | duplicate_member",
                "{\"public_data\": {\"a\": 01}}                | 400 | ''                 | syntax",
                "{\"public_data\": {\"a\": NaN}}               | 400 | ''                 | syntax",
                "{\"public_data\": {}} {}                      | 400 | ''                 | syntax",
                "{\"public_data\": {\"a\":                     | 400 | ''                 | syntax",
                "not json                                      | 400 | ''                 | syntax",
            })
    void refusesABodyThatIsWrongAndChangesNothing(String body, int status, String pointer, String code) {
        String user = tenant.user("{\"kept\": true}", "{}");

        Response answer = as(tenant)
                .body(body)
                .patch("/api/users/{user}/public_data", user)
                .then();

        answer.statusCode(status).body("errors[0].pointer", equalTo(pointer)).body("errors[0].code", equalTo(code));
        assertThat(get("public_data", user).asString()).isEqualTo("{\"public_data\":{\"kept\": true}}");
    }

    @Test
    void reportsAllErrorsOfABody() {
        as(tenant)
                .body("{\"public_data\": {\"a\": \"\\u0000\", \"b\": [1e999999]}, \"more\": 1, \"and more\": 2}")
                .patch("/api/users/{user}/public_data", tenant.user())
                .then()
                .statusCode(422)
                .body("errors.pointer", contains("/public_data/a", "/public_data/b/0", "/more", "/and more"));
    }

    @Test
    void reportsErrorsOfHeadersPathAndBodyTogether() {
        as(tenant)
                .header("If-Match", "bad")
                .body("{\"public_data\": 1, \"x\": 2}")
                .patch("/api/users/a%20b/public_data")
                .then()
                .statusCode(400)
                .body("errors.code", contains("identifier", "wrong_type", "unknown_member", "malformed"));
        as(tenant)
                .body("{")
                .patch("/api/users/a%20b/public_data")
                .then()
                .statusCode(400)
                .body("errors.code", contains("identifier", "syntax"));
    }

    @Test
    void countsCodePoints() {
        patch("public_data", tenant.user(), "{\"" + "😀".repeat(256) + "\": 1}").statusCode(200);
        patch("public_data", tenant.user(), "{\"" + "😀".repeat(257) + "\": 1}").statusCode(422);
    }

    /** The body is not read to its end. */
    @Test
    void refusesABodyOfBrackets() {
        patch("public_data", tenant.user(), "[".repeat(250_000))
                .statusCode(422)
                .body("errors.pointer", contains(""))
                .body("errors.code", contains("too_deep"));
    }

    @Test
    void requiresABody() {
        as(tenant)
                .patch("/api/users/{user}/public_data", tenant.user())
                .then()
                .statusCode(400)
                .body("errors.code", contains("empty_body"));
    }

    @Test
    void limitsADocumentTo64KiB() {
        String user = tenant.user();
        // {"a":"…"} is 8 characters without the text.
        String largest = "x".repeat(65_536 - 8);
        patch("public_data", user, "{\"a\": \"" + largest + "\"}").statusCode(200);

        patch("public_data", user, "{\"b\": 1}")
                .statusCode(422)
                .body("errors.pointer", contains("/public_data"))
                .body("errors.code", contains("too_large"));

        assertThat(get("public_data", user).asString()).hasSize("{\"public_data\":}".length() + 65_537);
        patch("public_data", user, "{\"a\": null}").statusCode(200);
        patch("public_data", user, "{\"b\": 1}").statusCode(200);
    }

    /** Operators can lower the limit below the size of stored documents. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"{} | 200", "{'c': 1} | 200", "{'b': null} | 200", "{'c': 2} | 422"})
    void aPatchThatChangesNothingIsAllowedForADocumentBeyondTheLimit(String patch, int status) {
        String user = tenant.user("{\"a\": \"" + "x".repeat(65_536) + "\", \"c\": 1}", "{}");
        String before = get("public_data", user).asString();

        patch("public_data", user, patch.replace('\'', '"')).statusCode(status);

        assertThat(get("public_data", user).asString()).isEqualTo(before);
    }

    /** The size is that of compact JSON. PostgreSQL's own text form has a space after each comma, which clients cannot know. */
    @ParameterizedTest
    @CsvSource({"32761, 200", "32762, 422"})
    void countsTheBytesOfTheCompactForm(int elements, int status) {
        // {"a":[1,…],"b":1} has two bytes per element and 13 others.
        String user = tenant.user("{\"b\": 1}", "{}");

        patch("public_data", user, "{\"a\": [" + "1, ".repeat(elements - 1) + "1]}")
                .statusCode(status);
    }

    @Test
    void countsTheBytesThatNumbersTakeWhenWrittenOut() {
        String numbers = "1e131071,".repeat(20_000) + "1";

        patch("public_data", tenant.user(), "{\"a\": [" + numbers + "]}")
                .statusCode(422)
                .body("errors.code", contains("too_large"));
    }

    @ParameterizedTest
    @CsvSource({"31, 200", "32, 422", "100000, 422"})
    void limitsNestingTo32Levels(int brackets, int status) {
        String body = "{\"a\": " + "[".repeat(brackets) + "]".repeat(brackets) + "}";

        patch("public_data", tenant.user(), body).statusCode(status);
    }

    @ParameterizedTest
    @CsvSource({"256, 200", "257, 422"})
    void limitsNamesTo256Characters(int length, int status) {
        patch("public_data", tenant.user(), "{\"" + "n".repeat(length) + "\": 1}")
                .statusCode(status);
    }

    @ParameterizedTest
    @CsvSource({"262144, 422", "262145, 413", "1000000, 413"})
    void limitsBodiesTo256KiB(int size, int status) {
        String prefix = "{\"public_data\": {\"a\": \"";
        String body = prefix + "x".repeat(size - prefix.length() - 3) + "\"}}";
        assertThat(body.getBytes(UTF_8)).hasSize(size);

        as(tenant)
                .body(body)
                .patch("/api/users/{user}/public_data", tenant.user())
                .then()
                .statusCode(status)
                .contentType("application/problem+json")
                .body("status", equalTo(status));
    }

    private Response get(String kind, String user) {
        return as(tenant).get("/api/users/{user}/" + kind, user);
    }

    private Response patch(String kind, String user, String patch) {
        return as(tenant)
                .body("{\"" + kind + "\": " + patch + "}")
                .patch("/api/users/{user}/" + kind, user)
                .then();
    }

    private String lastUpdated(String user) {
        return Sql.value(
                "select extract(epoch from last_updated_at)::bigint from users where tenant_id = ? and user_id = ?",
                tenant.id(),
                user);
    }

    private static JsonNode json(String text) throws Exception {
        return new ObjectMapper()
                .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                .setNodeFactory(JsonNodeFactory.withExactBigDecimals(true))
                .readTree(text);
    }
}
