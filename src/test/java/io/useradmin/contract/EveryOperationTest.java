package io.useradmin.contract;

import static io.useradmin.testsupport.Api.withKey;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.matchesPattern;
import static org.hamcrest.Matchers.startsWith;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.useradmin.apikey.ApiKey;
import io.useradmin.testsupport.Api;
import io.useradmin.testsupport.ApiOperation;
import io.useradmin.testsupport.ApiRequest;
import io.useradmin.testsupport.RawHttp;
import io.useradmin.testsupport.Response;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Rules that hold for every operation, tested on every operation. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class EveryOperationTest {
    private static final String OPERATIONS = "io.useradmin.testsupport.ApiOperation#";
    private static final String ALL = OPERATIONS + "all";
    private static final String WITH_A_SCOPE = OPERATIONS + "withScope";
    private static final String OF_A_USER = OPERATIONS + "needingUser";
    private static final String READS = OPERATIONS + "reads";
    private static final String WITH_A_USER = OPERATIONS + "withUserInPath";

    private static final String TOKEN = "X-Consistency-Token";

    final Tenant tenant = Tenant.create();
    final String user = ApiOperation.userFor(tenant);

    @ParameterizedTest
    @MethodSource(ALL)
    void succeedsWithOnlyItsOwnScope(ApiOperation operation) {
        Response response = operation.send(tenant.key(ownScope(operation)).reveal(), user);

        response.then()
                .statusCode(operation.success())
                .header("X-Content-Type-Options", "nosniff")
                .header("Cache-Control", operation.mayBeKept() ? "private, no-cache" : "no-store");
        if (operation.answersBody()) {
            response.then().contentType("application/json");
        } else {
            assertThat(response.asByteArray()).isEmpty();
        }
    }

    /** A key with only unknown scopes may use operations that need no scope. */
    private static String ownScope(ApiOperation operation) {
        return operation.scope().isEmpty() ? "nothing:known" : operation.scope();
    }

    @ParameterizedTest
    @MethodSource(ALL)
    void answersTheSame401ToEveryInvalidKey(ApiOperation operation) {
        String good = tenant.apiKey();
        String mistyped = good.substring(0, 60) + (good.charAt(60) == '0' ? '1' : '0') + good.substring(61);
        String wrongSecret = new ApiKey(good.substring(4, 36), "0".repeat(48)).reveal();
        // All kinds of bad keys for all operations would exceed the rate limit for failed keys.
        List<String> bad = operation.id().equals("listSessions")
                ? List.of(
                        "",
                        "nonsense",
                        "uak_",
                        mistyped,
                        wrongSecret,
                        Tenant.newKey().reveal(),
                        tenant.expiringKey(Instant.now().minusSeconds(1)).reveal(),
                        tenant.revokedKey().reveal(),
                        good + "0")
                : List.of("", wrongSecret, tenant.revokedKey().reveal());
        List<Map<String, Object>> bodies =
                bad.stream().map(key -> refused(operation, withKey(key))).toList();

        assertThat(bodies).containsOnly(bodies.getFirst());
        assertThat(refused(operation, Api.given())).isEqualTo(bodies.getFirst());
        assertThat(refused(operation, withKey(good).header("X-API-KEY", good))).isEqualTo(bodies.getFirst());
    }

    private Map<String, Object> refused(ApiOperation operation, ApiRequest request) {
        Map<String, Object> body = operation
                .send(request, user)
                .then()
                .statusCode(401)
                .header("WWW-Authenticate", "ApiKey")
                .contentType("application/problem+json")
                .body("type", equalTo("urn:useradmin:problem:unauthenticated"))
                .extract()
                .asMap();
        body.remove("trace_id");
        return body;
    }

    @ParameterizedTest
    @MethodSource(WITH_A_SCOPE)
    void answers403NamingTheScopeBeforeItLooksAtAnythingElse(ApiOperation operation) {
        String key = tenant.key(operation.otherScopes()).reveal();
        for (String target : List.of(user, "nobody", "in%20valid", user + ";x")) {
            operation
                    .send(key, target)
                    .then()
                    .statusCode(403)
                    .contentType("application/problem+json")
                    .body("type", equalTo("urn:useradmin:problem:missing-scope"))
                    .body("scope", equalTo(operation.scope()))
                    .body("detail", equalTo("The operation needs the scope " + operation.scope() + "."));
        }
    }

    @ParameterizedTest
    @MethodSource(OF_A_USER)
    void answersAnotherTenantLikeNothing(ApiOperation operation) {
        Tenant other = Tenant.create();
        other.group("group-1");

        Map<String, Object> foreign = notFound(operation, other, user);
        Map<String, Object> nothing = notFound(operation, other, "nobody");

        assertThat(foreign.get("type")).isEqualTo("urn:useradmin:problem:user-not-found");
        assertThat(foreign).isEqualTo(nothing);
        operation.send(tenant.apiKey(), user).then().statusCode(operation.success());
    }

    private static Map<String, Object> notFound(ApiOperation operation, Tenant tenant, String user) {
        Map<String, Object> body = operation
                .send(tenant.apiKey(), user)
                .then()
                .statusCode(404)
                .contentType("application/problem+json")
                .body("instance", equalTo(operation.path(user)))
                .extract()
                .asMap();
        body.remove("trace_id");
        body.remove("instance");
        return body;
    }

    @ParameterizedTest
    @MethodSource(WITH_A_USER)
    void answers422ToAnInvalidUserId(ApiOperation operation) {
        for (String target : List.of("a%20b", "%00", "%C3%A9", "x".repeat(129), "%FF", "a%22", "a%3Bb")) {
            operation
                    .send(tenant.apiKey(), target)
                    .then()
                    .statusCode(422)
                    .contentType("application/problem+json")
                    .body("type", equalTo("urn:useradmin:problem:invalid-request"))
                    .body("errors[0].parameter", equalTo("user_id"))
                    .body("errors[0].code", equalTo("identifier"));
        }
    }

    @ParameterizedTest
    @MethodSource(READS)
    void listsAMalformedTokenOfAReadTogetherWithItsOtherErrors(ApiOperation operation) {
        String target = malformedTarget(operation);
        String key = tenant.apiKey();

        List<Map<String, Object>> expected = new ArrayList<>();
        expected.add(Map.of(
                "header",
                TOKEN,
                "code",
                "consistency_token",
                "detail",
                "must be the value of this header in a response to a write"));
        Response withoutToken = withKey(key).get(target);
        if (withoutToken.statusCode() != operation.success()) {
            expected.addAll(withoutToken.path("errors"));
        }

        withKey(key)
                .header(TOKEN, "nonsense")
                .get(target)
                .then()
                .statusCode(400)
                .body("type", equalTo("urn:useradmin:problem:malformed-request"))
                .body("errors", equalTo(expected));
    }

    /** With an invalid value of every path and query parameter. */
    private static String malformedTarget(ApiOperation operation) {
        ApiOperation malformed = operation;
        for (String name : operation.parameters().keySet()) {
            malformed = malformed.with(name, "%20");
        }
        return malformed.path("%20")
                + operation.query().stream().map(each -> each.name() + "=").collect(Collectors.joining("&", "?", ""));
    }

    @ParameterizedTest
    @MethodSource(OF_A_USER)
    void acceptsIdsOfOtherIdentityServices(ApiOperation operation) {
        for (String target : List.of("auth0%7C5f7c", "google-oauth2:1~2", "a.b_c@d+e", "x".repeat(128))) {
            operation
                    .send(tenant.apiKey(), target)
                    .then()
                    .statusCode(404)
                    .body("type", equalTo("urn:useradmin:problem:user-not-found"));
        }
    }

    @ParameterizedTest
    @MethodSource(OF_A_USER)
    void admitsEitherJsonMediaTypeAndNoOther(ApiOperation operation) {
        for (String accept : List.of(
                "text/html",
                "application/xml;q=0.9, text/*",
                "application/json;q=0",
                "application/json;q=0.000, */*",
                "application/*;q=0, */*;q=0.5",
                "not a media type",
                "image/png")) {
            operation
                    .send(withKey(tenant.apiKey()).accept(accept), user)
                    .then()
                    .statusCode(406)
                    .contentType("application/problem+json")
                    .body("type", equalTo("urn:useradmin:problem:not-acceptable"));
        }
        for (String accept : List.of(
                "application/problem+json",
                "application/problem+json, application/json;q=0",
                "application/problem+json, */*;q=0",
                "application/json",
                "*/*",
                "",
                "application/*;q=0, application/json",
                "text/html;q=0, */*;q=0.1",
                "application/*;q=0.1",
                "text/html, application/problem+json;q=0.5")) {
            int status = operation
                    .send(withKey(tenant.apiKey()).accept(accept), "nobody")
                    .statusCode();
            assertThat(status).as(accept).isEqualTo(404);
        }
    }

    @ParameterizedTest
    @MethodSource(OF_A_USER)
    void returnsTheTraceIdOfTheCaller(ApiOperation operation) {
        var request = withKey(tenant.apiKey())
                .header("traceparent", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01");

        operation
                .send(request, "nobody")
                .then()
                .body("trace_id", equalTo("4bf92f3577b34da6a3ce929d0e0e4736"))
                .body("status", equalTo(404))
                .body("title", startsWith("There is no such user"));
        operation.send(tenant.apiKey(), "nobody").then().body("trace_id", matchesPattern("[0-9a-f]{32}"));
    }

    @ParameterizedTest
    @MethodSource(ALL)
    void answers405WithTheMethodsThatThePathKnows(ApiOperation operation) {
        withKey(tenant.apiKey())
                .request("TRACE", operation.path(user))
                .then()
                .statusCode(405)
                .contentType("application/problem+json")
                .header("Allow", containsString(operation.method()))
                .body("type", equalTo("urn:useradmin:problem:method-not-allowed"));
    }

    @ParameterizedTest
    @MethodSource(ALL)
    void readsABodyOnlyIfItIsJson(ApiOperation operation) {
        if (!operation.hasBody()) {
            // Published clients send Content-Type on every call. Without a body, it means nothing.
            operation
                    .send(withKey(tenant.apiKey()).contentType("text/plain").header("Content-Encoding", "gzip"), user)
                    .then()
                    .statusCode(operation.success());
            return;
        }
        Stream<String> patch =
                operation.method().equals("PATCH") ? Stream.empty() : Stream.of("application/merge-patch+json");
        Stream.concat(patch, Stream.of("text/plain", "application/xml", "nonsense"))
                .forEach(type -> operation
                        .send(withKey(tenant.apiKey()).contentType(type), user)
                        .then()
                        .statusCode(415)
                        .body("type", equalTo("urn:useradmin:problem:unsupported-media-type")));
        operation
                .send(withKey(tenant.apiKey()).header("Content-Encoding", "gzip"), user)
                .then()
                .statusCode(415);
        operation
                .send(withKey(tenant.apiKey()).contentType("application/json; charset=utf-8"), user)
                .then()
                .statusCode(operation.success());
    }

    /** RFC 9110, 14.5: without partial PUTs, the part would replace the whole. In other requests, the header means nothing. */
    @ParameterizedTest
    @MethodSource(ALL)
    void refusesAPartialPut(ApiOperation operation) {
        Response response = operation.send(withKey(tenant.apiKey()).header("Content-Range", "bytes 0-1/2"), user);
        if (operation.method().equals("PUT")) {
            response.then().statusCode(400).body("errors[0].header", equalTo("Content-Range"));
        } else {
            response.then().statusCode(operation.success());
        }
    }

    @Test
    void requiresAKeyBeforeItRevealsWhetherAPathExists() {
        for (String path : List.of("/api", "/api/", "/api/nothing", "/api/users/u1/nothing/at/all")) {
            Api.given().get(path).then().statusCode(401);
            withKey(tenant.apiKey())
                    .get(path)
                    .then()
                    .statusCode(404)
                    .contentType("application/problem+json")
                    .body("type", equalTo("urn:useradmin:problem:unknown-path"));
        }
        Api.given().put("/api/users/u1").then().statusCode(401);
        assertThat(RawHttp.get("/api/users/u1", "é".repeat(100))).startsWith("HTTP/1.1 401");
    }
}
