package io.useradmin.server;

import static io.useradmin.testsupport.Api.as;
import static io.useradmin.testsupport.Api.withKey;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.useradmin.testsupport.Api;
import io.useradmin.testsupport.RawHttp;
import io.useradmin.testsupport.RawHttp2;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Errors from the framework and the HTTP server have the same format as those of operations. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class FrameworkErrorsTest {
    final Tenant tenant = Tenant.create();
    final String user = tenant.user();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api/users/%zz/sessions",
                "/api/users/%",
                "/api/users/a%2",
                "/api/users/u1/sessions?page=%zz",
                "/api/users/u1/sessions?x=\u00e9",
                "/api/us\u0001rs",
                "api/users/u1/sessions",
            })
    void answers400ToAnUnreadableTarget(String target) {
        String answer = RawHttp.get(target, tenant.apiKey());

        assertThat(answer)
                .startsWith("HTTP/1.1 400 Bad Request\r\n")
                .contains("Content-Type: application/problem+json\r\n")
                .contains("X-Content-Type-Options: nosniff\r\n")
                .contains("Cache-Control: no-store\r\n")
                .contains("\"type\":\"urn:useradmin:problem:malformed-request\"")
                .contains("\"status\":400")
                .contains("\"trace_id\":\"");
    }

    @ParameterizedTest
    @CsvSource({
        "/api/users/%zz/sessions, path",
        "api/users/u1/sessions, path",
        "/api/users/u1/sessions?page=%zz, query",
        "/api/users/u1/sessions?x=\u00e9, query",
        "/api/users/u1/sessions#x, path",
    })
    void namesThePartOfTheTargetThatItCannotRead(String target, String part) {
        assertThat(RawHttp.get(target, tenant.apiKey()))
                .contains("\"errors\":[{\"parameter\":\"" + part + "\",\"code\":\"malformed\",");
    }

    /** A regular expression must not overflow the stack for a long target. */
    @ParameterizedTest
    @ValueSource(strings = {"x", "%7C", "x%7C"})
    void acceptsATargetOfMaximumLength(String part) {
        String target = "/api/users/" + part.repeat(4000 / part.length());

        assertThat(RawHttp.get(target, tenant.apiKey()))
                .startsWith("HTTP/1.1 422 ")
                .contains("\"type\":\"urn:useradmin:problem:invalid-request\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Host: [::1", "Host: a b", "X-No-Host: at-all"})
    void answers400ToARequestThatDoesNotSayWhichHostItIsFor(String host) {
        String answer = RawHttp.exchange("GET /api/users/u1/sessions HTTP/1.1\r\n" + host + "\r\nX-API-KEY: "
                + tenant.apiKey() + "\r\nConnection: close\r\n\r\n");

        assertThat(answer)
                .startsWith("HTTP/1.1 400 ")
                .contains("\"type\":\"urn:useradmin:problem:malformed-request\"")
                .contains("\"errors\":[{\"header\":\"Host\",\"code\":\"malformed\",");
    }

    @Test
    void answersHttp10WithoutAHost() {
        String answer = RawHttp.exchange(
                "GET /api/users/" + user + "/sessions HTTP/1.0\r\nX-API-KEY: " + tenant.apiKey() + "\r\n\r\n");

        assertThat(answer).startsWith("HTTP/1.0 200 ").endsWith("[]");
    }

    @Test
    void acceptsCharactersThatBrowsersDoNotEncode() {
        tenant.user("auth0|x", "{}", "{}");

        String answer = RawHttp.get("/api/users/auth0|x/sessions?other=<a|b>", tenant.apiKey());

        assertThat(answer)
                .startsWith("HTTP/1.1 200 ")
                .contains("/api/users/auth0%7Cx/sessions")
                .contains("other=%3Ca%7Cb%3E");
    }

    /** The router removes such parts before it matches: deleting a session must not become deleting a user. */
    @ParameterizedTest
    @CsvSource({
        "/sessions/.., 400, malformed-request",
        "/sessions/%2e%2e, 400, malformed-request",
        "/sessions/%2E., 400, malformed-request",
        "/sessions/../, 400, malformed-request",
        "/., 400, malformed-request",
        ";x=y, 422, invalid-request",
        "/sessions/s1;x, 422, invalid-request",
        "/sessions/%25;x, 422, invalid-request"
    })
    void neverReadsAPathAsAnotherOne(String rest, int status, String type) {
        String answer = RawHttp.exchange("DELETE /api/users/" + user + rest
                + " HTTP/1.1\r\nHost: localhost\r\nX-API-KEY: " + tenant.apiKey() + "\r\nConnection: close\r\n\r\n");

        assertThat(answer).startsWith("HTTP/1.1 " + status + " ").contains("\"type\":\"urn:useradmin:problem:" + type);
        as(tenant).get("/api/users/{user}/public_data", user).then().statusCode(200);
    }

    @ParameterizedTest
    @CsvSource({"GET, /api/nothing;x", "PUT, /api/users;x", "OPTIONS, /api/users;x", "OPTIONS, /api/nothing"})
    void answers404IfTheExactPathHasNoOperation(String method, String path) {
        as(tenant)
                .request(method, path)
                .then()
                .statusCode(404)
                .body("type", equalTo("urn:useradmin:problem:unknown-path"));
    }

    @Test
    void keepsTheConnectionFromRequestToRequest() {
        String get = "GET /api/users/" + user + "/sessions HTTP/1.1\r\nHost: localhost\r\nX-API-KEY: " + tenant.apiKey()
                + "\r\n\r\n";

        String answers = RawHttp.exchange(get + get + get.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n"));

        assertThat(answers.split("HTTP/1.1 200 OK", -1)).hasSize(4);
    }

    @Test
    void answersOptionsWithTheMethodsOfThePath() {
        as(tenant)
                .options("/api/users/{user}/sessions", user)
                .then()
                .statusCode(204)
                .header("Allow", "GET, HEAD, OPTIONS");
    }

    /** It concerns no path, so it needs no key. Only OPTIONS may have such a target. */
    @Test
    void answersOptionsOfTheServer() {
        String request = "OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n";

        assertThat(RawHttp.exchange(request))
                .startsWith("HTTP/1.1 204 ")
                .containsIgnoringCase("\r\nX-Content-Type-Options: nosniff\r\n");
        assertThat(RawHttp.exchange(request.replace("OPTIONS", "GET"))).startsWith("HTTP/1.1 400 ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/nothing", "/apiary", "/api.json"})
    void answers404OutsideTheApiWithoutAKey(String path) {
        Api.given()
                .get(path)
                .then()
                .statusCode(404)
                .contentType("application/problem+json")
                .body("type", equalTo("urn:useradmin:problem:unknown-path"))
                .body("instance", equalTo(path));
    }

    /** The router ignores matrix parameters. The key check must not be bypassed with them. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api",
                "/api/",
                "/api;x",
                "/api/;x",
                "/api;x/users/u1/sessions",
                "/api/users/u1/sessions;x",
                "/api/users/%25;x",
                "http://localhost/api",
                "http://localhost/api/users"
            })
    void requiresAKeyForEveryFormOfThePath(String target) {
        assertThat(RawHttp.get(target, "none")).startsWith("HTTP/1.1 401 ");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "PUT    | /api/users/u1/sessions            | GET, HEAD, OPTIONS",
                "POST   | /api/users/u1/sessions/s1         | DELETE, GET, HEAD, OPTIONS, PUT",
                "POST   | /api/users/u1                     | DELETE, GET, HEAD, OPTIONS, PATCH, PUT",
                "DELETE | /api/users/u1/public_data         | GET, HEAD, OPTIONS, PATCH",
                "PATCH  | /api/users/u1/blocked_ips/unblock | GET, HEAD, OPTIONS, POST, PUT",
            })
    void answers405WithExactlyTheMethodsOfThePath(String method, String path, String allowed) {
        withKey(tenant.apiKey())
                .request(method, path)
                .then()
                .statusCode(405)
                .header("Allow", allowed)
                .body("type", equalTo("urn:useradmin:problem:method-not-allowed"));
    }

    @Test
    void answersHeadLikeGetWithoutABody() {
        var head = as(tenant).head("/api/users/{user}/public_data", user);

        assertThat(head.statusCode()).isEqualTo(200);
        assertThat(head.header("ETag"))
                .isEqualTo(as(tenant).get("/api/users/{user}/public_data", user).header("ETag"));
        assertThat(head.asByteArray()).isEmpty();
    }

    /** Over HTTP/1.1, Vert.x leaves the body out itself. */
    @ParameterizedTest
    @CsvSource({
        "/, 302",
        "/console/, 200",
        "/index.html, 404",
        "/api/users/%61, 400",
        "/api/users, 200",
        "/api/users/nobody, 404",
        "/api/nothing, 404",
        "/q/openapi, 200"
    })
    void sendsNoBodyToHeadOverHttp2(String path, int status) throws Exception {
        try (RawHttp2 caller = RawHttp2.open()) {
            int stream = caller.begin("HEAD", path, tenant.apiKey(), true);

            assertThat(caller.ends(stream)).isTrue();
            assertThat(caller.status(stream)).isEqualTo(status);
            assertThat(caller.bodyBytes(stream)).isZero();
        }
    }

    @Test
    void answers413ToATooLargeContentLengthAndCloses() {
        String answer = RawHttp.exchange(patch("Content-Length: 262145\r\n") + "{");

        assertThat(answer)
                .startsWith("HTTP/1.1 413 ")
                .containsIgnoringCase("Connection: close\r\n")
                .contains("\"type\":\"urn:useradmin:problem:body-too-large\"");
    }

    /** The whole body arrives, so the connection ends only because of the announced {@code Connection: close}. */
    @ParameterizedTest
    @CsvSource({"Content-Length: 262145, %s", "Transfer-Encoding: chunked, '40001\r\n%s\r\n0\r\n\r\n'"})
    void readsNoRequestAfterATooLargeBody(String framing, String form) {
        String request = patch(framing + "\r\n") + form.formatted(" ".repeat(262_145));

        String answers = RawHttp.exchange(request + "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");

        assertThat(answers).startsWith("HTTP/1.1 413 ").containsIgnoringCase("Connection: close\r\n");
        assertThat(answers.split("HTTP/1.1 ", -1)).hasSize(2);
    }

    @Test
    void readsNoRequestOfHttp10AfterATooLargeBody() {
        String request =
                patch("Connection: keep-alive\r\nContent-Length: 262145\r\n").replace("HTTP/1.1", "HTTP/1.0");

        assertLast(RawHttp.exchange(request + " ".repeat(262_145) + request), "413");
    }

    /** Such a client knows no chunks: only the end of the connection ends a body of unknown length. */
    @Test
    void readsNoRequestOfHttp10AfterAStream() {
        String request = "GET /api/users/" + user + "/export HTTP/1.0\r\nConnection: keep-alive\r\nX-API-KEY: "
                + tenant.apiKey() + "\r\n\r\n";

        assertLast(RawHttp.exchange(request + request), "200");
    }

    private static void assertLast(String answers, String status) {
        assertThat(answers.split("HTTP/1.0 ", -1)).hasSize(2);
        assertThat(answers)
                .startsWith("HTTP/1.0 " + status + " ")
                .containsIgnoringCase("\r\nConnection: close\r\n")
                .doesNotContainIgnoringCase("keep-alive")
                .endsWith("}");
    }

    @Test
    void sendsNoInterimResponseToAClientOfHttp10() {
        String request = patch("Content-Length: 18\r\nExpect: 100-continue\r\n") + "{\"public_data\":{}}";

        assertThat(RawHttp.exchange(request.replace("HTTP/1.1", "HTTP/1.0"))).startsWith("HTTP/1.0 200 ");
        assertThat(RawHttp.exchange(request.replace("Expect", "Connection: close\r\nExpect")))
                .startsWith("HTTP/1.1 100 ");
    }

    /** The client may leave the body out after a refusal, and the next request must not be taken for the body. */
    @ParameterizedTest
    @CsvSource({"none, application/json, 401", "'', text/plain, 415"})
    void closesAfterARefusalThatAWaitingClientGets(String key, String type, int status) {
        String request = patch("Content-Length: 18\r\nExpect: 100-continue\r\n")
                .replace(tenant.apiKey(), key.isEmpty() ? tenant.apiKey() : key)
                .replace("application/json", type);

        String answers = RawHttp.exchange(request);

        assertThat(answers)
                .startsWith("HTTP/1.1 " + status + " ")
                .containsIgnoringCase("Connection: close\r\n")
                .endsWith("}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"application/json ;charset=UTF-8", "application/json \t ; charset=UTF-8"})
    void readsAMediaTypeWithASpaceBeforeItsParameter(String type) {
        String request = patch("Accept: " + type + "\r\nContent-Length: 18\r\nConnection: close\r\n")
                .replace("Content-Type: application/json", "Content-Type: " + type);

        assertThat(RawHttp.exchange(request + "{\"public_data\":{}}")).startsWith("HTTP/1.1 200 ");
    }

    @Test
    void answers413ToATooLargeChunkedBody() {
        String chunk = "1000\r\n" + " ".repeat(4096) + "\r\n";

        String answer = RawHttp.exchange(patch("Transfer-Encoding: chunked\r\n") + chunk.repeat(65));

        assertThat(answer).startsWith("HTTP/1.1 413 ").contains("\"type\":\"urn:useradmin:problem:body-too-large\"");
    }

    @Test
    void readsAChunkedBodyWithinTheBound() {
        String body = "{\"public_data\": {\"a\": 1}}";
        String padded = body + " ".repeat(100_000 - body.length());

        String answer = RawHttp.exchange(patch("Transfer-Encoding: chunked\r\nConnection: close\r\n")
                + "%x\r\n%s\r\n0\r\n\r\n".formatted(padded.length(), padded));

        assertThat(answer).startsWith("HTTP/1.1 200 ").endsWith("{\"public_data\":{\"a\": 1}}");
    }

    @Test
    void requiresAKeyBeforeItReadsTheBody() {
        String answer = RawHttp.exchange(
                patch("Content-Length: 999999999\r\nConnection: close\r\n").replace(tenant.apiKey(), "none"));

        assertThat(answer).startsWith("HTTP/1.1 401 ");
    }

    @Test
    void keepsTheConnectionIfASmallBodyWasNotRead() {
        String unread = "POST /api/users/nobody/groups/g HTTP/1.1\r\nHost: localhost\r\nX-API-KEY: " + tenant.apiKey()
                + "\r\nContent-Length: 2\r\n\r\n{}";

        String answers = RawHttp.exchange(unread + unread.replace("Host", "Connection: close\r\nHost"));

        assertThat(answers.split("HTTP/1.1 404 Not Found", -1)).hasSize(3);
    }

    /** The unread body must be skipped before the next request. The HTTP server leaves this to us. */
    @ParameterizedTest
    @CsvSource({"GET, 200", "POST, 405", "DELETE, 405"})
    void keepsTheConnectionIfAnAllowedBodyWasNotRead(String method, int status) {
        String unread = method + " /api/users/" + user + "/sessions HTTP/1.1\r\nHost: localhost\r\nX-API-KEY: "
                + tenant.apiKey() + "\r\nContent-Length: 200000\r\n\r\n" + " ".repeat(200_000);

        String answers = RawHttp.exchange(unread + unread.replace("Host", "Connection: close\r\nHost"));

        assertThat(answers.split("HTTP/1.1 " + status + " ", -1)).hasSize(3);
    }

    @Test
    void keepsAConnectionOfHttp10IfAnAllowedBodyWasNotRead() {
        String unread =
                "POST /api/users/" + user + "/sessions HTTP/1.0\r\nHost: localhost\r\nX-API-KEY: " + tenant.apiKey()
                        + "\r\nConnection: keep-alive\r\nContent-Length: 200000\r\n\r\n" + " ".repeat(200_000);

        String answers = RawHttp.exchange(unread + unread.replace("Connection: keep-alive\r\n", ""));

        assertThat(answers.split(" 405 ", -1)).hasSize(3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/api/users/%", "/api/users/u1?x=\u00e9"})
    void closesTheConnectionAfterAnUnreadableTarget(String target) {
        String unread = "POST " + target + " HTTP/1.1\r\nHost: localhost\r\nX-API-KEY: " + tenant.apiKey()
                + "\r\nContent-Length: 200000\r\n\r\n"
                + " ".repeat(200_000);

        String answers = RawHttp.exchange(unread + "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");

        assertThat(answers.split("HTTP/1.1 ", -1)).hasSize(2);
        assertThat(answers).startsWith("HTTP/1.1 400 ").contains("connection: close");
    }

    @Test
    void answers415ToABodyWithoutAMediaType() {
        String answer = RawHttp.exchange(
                patch("Content-Length: 2\r\nConnection: close\r\n").replace("Content-Type: application/json\r\n", "")
                        + "{}");

        assertThat(answer)
                .startsWith("HTTP/1.1 415 ")
                .contains("\"type\":\"urn:useradmin:problem:unsupported-media-type\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Content-Type: ", "Content-Type: */*", "Content-Type: application/*"})
    void answers415ToAnInvalidMediaType(String header) {
        String answer = RawHttp.exchange(
                patch("Content-Length: 2\r\nConnection: close\r\n").replace("Content-Type: application/json", header)
                        + "{}");

        assertThat(answer).startsWith("HTTP/1.1 415 ");
    }

    @Test
    void answers400ToABodyThatIsNotUtf8() {
        String answer = RawHttp.exchange(
                patch("Content-Length: 24\r\nConnection: close\r\n") + "{\"public_data\":{\"a\":\"\u00ff\u00fe\"}}");

        assertThat(answer).startsWith("HTTP/1.1 400 ").contains("\"code\":\"syntax\"");
    }

    private String patch(String headers) {
        return "PATCH /api/users/" + user + "/public_data HTTP/1.1\r\nHost: localhost\r\nX-API-KEY: " + tenant.apiKey()
                + "\r\nContent-Type: application/json\r\n" + headers + "\r\n";
    }
}
