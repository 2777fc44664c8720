package io.useradmin.admission;

import static io.useradmin.testsupport.Api.as;
import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.testsupport.Await;
import io.useradmin.testsupport.Concurrently;
import io.useradmin.testsupport.Locks;
import io.useradmin.testsupport.PackagedService;
import io.useradmin.testsupport.Response;
import io.useradmin.testsupport.Sql;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Requests whose deadline ends while they are queued get a response that says so, and are not executed. */
class LatePermitIT {
    private static final int QUEUED = 20;

    /** A single queue of writes, and a short deadline. */
    @RegisterExtension
    static final PackagedService SERVICE = PackagedService.with(Map.of(
            "useradmin.http.deadline", "3s",
            "useradmin.database.statement-timeout", "0s",
            "quarkus.datasource.reactive.max-size", "1",
            "quarkus.vertx.event-loops-pool-size", "1"));

    final Tenant tenant = Tenant.create();
    final String user = tenant.user();

    @Test
    void reportsThatNothingWasChangedAndChangesNothing() throws Exception {
        Await.until(
                "the first write succeeds, which takes long on a busy machine",
                () -> patch("before").statusCode() == 200);
        List<Response> answers = new ArrayList<>();
        try (Connection holder = TestDatabase.begin()) {
            holder.createStatement().execute("lock table users in exclusive mode");
            CompletableFuture<Response> atWork = Concurrently.begin(() -> patch("n0"));
            Locks.awaitBlockedBy(holder);
            List<CompletableFuture<Response>> waiting = IntStream.rangeClosed(1, QUEUED)
                    .mapToObj(number -> Concurrently.begin(() -> patch("n" + number)))
                    .toList();

            Stream.concat(Stream.of(atWork), waiting.stream())
                    .map(CompletableFuture::join)
                    .forEach(answers::add);
            holder.rollback();
        }
        Await.until("a later write succeeds", () -> patch("after").statusCode() == 200);

        assertThat(answers).map(Response::statusCode).containsOnly(503);
        assertThat(detail(answers.getFirst())).contains("unknown");
        List<String> unchanged = IntStream.rangeClosed(0, QUEUED)
                .filter(number -> detail(answers.get(number)).contains("Nothing was changed"))
                .mapToObj(number -> "n" + number)
                .toList();
        assertThat(unchanged).isNotEmpty();
        assertThat(Sql.list(
                        "select jsonb_object_keys(public_data) from users where tenant_id = ? and user_id = ?",
                        tenant.id(),
                        user))
                .contains("before", "n0", "after")
                .doesNotContainAnyElementsOf(unchanged);
    }

    private Response patch(String name) {
        return as(tenant).body("{\"public_data\": {\"" + name + "\": 1}}").patch("/api/users/{user}/public_data", user);
    }

    private static String detail(Response answer) {
        return answer.path("detail");
    }
}
