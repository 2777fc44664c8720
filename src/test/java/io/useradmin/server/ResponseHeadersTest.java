package io.useradmin.server;

import static io.useradmin.testsupport.Api.as;
import static io.useradmin.testsupport.Api.given;
import static java.time.format.DateTimeFormatter.RFC_1123_DATE_TIME;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.useradmin.testsupport.ApiOperation;
import io.useradmin.testsupport.RawHttp;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import java.time.ZonedDateTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Headers and references that every response has. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class ResponseHeadersTest {
    private final Tenant tenant = Tenant.create();
    private final String user = ApiOperation.userFor(tenant);

    @ParameterizedTest
    @MethodSource("io.useradmin.testsupport.ApiOperation#all")
    void haveTheDate(ApiOperation operation) {
        assertIsDate(operation.send(tenant.apiKey(), user).header("Date"));
        assertIsDate(operation.send(tenant.apiKey(), "nobody").header("Date"));
    }

    @Test
    void haveTheDateEvenWithoutAnOperation() {
        assertIsDate(given().get("/api/users/x").header("Date"));
        assertIsDate(given().get("/q/openapi").header("Date"));
        assertThat(RawHttp.get("/api/%zz", tenant.apiKey()))
                .startsWith("HTTP/1.1 400 ")
                .contains("\r\ndate: ");
    }

    @ParameterizedTest
    @MethodSource("io.useradmin.testsupport.ApiOperation#all")
    void refuseASlashAtTheEndOfAPath(ApiOperation operation) {
        as(tenant)
                .body("{}")
                .request(operation.method(), operation.path(user) + "/")
                .then()
                .statusCode(404)
                .body("type", equalTo("urn:useradmin:problem:unknown-path"));
        as(tenant).get("/api/users/{user}", user).then().statusCode(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a|b", "a{b}", "a^b`"})
    void nameTheRequestByAUriReference(String id) {
        String answer = RawHttp.get("/api/users/" + id + "/sessions", tenant.apiKey());

        assertThat(answer.substring(answer.indexOf("\"instance\"")))
                .doesNotContain(id)
                .startsWith("\"instance\":\"/api/users/a%");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/api/%zz", "/api/users/%"})
    void revealNothingAboutThePathWithoutAKey(String path) {
        assertThat(RawHttp.exchange("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n"))
                .startsWith("HTTP/1.1 401 ");
    }

    private static void assertIsDate(String header) {
        assertThat(ZonedDateTime.parse(header, RFC_1123_DATE_TIME))
                .isBefore(ZonedDateTime.now().plusDays(1));
    }
}
