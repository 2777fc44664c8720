package io.useradmin.http;

import static io.useradmin.testsupport.Api.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.nullValue;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.useradmin.testsupport.ApiRequest;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** All methods of resources with an ETag evaluate If-Match and If-None-Match (RFC 9110, section 13). */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class ConditionalRequestsTest {
    private static final String USER = "/api/users/{user}";
    private static final String DATA = USER + "/public_data";
    private static final String STALE = "\"1\"";

    private final Tenant tenant = Tenant.create();
    private final String user = tenant.user();

    @ParameterizedTest
    @CsvSource({"If-Match, STALE", "If-None-Match, CURRENT", "If-None-Match, *"})
    void deletesNothingIfThePreconditionFails(String header, String tag) {
        as(tenant).header(header, value(tag, USER)).delete(USER, user).then().statusCode(412);

        as(tenant).get(USER, user).then().statusCode(200);
    }

    @ParameterizedTest
    @CsvSource({"If-Match, CURRENT", "If-Match, *", "If-None-Match, STALE"})
    void deletesIfThePreconditionHolds(String header, String tag) {
        as(tenant).header(header, value(tag, USER)).delete(USER, user).then().statusCode(204);

        as(tenant).get(USER, user).then().statusCode(404);
    }

    @Test
    void deletesNoChangedUser() {
        String read = current(USER);
        as(tenant)
                .body("{\"public_data\": {\"a\": 1}}")
                .patch(DATA, user)
                .then()
                .statusCode(200);

        as(tenant).header("If-Match", read).delete(USER, user).then().statusCode(412);
        as(tenant).header("If-Match", current(USER)).delete(USER, user).then().statusCode(204);
    }

    @Test
    void answers404ToADeletedUserWhateverThePrecondition() {
        as(tenant).header("If-Match", STALE).delete(USER, "nobody").then().statusCode(404);
    }

    @Test
    void refusesAMalformedPreconditionOfADelete() {
        as(tenant)
                .header("If-Match", "1")
                .delete(USER, user)
                .then()
                .statusCode(400)
                .body("errors[0].header", equalTo("If-Match"));
        as(tenant).get(USER, user).then().statusCode(200);
    }

    @ParameterizedTest
    @CsvSource({"If-Match, STALE", "If-None-Match, CURRENT", "If-None-Match, *"})
    void patchesNothingIfThePreconditionFails(String header, String tag) {
        patch().header(header, value(tag, DATA)).patch(DATA, user).then().statusCode(412);

        as(tenant).get(DATA, user).then().statusCode(200).body("public_data.changed", nullValue());
    }

    @ParameterizedTest
    @CsvSource({"If-Match, CURRENT", "If-Match, *", "If-None-Match, STALE"})
    void patchesIfThePreconditionHolds(String header, String tag) {
        patch().header(header, value(tag, DATA))
                .patch(DATA, user)
                .then()
                .statusCode(200)
                .header("Cache-Control", "no-store")
                .body("public_data.changed", equalTo(true));
    }

    @ParameterizedTest
    @ValueSource(strings = {USER, DATA})
    void readsOnlyTheRequestedVersion(String path) {
        as(tenant).header("If-Match", STALE).get(path, user).then().statusCode(412);
        as(tenant).header("If-Match", current(path)).get(path, user).then().statusCode(200);
        as(tenant).header("If-None-Match", current(path)).get(path, user).then().statusCode(304);
    }

    private ApiRequest patch() {
        return as(tenant).body("{\"public_data\": {\"changed\": true}}");
    }

    private String value(String tag, String path) {
        return switch (tag) {
            case "CURRENT" -> current(path);
            case "STALE" -> STALE;
            default -> tag;
        };
    }

    private String current(String path) {
        String tag = as(tenant).get(path, user).header("ETag");
        assertThat(tag).isNotEqualTo(STALE);
        return tag;
    }
}
