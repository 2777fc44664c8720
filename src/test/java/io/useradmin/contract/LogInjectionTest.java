package io.useradmin.contract;

import static io.useradmin.testsupport.Api.withKey;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.useradmin.testsupport.Await;
import io.useradmin.testsupport.CapturedLog;
import io.useradmin.testsupport.RawHttp;
import io.useradmin.testsupport.Sql;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No text that a client sends gets into a log, so nobody can forge log lines. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class LogInjectionTest {
    private static final String MARK = "forged-7c1e";
    private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";

    final Tenant tenant = Tenant.create();
    final String user = tenant.user();

    @ParameterizedTest
    @ValueSource(strings = {"%0D%0A", "%1B%5B2J", "%E2%80%A8", "%C2%85", "%00", "%FF", "|"})
    void logsNothingOfARefusedRequest(String separator) throws Exception {
        List<String> logged;
        try (CapturedLog log = CapturedLog.listen()) {
            String text = separator + MARK;
            List<String> keys = List.of(tenant.apiKey(), MARK, "none");
            for (String key : keys) {
                RawHttp.get("/api/users/" + text + "/sessions?client_id=" + text, key);
                RawHttp.get("/" + text + "?sort=" + text, key);
                RawHttp.get("/api/users/%zz" + text, key);
            }
            RawHttp.exchange("GET / HTTP/1.1\r\nHost: " + MARK + "\r\nUser-Agent: \u001b[31m" + MARK
                    + "\r\ntraceparent: " + MARK + "\r\nTransfer-Encoding: " + MARK + "\r\n\r\n");
            RawHttp.exchange(MARK + "\r\n\r\n");
            // Those with an unreadable request target are not logged.
            Await.until(
                    "two requests with each key are logged",
                    () -> log.lines("access").size() >= 2 * keys.size());
            logged = log.lines().stream().map(Object::toString).toList();
        }
        assertThat(logged).noneMatch(entry -> entry.contains(MARK));
    }

    /** The audit log has the reason. Separators of lines would make one line look like two. */
    @ParameterizedTest
    @ValueSource(strings = {"\t", "\u0085", "\u2028", "\u2029"})
    void logsNoReasonWithAControlCharacter(String control) throws Exception {
        String request = "DELETE /api/users/" + user + " HTTP/1.1\r\nHost: localhost\r\nX-API-KEY: " + tenant.apiKey()
                + "\r\nX-Reason: a" + control + MARK + "\r\nConnection: close\r\n\r\n";
        List<String> logged;
        try (CapturedLog log = CapturedLog.listen()) {
            assertThat(RawHttp.exchange(new String(request.getBytes(UTF_8), ISO_8859_1)))
                    .startsWith("HTTP/1.1 422 ");
            log.await(line -> line.category().equals("access")
                    && "422".equals(line.fields().get("status")));
            assertThat(log.lines("audit")).hasSize(1);
            logged = log.lines().stream().map(Object::toString).toList();
        }
        assertThat(logged).noneMatch(entry -> entry.contains(MARK));
    }

    /** The service logs the failure, with a valid trace id. */
    @Test
    void logsNothingOfAFailedRequest() throws Exception {
        Sql.run(
                "create function refuse_it() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$");
        Sql.run("create trigger refuse_it before update on users for each row when (new.tenant_id = '" + tenant.id()
                + "') execute function refuse_it()");
        List<String> logged;
        try (CapturedLog log = CapturedLog.listen()) {
            withKey(tenant.apiKey())
                    .header("traceparent", "01-" + TRACE + "-00f067aa0ba902b7-01-" + MARK)
                    .header("User-Agent", MARK)
                    .body("{\"public_data\": {\"" + MARK + "\\r\\n\": \"" + MARK + "\"}}")
                    .patch("/api/users/" + user + "/public_data?x=" + MARK)
                    .then()
                    .statusCode(500);
            log.await(line -> line.category().equals("access")
                    && TRACE.equals(line.fields().get("trace_id")));
            logged = log.lines().stream().map(Object::toString).toList();
        } finally {
            Sql.run("drop trigger refuse_it on users");
            Sql.run("drop function refuse_it()");
        }
        assertThat(logged)
                .anyMatch(entry -> entry.contains("trace_id=" + TRACE + " "))
                .noneMatch(entry -> entry.contains(MARK));
    }
}
