package io.useradmin.contract;

import static io.useradmin.testsupport.Api.as;
import static io.useradmin.testsupport.Api.withKey;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;

import com.fasterxml.jackson.databind.node.TextNode;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.useradmin.testsupport.ApiOperation;
import io.useradmin.testsupport.ApiOperation.QueryParameter;
import io.useradmin.testsupport.Response;
import io.useradmin.testsupport.Snapshot;
import io.useradmin.testsupport.Sql;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Text that is code elsewhere (SQL, a log, a header, a terminal) is only text here. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class HostileTextTest {
    static final List<String> TEXTS = List.of(
            "' or '1'='1",
            "' or 1=1 --",
            "'; drop table users cascade; --",
            "\"; delete from sessions; --",
            "') ; update users set disabled = true; --",
            "' union select secret_sha256, null from api_keys --",
            "'||(select pg_sleep(9))||'",
            "1; select pg_sleep(9)",
            "\\'; drop table users; --",
            "$$; drop table users; $$",
            "$1",
            ":tenant &",
            "?1",
            "%' and 1=0 union all select 1 --",
            "{\"$ne\": null}",
            "*/ drop table users /*",
            "\u02bc or 1=1 --",
            "\u00bf' or 1=1 --",
            "a\r\nSet-Cookie: forged=1",
            "a\r\n\r\nHTTP/1.1 200 OK\r\n\r\nforged",
            "a\n2026-01-01 00:00:00,000 ERROR [forged]",
            "a\u0085forged\u2028forged\u2029forged",
            "\u001b[2J\u001b[31mforged",
            "\u202eforged\u202c",
            "${jndi:ldap://forged.invalid/a}",
            "#{7*7}${7*7}{{7*7}}",
            "%s%n%x%p",
            "../../../etc/passwd",
            "<script>alert(1)</script>",
            "\ud83e\udd8a\ufeff\ufffe");

    final Tenant tenant = Tenant.create();
    final String user = ApiOperation.userFor(tenant);
    final Tenant other = Tenant.create();
    List<String> before = List.of();

    @BeforeEach
    void rememberTheOtherTenant() {
        ApiOperation.userFor(other);
        before = Snapshot.of(other);
    }

    @AfterEach
    void findsTheOtherTenantUnchanged() {
        assertThat(before).isNotEmpty().isEqualTo(Snapshot.of(other));
    }

    @ParameterizedTest
    @FieldSource("TEXTS")
    void refusesItInEveryPath(String text) {
        List<String> own = Snapshot.of(tenant);
        ApiOperation.all()
                .forEach(operation -> pathsWith(encoded(text), operation).forEach(path -> {
                    Response answer = request(operation, path, operation.body());
                    assertRefused(answer);
                    assertThat(answer.statusCode()).as(operation + " " + path).isIn(400, 404, 405, 422);
                }));
        assertThat(Snapshot.of(tenant)).isEqualTo(own);
    }

    private static String with(String target, String parameter) {
        return target + (target.contains("?") ? "&" : "?") + parameter;
    }

    @ParameterizedTest
    @FieldSource("TEXTS")
    void findsNothingByHostileTextInAnyQuery(String text) {
        List<String> own = Snapshot.of(tenant);
        ApiOperation.all().filter(operation -> operation.method().equals("GET")).forEach(operation -> {
            Stream<String> parameters = operation.query().stream().map(QueryParameter::name);
            Stream.concat(parameters, Stream.of("unknown")).forEach(parameter -> {
                Response answer = request(operation, with(operation.target(user), parameter + "=" + encoded(text)), "");
                assertSafe(answer);
                assertThat(answer.statusCode()).as(operation + " " + parameter).isIn(200, 400, 404, 422);
            });
        });
        assertThat(Snapshot.of(tenant)).isEqualTo(own);
    }

    @ParameterizedTest
    @FieldSource("TEXTS")
    void keepsItUnchangedInFreeText(String text) {
        String user = tenant.user();
        Map<String, Object> document = Map.of("a", text, "b", List.of(text), "c", Map.of("d", text));

        for (String kind : List.of("public_data", "private_data")) {
            as(tenant)
                    .body(Map.of(kind, document))
                    .patch("/api/users/" + user + "/" + kind)
                    .then()
                    .statusCode(200)
                    .body(kind, equalTo(document));
        }
        as(tenant)
                .body(Map.of("public_data", Map.of(text, 1)))
                .patch("/api/users/" + user + "/public_data")
                .then()
                .statusCode(200);
        assertThat(Sql.value("select public_data ->> ? from users where user_id = ?", text, user))
                .isEqualTo("1");
        String session = "/api/users/" + user + "/sessions/session-3";
        Response put = as(tenant)
                .body(Map.of(
                        "session_key", text, "expires_at", 32503680000L, "last_metadata", Map.of("user_agent", text)))
                .put(session);
        assertSafe(put);
        assertThat(put.statusCode()).isIn(201, 422);
        if (put.statusCode() == 201) {
            as(tenant).get(session).then().body("last_metadata.user_agent", equalTo(text));
        }
    }

    @ParameterizedTest
    @FieldSource("TEXTS")
    void treatsItAsTextInAnyBody(String text) {
        ApiOperation.all()
                .filter(ApiOperation::hasBody)
                .forEach(operation -> bodiesWith(text, operation.body()).forEach(body -> {
                    Response answer = request(operation, operation.target(user), body);
                    assertSafe(answer);
                    assertThat(answer.statusCode()).as(operation + " " + body).isIn(200, 201, 204, 404, 409, 422);
                }));
    }

    @ParameterizedTest
    @FieldSource("TEXTS")
    void treatsItAsTextInAnyMemberOfAUserOrGroup(String text) {
        for (Map.Entry<String, Object> each : bodies(text).entrySet()) {
            Response answer = as(tenant).body(each.getValue()).put(each.getKey());
            assertSafe(answer);
            assertThat(answer.statusCode()).as(each.getKey()).isIn(200, 201, 409, 422);
        }
    }

    @ParameterizedTest
    @MethodSource("io.useradmin.testsupport.ApiOperation#all")
    void executesNoCodeFromAHeader(ApiOperation operation) {
        for (String header :
                List.of("User-Agent", "traceparent", "X-Request-Id", "Referer", "If-Match", "Accept-Language")) {
            // Only what a client library can send. RequestSmugglingTest sends the rest.
            Response answer = operation.send(
                    withKey(tenant.apiKey())
                            .header(header, "'; drop table users; --${jndi:ldap://forged.invalid}\t%0d%0aforged"),
                    "nobody");
            assertSafe(answer);
        }
    }

    /** A client's trace context is accepted only if it is well-formed. */
    @Test
    void createsATraceIdIfTheCallersIsInvalid() {
        String id = "4bf92f3577b34da6a3ce929d0e0e4736";
        for (String garbage : List.of(
                id,
                "00-" + id,
                "00-" + id + "-00f067aa0ba902b7",
                "00-" + id + "-00f067aa0ba902b7-01-forged",
                "00-" + id.toUpperCase(Locale.ROOT) + "-00f067aa0ba902b7-01",
                "ff-" + id + "-00f067aa0ba902b7-01",
                "00-" + "0".repeat(32) + "-00f067aa0ba902b7-01",
                "00-" + id + "-" + "0".repeat(16) + "-01",
                "00-" + id.replace('4', '\'') + "-00f067aa0ba902b7-01",
                "00-" + id + "-00f067aa0ba902b7-01,00-" + id + "-00f067aa0ba902b7-01",
                "x".repeat(5_000))) {
            String traceId = as(tenant)
                    .header("traceparent", garbage)
                    .get("/api/users/nobody")
                    .then()
                    .statusCode(404)
                    .extract()
                    .path("trace_id");
            assertThat(traceId).matches("[0-9a-f]{32}").isNotEqualTo(id).isNotEqualTo("0".repeat(32));
        }
    }

    private Response request(ApiOperation operation, String path, String body) {
        var request = withKey(tenant.apiKey());
        return (body.isEmpty() ? request : request.body(body)).request(operation.method(), path);
    }

    /** The operation's path with {@code text} as each parameter. */
    private Stream<String> pathsWith(String text, ApiOperation operation) {
        Stream<String> others = operation.parameters().keySet().stream()
                .map(parameter -> operation.with(parameter, text).path(user));
        return operation.hasUser() ? Stream.concat(Stream.of(operation.path(text)), others) : others;
    }

    /** The body with {@code text} as each value. */
    private static Stream<String> bodiesWith(String text, String body) {
        return Pattern.compile("(?<=:)\\s*(\"[^\"]*\"|\\d+|true|\\{.*\\}(?=\\}))")
                .matcher(body)
                .results()
                .map(value ->
                        body.substring(0, value.start(1)) + TextNode.valueOf(text) + body.substring(value.end(1)));
    }

    /** More bodies, with members that the bodies of {@link ApiOperation} do not have. */
    private static Map<String, Object> bodies(String text) {
        return Map.of(
                "/api/groups/g", Map.of("name", text, "description", text),
                "/api/users/claims", Map.of("claims", Map.of("name", text, "given_name", text)),
                "/api/users/username", Map.of("username", Map.of("username", text, "idps", List.of(text))),
                "/api/users/email", Map.of("emails", List.of(Map.of("email", text + "@example.com"))),
                "/api/users/phone", Map.of("phone_numbers", List.of(Map.of("phone", text))),
                "/api/users/idp",
                        Map.of(
                                "idps",
                                List.of(Map.of(
                                        "authenticator",
                                        "github",
                                        "provider_user_id",
                                        text,
                                        "claims",
                                        Map.of("name", text)))),
                "/api/users/ids", Map.of("emails", List.of(Map.of("id", text, "email", "a@example.com"))));
    }

    private void assertRefused(Response answer) {
        assertSafe(answer);
        assertThat(answer.contentType()).isEqualTo("application/problem+json");
    }

    private void assertSafe(Response answer) {
        assertThat(answer.statusCode()).isLessThan(500);
        assertThat(answer.headers().firstValue("Set-Cookie")).isEmpty();
        assertThat(answer.headers().map().values())
                .allSatisfy(values ->
                        assertThat(values).allMatch(value -> value.chars().allMatch(c -> c >= ' ' && c < 0x7f)));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
