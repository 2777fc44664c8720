package io.useradmin.contract;

import static io.useradmin.testsupport.Api.as;
import static io.useradmin.testsupport.Api.withKey;
import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.useradmin.apikey.ApiKey;
import io.useradmin.testsupport.ApiOperation;
import io.useradmin.testsupport.ApiRequest;
import io.useradmin.testsupport.CapturedLog;
import io.useradmin.testsupport.Management;
import io.useradmin.testsupport.Response;
import io.useradmin.testsupport.Sql;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.Traced;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * No API key, secret, private data or session key gets into a log, a metric, a trace or an error. X-Actor and X-Reason get only
 * into the audit log.
 */
@QuarkusTest
@TestProfile(Traced.class)
class PrivacyTest {
    private static final String CANARY = "canary-6f1c";
    private static final String AUTHOR = "author-6f1c";

    @Inject
    InMemorySpanExporter spans;

    @Inject
    OpenTelemetry telemetry;

    final Tenant tenant = Tenant.create();
    final List<String> newKeys = new ArrayList<>();

    @Test
    void revealsNothingPrivateInAnyScenario() {
        CapturedLog log = CapturedLog.listen();
        try {
            everyOperationInEveryWay();
            failInsideTheDatabase();
        } finally {
            log.close();
        }

        collectSpans();
        List<String> recorded = Stream.of(
                        log.lines().stream().map(Object::toString),
                        Management.get("/q/metrics").asString().lines(),
                        spans.getFinishedSpanItems().stream().map(Object::toString))
                .flatMap(lines -> lines)
                .toList();
        assertThat(recorded).as("the failure itself is logged").anyMatch(line -> line.contains("SQLSTATE P0001"));
        assertThat(log.lines("access")).isNotEmpty();
        assertThat(log.lines("audit")).isNotEmpty();
        assertThat(spans.getFinishedSpanItems())
                .as("statements are traced")
                .anyMatch(span -> span.getAttributes().toString().contains("from sessions"));
        assertThat(newKeys).as("new keys of createKey and rotateKey").hasSize(2);
        Stream<ApiKey> keys = Stream.concat(Stream.of(tenant.apiKey()), newKeys.stream())
                .map(text -> ApiKey.parse(text).orElseThrow());
        Stream.concat(
                        Stream.of(CANARY, "sk-session-1"),
                        keys.flatMap(key -> Stream.of(key.secret(), key.secretDigest())))
                .forEach(secret -> assertThat(recorded).noneMatch(line -> line.contains(secret)));
        assertThat(recorded)
                .filteredOn(line -> line.contains(AUTHOR))
                .as("whom the caller acts for, and why, is only in lines of the audit log")
                .isNotEmpty()
                .allMatch(line -> line.startsWith("audit "));
    }

    private void noteNewKeys(String response) {
        Pattern.compile(ApiKey.PATTERN)
                .matcher(response)
                .results()
                .map(MatchResult::group)
                .forEach(newKeys::add);
    }

    /** Flushes the spans. Otherwise they are exported some seconds later. */
    private void collectSpans() {
        var flushed = ((OpenTelemetrySdk) telemetry).getSdkTracerProvider().forceFlush();
        assertThat(flushed.join(1, TimeUnit.MINUTES).isSuccess()).isTrue();
    }

    private void everyOperationInEveryWay() {
        for (ApiOperation operation : ApiOperation.all().toList()) {
            String user = ApiOperation.userFor(tenant);
            Sql.run("update users set private_data = '{\"a\": \"" + CANARY + "\"}' where tenant_id = ?", tenant.id());
            Response response = operation.send(withAuthor(operation), user);
            response.then().statusCode(operation.success());
            noteNewKeys(response.asString());
            if (operation.needsUser()) {
                Response refusal = operation.send(withAuthor(operation), "nobody");
                refusal.then().statusCode(404);
                assertThat(refusal.asString()).doesNotContain(AUTHOR);
            }
            operation.send(tenant.apiKey().replace('a', 'b'), user).then().statusCode(401);
            assertThat(operation
                            .send(withKey(tenant.apiKey()).header("Accept", "text/" + CANARY), user)
                            .asString())
                    .doesNotContain(CANARY);
            Sql.run("delete from users where tenant_id = ?", tenant.id());
        }
        as(tenant)
                .queryParam("email", CANARY + "@example.com")
                .get("/api/users")
                .then()
                .statusCode(200);
        as(tenant).get("/" + CANARY).then().statusCode(404);
        as(tenant).get("/api/" + CANARY).then().statusCode(404);
        for (String body : List.of(
                "{\"private_data\": {\"" + CANARY + "\": ",
                "{\"private_data\": \"" + CANARY + "\"}",
                "{\"private_data\": {\"a\": 1, \"a\": \"" + CANARY + "\"}}",
                "{\"private_data\": {\"a\": \"" + CANARY + "\\u0000\"}}",
                "{\"private_data\": {\"a\": \"" + CANARY.repeat(7000) + "\"}}",
                CANARY)) {
            String answer = as(tenant)
                    .body(body)
                    .patch("/api/users/{user}/private_data", tenant.user())
                    .asString();
            assertThat(answer).contains("urn:useradmin:problem:").doesNotContain(CANARY);
        }
    }

    private ApiRequest withAuthor(ApiOperation operation) {
        return withKey(tenant.apiKey())
                .accept(operation.accept())
                .header("X-Actor", AUTHOR)
                .header("X-Reason", AUTHOR + ": stolen");
    }

    /** PostgreSQL's messages quote data. This trigger makes sure that one does. */
    private void failInsideTheDatabase() {
        String user = tenant.user();
        Sql.run("create function quote_it() returns trigger language plpgsql as"
                + " $$ begin raise exception 'refused: %', new.private_data; end $$");
        Sql.run("create trigger quote_it before update on users for each row when (new.tenant_id = '" + tenant.id()
                + "') execute function quote_it()");
        try {
            var answer = as(tenant)
                    .body("{\"private_data\": {\"a\": \"" + CANARY + "\"}}")
                    .patch("/api/users/{user}/private_data", user);
            assertThat(answer.statusCode()).isEqualTo(500);
            assertThat(answer.asString())
                    .contains("urn:useradmin:problem:internal-error")
                    .doesNotContain(CANARY)
                    .doesNotContain("Exception")
                    .doesNotContain("SQL");
        } finally {
            Sql.run("drop trigger quote_it on users");
            Sql.run("drop function quote_it()");
        }
    }
}
