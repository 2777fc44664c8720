package io.useradmin.server;

import static io.useradmin.testsupport.Api.as;
import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.testsupport.Api;
import io.useradmin.testsupport.ApiOperation;
import io.useradmin.testsupport.Await;
import io.useradmin.testsupport.Concurrently;
import io.useradmin.testsupport.PackagedService;
import io.useradmin.testsupport.Response;
import io.useradmin.testsupport.Sql;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The deadline: every operation responds in time, whatever it waits for. */
class DeadlineIT {
    /** Longer than the deadline even on a slow machine, and shorter than every other timeout. */
    private static final int TIMEOUT_SECONDS = 40;

    private static final String PUBLIC_KEYS = "/.well-known/ssf-jwks.json";

    /** All other timeouts are longer, so only the deadline ends a wait. */
    @RegisterExtension
    static final PackagedService SERVICE = PackagedService.with(Map.of(
            "useradmin.http.deadline", "2s",
            "useradmin.database.acquire-timeout", "120s",
            "useradmin.database.statement-timeout", "0s",
            "useradmin.database.silence-timeout", "150s",
            "quarkus.http.idle-timeout", "120s"));

    final Tenant tenant = Tenant.create();
    final String user = ApiOperation.userFor(tenant);

    @Test
    void holdsForEveryOperation() throws Exception {
        Await.until(
                "the first read succeeds, which takes long on a busy machine",
                () -> as(tenant).get("/api/users/{user}/public_data", user).statusCode() == 200);

        // Operations that read only keys wait for no other table.
        assertResponsesInTime(
                Sql.list("select table_name from information_schema.tables where table_schema = 'public'"
                        + " and table_name <> 'api_keys'"),
                ApiOperation.all().filter(operation -> !operation.template().startsWith("/api/key")));
    }

    @Test
    void holdsForEveryOperationWhoseKeyIsLookedUp() throws Exception {
        assertResponsesInTime(List.of("api_keys"), ApiOperation.all());
    }

    /** No operation of the API returns them. When the service has read them after the deadline, the response has been sent. */
    @Test
    void holdsForThePublicKeysOfSharedSignals() throws Exception {
        try (Connection holder = TestDatabase.begin()) {
            lock(holder, List.of("ssf_keys"));
            Await.until(
                    "the keys are not in the cache",
                    () -> Api.given().get(PUBLIC_KEYS).statusCode() == 503);
            holder.rollback();
        }
        Await.until("the keys are read", () -> Api.given().get(PUBLIC_KEYS).statusCode() == 200);
        assertThat(SERVICE.log()).doesNotContain("Response head already sent");
    }

    private void assertResponsesInTime(List<String> locked, Stream<ApiOperation> operations) throws Exception {
        Map<String, CompletableFuture<Response>> answers = new LinkedHashMap<>();
        try (Connection holder = TestDatabase.begin()) {
            lock(holder, locked);
            operations.forEach(operation -> {
                answers.put(operation.toString(), begin(() -> operation.send(tenant.apiKey(), user)));
                if (operation.method().equals("GET")) {
                    answers.put("HEAD of " + operation, begin(() -> head(operation)));
                }
            });
            assertThat(CompletableFuture.allOf(answers.values().toArray(CompletableFuture[]::new)))
                    .as(() -> "unanswered: " + unanswered(answers))
                    .succeedsWithin(TIMEOUT_SECONDS, TimeUnit.SECONDS);
            holder.rollback();
        }
        answers.forEach((operation, answer) ->
                assertThat(answer.join()).as(operation).satisfies(DeadlineIT::assertUnavailable));
    }

    private static List<String> unanswered(Map<String, CompletableFuture<Response>> answers) {
        return answers.keySet().stream()
                .filter(operation -> !answers.get(operation).isDone())
                .toList();
    }

    private static void lock(Connection holder, List<String> tables) throws SQLException {
        holder.createStatement().execute("lock table " + String.join(", ", tables) + " in access exclusive mode");
    }

    private static CompletableFuture<Response> begin(Supplier<Response> request) {
        return Concurrently.begin(request);
    }

    private Response head(ApiOperation operation) {
        return Api.withKey(tenant.apiKey()).head(operation.target(user));
    }

    private static void assertUnavailable(Response answer) {
        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(answer.header("Retry-After")).isEqualTo("5");
        assertThat(answer.contentType()).isEqualTo("application/problem+json");
    }
}
