package io.useradmin.userexport;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.common.vertx.VertxContext;
import io.smallrye.mutiny.helpers.test.AssertSubscriber;
import io.useradmin.apikey.Caller;
import io.useradmin.problem.ProblemException;
import io.useradmin.shared.UserKey;
import io.useradmin.testsupport.Await;
import io.useradmin.testsupport.Sql;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Back-pressure: an export reads no more than its client takes. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class ExportDemandTest {
    private static final String PAGES =
            "select coalesce(sum(calls), 0) from pg_stat_statements where query like '%bytes_before%' and query not like '%pg_stat%'";

    private static final Duration TIMEOUT = Duration.ofMinutes(1);

    /** 50 pages of 200. */
    private static final int MANY = 10_000;

    final Tenant tenant = Tenant.create();
    final String user = tenant.user();
    final UserKey key = new UserKey(tenant.id(), user);

    @Inject
    ExportService exports;

    @Inject
    Vertx vertx;

    @BeforeEach
    void fill() {
        Sql.run("create extension if not exists pg_stat_statements");
        Sql.run(
                "insert into sessions (tenant_id, user_id, session_id, session_key, initiated_at, expires_at, last_updated_at)"
                        + " select ?, ?, 's' || n, 'k', now(), now(), now() from generate_series(1, ?) n",
                tenant.id(),
                user,
                MANY);
        Sql.run("select pg_stat_statements_reset()");
    }

    @Test
    void readsAPageWhenItIsRequested() throws Exception {
        AssertSubscriber<Buffer> client = subscribe();

        assertThat(pages()).isZero();
        for (int parts = 1; parts <= 5; parts++) {
            request(client, 1);
            int taken = parts;
            Await.until("part " + taken, () -> client.getItems().size() == taken);
            assertThat(pages()).as("the user, and pages").isEqualTo(taken - 1);
        }
        client.cancel();
        assertThat(client.getItems()).allMatch(part -> part.length() < 200_000);
        assertThat(pages()).isEqualTo(4);
    }

    @Test
    void endsWithTheEndOfTheDocument() throws Exception {
        AssertSubscriber<Buffer> client = subscribe();

        request(client, Long.MAX_VALUE);
        client.awaitCompletion(TIMEOUT);

        assertThat(client.getItems()).hasSize(1 + MANY / 200 + 1 + 3 + 1);
        assertThat(client.getItems().getLast()).hasToString("}");
    }

    @Test
    void failsIfTheUserIsDeletedConcurrently() throws Exception {
        AssertSubscriber<Buffer> client = subscribe();
        request(client, 2);
        Await.until("the export starts", () -> client.getItems().size() == 2);

        Sql.run("delete from users where tenant_id = ? and user_id = ?", tenant.id(), user);

        request(client, Long.MAX_VALUE);
        client.awaitFailure(TIMEOUT).assertFailedWith(ProblemException.class);
        assertThat(client.getItems()).noneMatch(part -> part.toString().equals("}"));
    }

    private AssertSubscriber<Buffer> subscribe() {
        String keyId = Sql.value("select key_id from api_keys where tenant_id = ?", tenant.id());
        return exports.export(key, new Caller(keyId, tenant.id(), Set.of("*"), null), Optional.empty())
                .await()
                .indefinitely()
                .subscribe()
                .withSubscriber(AssertSubscriber.create(0));
    }

    /** In its own context, like a request. */
    private void request(AssertSubscriber<Buffer> client, long parts) {
        VertxContext.createNewDuplicatedContext(vertx.getOrCreateContext()).runOnContext(_ -> client.request(parts));
    }

    private static int pages() {
        return Integer.parseInt(Sql.value(PAGES));
    }
}
