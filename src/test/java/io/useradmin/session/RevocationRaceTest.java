package io.useradmin.session;

import static io.useradmin.testsupport.Api.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.useradmin.operator.jdbc.Jdbc;
import io.useradmin.testsupport.BulkCalls;
import io.useradmin.testsupport.Concurrently;
import io.useradmin.testsupport.Locks;
import io.useradmin.testsupport.Response;
import io.useradmin.testsupport.Sql;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.SqlConnection;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Bulk actions that run concurrently with other changes of the same users, or are interrupted. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@Timeout(600)
class RevocationRaceTest {
    private static final String ACROSS = "/api/sessions/revoke";
    private static final List<String> USERS = List.of("u1", "u2", "u3", "u4");

    final Tenant tenant = Tenant.create();

    @Inject
    Pool pool;

    @ConfigProperty(name = "quarkus.datasource.reactive.max-size")
    int poolSize;

    @BeforeEach
    void users() {
        tenant.group("staff");
        USERS.forEach(user -> {
            tenant.user(user, "{}", "{}");
            tenant.member(user, "staff");
        });
    }

    /** A refresh creates a new version of the session's row. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/api/users/u1/sessions/revoke | {\"client_id\": \"web\"}",
                "/api/sessions/revoke          | {\"client_id\": \"web\"}",
                "/api/sessions/revoke          | {\"client_id\": \"web\", \"user_ids\": [\"u1\"]}",
                "/api/sessions/revoke          | {\"client_id\": \"web\", \"group_id\": \"staff\"}",
            })
    void revokesASessionThatIsRefreshedConcurrently(String path, String body) throws Exception {
        tenant.session("u1", "refreshed", "web");
        tenant.session("u1", "moved", "web");
        CompletableFuture<Response> revoking;
        try (Connection other = TestDatabase.begin()) {
            Locks.takeUser(other, tenant.id(), "u1");
            Jdbc.update(
                    other,
                    "update sessions set session_key = 'new', last_updated_at = now() where tenant_id = ? and session_id = 'refreshed'",
                    tenant.id());
            Jdbc.update(
                    other,
                    "update sessions set client_ids = '{app}' where tenant_id = ? and session_id = 'moved'",
                    tenant.id());
            revoking = Concurrently.begin(() -> as(tenant).body(body).post(path));
            Locks.awaitBlockedBy(other);
            other.commit();
        }

        assertThat(revoking.join().statusCode()).isEqualTo(200);
        assertThat(revoking.join().<Integer>path("revoked")).isEqualTo(1);
        assertThat(tenant.sessions()).containsExactly("u1/moved");
        assertThat(events()).containsExactly("u1/refreshed");
    }

    @Test
    void unblocksNoAddressThatIsUnblockedConcurrently() throws Exception {
        tenant.blocked("u1", "192.0.2.1");
        CompletableFuture<Response> unblocking;
        try (Connection other = TestDatabase.begin()) {
            Locks.takeUser(other, tenant.id(), "u1");
            Jdbc.update(other, "update ip_access set block_until = null where tenant_id = ?", tenant.id());
            unblocking = Concurrently.begin(
                    () -> as(tenant).body("{\"ip_address\": \"192.0.2.1\"}").post("/api/blocked_ips/unblock"));
            Locks.awaitBlockedBy(other);
            other.commit();
        }

        unblocking.join().then().statusCode(200).body("unblocked", equalTo(0)).body("users", equalTo(0));
        assertThat(Sql.list("select type from events where tenant_id = ? and type = 'ip.unblocked'", tenant.id()))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"/api/users/u1/sessions/revoke, 404", "/api/sessions/revoke, 200"})
    void revokesNothingOfAUserWhoIsDeletedConcurrently(String path, int status) throws Exception {
        tenant.session("u1", "a", "web");
        CompletableFuture<Response> revoking;
        try (Connection other = TestDatabase.begin()) {
            Locks.takeUser(other, tenant.id(), "u1");
            Jdbc.update(other, "delete from users where tenant_id = ? and user_id = 'u1'", tenant.id());
            revoking = Concurrently.begin(
                    () -> as(tenant).body("{\"client_id\": \"web\"}").post(path));
            Locks.awaitBlockedBy(other);
            other.commit();
        }

        assertThat(revoking.join().statusCode()).isEqualTo(status);
        assertThat(events()).isEmpty();
    }

    @Test
    void twoCallsRevokeEachSessionOnce() throws Exception {
        USERS.forEach(user -> List.of("a", "b", "c").forEach(session -> tenant.session(user, session, "web")));
        List<CompletableFuture<Response>> calls = new ArrayList<>();
        try (Connection other = TestDatabase.begin()) {
            Locks.takeUser(other, tenant.id(), "u1");
            for (String selector : List.of("\"client_id\": \"web\"", "\"group_id\": \"staff\"")) {
                calls.add(Concurrently.begin(
                        () -> as(tenant).body("{" + selector + "}").post(ACROSS)));
            }
            Locks.awaitBlockedBy(other);
            other.commit();
        }

        assertThat(calls.stream()
                        .mapToInt(call -> call.join().<Integer>path("revoked"))
                        .sum())
                .isEqualTo(12);
        assertThat(events()).hasSize(12).doesNotHaveDuplicates();
    }

    /** Each call waits for locks of many users, always in the same order. Otherwise there would be deadlocks. */
    @Test
    void concurrentCallsAndWritesCauseNoDeadlock() throws Exception {
        Sql.run(
                "insert into users (tenant_id, user_id, created_at, last_updated_at)"
                        + " select ?, 'm' || n, now(), now() from generate_series(1, 300) as n",
                tenant.id());
        Sql.run(
                "insert into sessions (tenant_id, user_id, session_id, session_key, initiated_at, expires_at, last_updated_at,"
                        + " client_ids) select tenant_id, user_id, 's' || n, 'k', now(), now() + interval '1 hour', now(), '{web}'"
                        + " from users, generate_series(1, 10) as n where tenant_id = ?",
                tenant.id());
        Sql.run(
                "insert into ip_access (tenant_id, user_id, ip, last_login_attempt, block_until)"
                        + " select tenant_id, user_id, '192.0.2.1', now(), now() + interval '1 hour' from users where tenant_id = ?",
                tenant.id());
        String deadlocks = deadlocks();
        Random random = new Random(1);
        List<Callable<Integer>> calls = new ArrayList<>();
        for (int call = 0; call < 60; call++) {
            calls.add(call(random));
        }

        assertThat(Concurrently.call(calls)).isSubsetOf(200, 204, 404);

        assertThat(deadlocks()).isEqualTo(deadlocks);
        BulkCalls.total(tenant, ACROSS, "\"initiated_before\": 32503680000");
        assertThat(tenant.sessions()).isEmpty();
        assertThat(Sql.list(
                        "select count(*)::text from events where tenant_id = ? and type = 'session.revoked' group by user_id, session_id",
                        tenant.id()))
                .hasSize(3_040)
                .containsOnly("1");
    }

    private Callable<Integer> call(Random random) {
        List<String> users = new ArrayList<>();
        for (int user = 1; user <= 300; user++) {
            users.add("\"m" + user + "\"");
        }
        Collections.shuffle(users, random);
        String some = String.join(", ", users.subList(0, 150));
        String one = users.getFirst().replace("\"", "");
        return switch (random.nextInt(5)) {
            case 0 ->
                () -> as(tenant)
                        .body("{\"user_ids\": [" + some + "], \"limit\": 200}")
                        .post(ACROSS)
                        .statusCode();
            case 1 ->
                () -> as(tenant)
                        .body("{\"client_id\": \"web\", \"limit\": 300}")
                        .post(ACROSS)
                        .statusCode();
            case 2 ->
                () -> as(tenant)
                        .body("{\"ip_address\": \"192.0.2.0/24\"}")
                        .post("/api/blocked_ips/unblock")
                        .statusCode();
            case 3 ->
                () -> as(tenant).delete("/api/users/" + one + "/sessions/s1").statusCode();
            default ->
                () -> as(tenant)
                        .body("{\"except\": [\"s2\"]}")
                        .post("/api/users/" + one + "/sessions/revoke")
                        .statusCode();
        };
    }

    /** The next call repeats a failed part. Responses before the failure report what was done. */
    @Test
    void anInterruptedCallCanBeContinued() {
        Sql.run(
                "insert into sessions (tenant_id, user_id, session_id, session_key, initiated_at, expires_at, last_updated_at,"
                        + " client_ids) select ?, u, 's' || to_char(n, 'FM00000'), 'k', now(), now() + interval '1 hour', now(), '{web}'"
                        + " from unnest('{u1,u2,u3,u4}'::text[]) as u, generate_series(1, 500) as n",
                tenant.id());
        Sql.run("create function cut_off() returns trigger language plpgsql as $$ begin raise 'cut off'; end $$");
        Sql.run("create trigger cut_off before delete on sessions for each row when (old.tenant_id = '" + tenant.id()
                + "' and old.user_id = 'u3' and old.session_id = 's00250') execute function cut_off()");
        String web = "\"client_id\": \"web\"";
        int revoked = 0;
        String next = "";
        try {
            Response page = as(tenant).body("{" + web + "}").post(ACROSS);
            while (page.statusCode() == 200) {
                revoked += page.<Integer>path("revoked");
                next = BulkCalls.next(page);
                page = as(tenant).body("{" + web + next + "}").post(ACROSS);
            }
            page.then().statusCode(500);
        } finally {
            Sql.run("drop trigger cut_off on sessions");
            Sql.run("drop function cut_off()");
        }

        assertThat(revoked).isEqualTo(2_000 - tenant.sessions().size()).isBetween(1_000, 1_249);
        assertThat(BulkCalls.totalAfter(next, tenant, ACROSS, web, "revoked"))
                .isEqualTo(Map.of("revoked", 2_000 - revoked));
        assertThat(tenant.sessions()).isEmpty();
        assertThat(events()).hasSize(2_000).doesNotHaveDuplicates();
    }

    /** A connection reports its deadlocks up to ten seconds later. So all that made changes report them now. */
    private String deadlocks() {
        List<SqlConnection> all =
                Stream.generate(pool::getConnectionAndAwait).limit(poolSize).toList();
        all.forEach(connection -> {
            connection.query("select pg_stat_force_next_flush()").executeAndAwait();
            connection.closeAndAwait();
        });
        return Sql.value("select deadlocks from pg_stat_database where datname = current_database()");
    }

    private List<String> events() {
        return Sql.list(
                "select user_id || '/' || session_id from events where tenant_id = ? and type = 'session.revoked'"
                        + " order by user_id, session_id",
                tenant.id());
    }
}
