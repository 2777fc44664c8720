package io.useradmin.fault;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.useradmin.testsupport.Await;
import io.useradmin.testsupport.Locks;
import io.useradmin.testsupport.OwnPostgres;
import io.useradmin.testsupport.ServiceProcess;
import io.useradmin.testsupport.Slow;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.sql.Connection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Revokes a tenant's sessions page by page. The service is killed between pages, between the batches of a page, and within a
 * batch.
 */
@Slow
class BulkCrashIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int USERS = 60;
    private static final int SESSIONS = 90;
    private static final int TOTAL = USERS * SESSIONS;
    private static final int LIMIT = 1_000;

    /**
     * The users whose locks block the request when the service is killed: one in the first page, one in a later page, each
     * after the page's first batch. For an even number, PostgreSQL also terminates the blocked connection.
     */
    private static final List<Integer> KILLED_AT = List.of(9, 42);

    /** The deadline, after which a repetition may take over the key of a killed request, is shorter than in other tests. */
    private static final Map<String, String> SETTINGS = Map.of(
            "USERADMIN_HTTP_DEADLINE", "20s",
            "USERADMIN_DATABASE_STATEMENT_TIMEOUT", "15s",
            "USERADMIN_DATABASE_ACQUIRE_TIMEOUT", "15s");

    private OwnPostgres database;
    private String key;
    private int requests;

    @BeforeEach
    void startDatabase() throws Exception {
        database = OwnPostgres.migrated(Map.of());
        key = database.key();
        database.run("insert into users (tenant_id, user_id, created_at, last_updated_at)"
                + " select 't', 'u' || to_char(n, 'FM000'), now(), now() from generate_series(1, " + USERS + ") as n");
        database.run(
                "insert into sessions (tenant_id, user_id, session_id, session_key, initiated_at, expires_at, last_updated_at, client_ids)"
                        + " select 't', user_id, 's' || n, 'k', now(), now() + interval '1 day', now(), array[case when n <= "
                        + SESSIONS
                        + " then 'web' else 'app' end] from users, generate_series(1, " + (SESSIONS + 1) + ") as n");
    }

    @AfterEach
    void endDatabase() throws Exception {
        database.close();
    }

    @ParameterizedTest(name = "from the start: {0}")
    @ValueSource(booleans = {false, true})
    void losesNoSessionAndRevokesNoneTwice(boolean fromTheStart) throws Exception {
        Page page = first();
        for (int user : KILLED_AT) {
            page = killAt(user, page, fromTheStart);
        }
        try (ServiceProcess service = start()) {
            while (!page.isAfterTheLast()) {
                page = after(answer(service, page));
            }
        }

        assertThat(database.list("select count(*) from sessions where client_ids = '{web}'"))
                .containsExactly("0");
        assertThat(database.list("select count(*) from sessions")).containsExactly(Integer.toString(USERS));
        assertThat(database.list("select count(*) from events where type = 'session.revoked'"))
                .containsExactly(Integer.toString(TOTAL));
        assertThat(database.list("select count(distinct (user_id, session_id)) from events"))
                .containsExactly(Integer.toString(TOTAL));
    }

    /**
     * Sends pages until one waits for the lock of {@code user}, then kills the service. PostgreSQL still completes the running
     * statement, unless its connection is terminated too.
     *
     * @return the page at which the client continues
     */
    private Page killAt(int user, Page begin, boolean fromTheStart) throws Exception {
        Page cut;
        try (ServiceProcess service = start();
                Connection holder = database.connect()) {
            holder.setAutoCommit(false);
            Locks.takeUser(holder, "t", "u%03d".formatted(user));
            cut = begin;
            CompletableFuture<HttpResponse<String>> running = send(service, cut);
            while (isAnswered(running)) {
                // 409 while the idempotency key is claimed.
                cut = running.join().statusCode() == 200
                        ? after(JSON.readTree(running.join().body()))
                        : cut;
                running = send(service, cut);
            }
            service.kill();
            if (user % 2 == 0) {
                database.list("select pg_terminate_backend(pid) from pg_stat_activity where wait_event_type = 'Lock'");
            }
        }
        Await.until(
                "connections of the killed service are closed",
                () -> database.list(
                                "select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()")
                        .isEmpty());
        assertThat(revoked()).as("revoked sessions of the page").isGreaterThan(begin.revoked);
        return fromTheStart ? first() : cut;
    }

    /** Waits until the response is there (true) or the request waits for a lock (false). */
    private boolean isAnswered(CompletableFuture<HttpResponse<String>> running) throws Exception {
        Await.until("response or lock wait", () -> running.isDone() || isWaiting());
        return running.isDone();
    }

    private boolean isWaiting() throws Exception {
        return !database.list("select pid from pg_stat_activity where wait_event_type = 'Lock'")
                .isEmpty();
    }

    /**
     * Returns the response to a page, and checks that a repetition returns the same. While a request from before the crash
     * holds the idempotency key, the status is 409, so this waits. On a busy machine it can also be 503.
     */
    private JsonNode answer(ServiceProcess service, Page page) throws Exception {
        Await.until("the page is answered", () -> {
            int status = send(service, page).join().statusCode();
            assertThat(status).isIn(200, 409, 503);
            return status == 200;
        });
        HttpResponse<String> answer = send(service, page).join();
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        long revoked = revoked();
        assertThat(send(service, page).join().body()).isEqualTo(answer.body());
        assertThat(revoked()).isEqualTo(revoked);
        return JSON.readTree(answer.body());
    }

    private CompletableFuture<HttpResponse<String>> send(ServiceProcess service, Page page) {
        HttpRequest request = HttpRequest.newBuilder(service.uri("/api/sessions/revoke"))
                .header("X-API-KEY", key)
                .header("Content-Type", "application/json")
                .header("Idempotency-Key", page.key)
                .POST(BodyPublishers.ofString("{\"client_id\": \"web\", \"limit\": " + LIMIT + page.member() + "}"))
                .build();
        return HttpClient.newHttpClient().sendAsync(request, BodyHandlers.ofString());
    }

    /**
     * A request for a page.
     *
     * @param next the page's start; missing after the last page, empty for the first
     * @param key its Idempotency-Key
     * @param revoked the number of sessions revoked before
     */
    private record Page(JsonNode next, String key, long revoked) {
        private boolean isAfterTheLast() {
            return next.isMissingNode();
        }

        private String member() {
            return next.asText().isEmpty() ? "" : ", \"next\": " + next;
        }
    }

    private Page first() throws Exception {
        return page(JSON.getNodeFactory().textNode(""));
    }

    private Page after(JsonNode answer) throws Exception {
        return page(answer.path("next"));
    }

    private Page page(JsonNode next) throws Exception {
        requests++;
        return new Page(next, "page-" + requests, revoked());
    }

    private long revoked() throws Exception {
        return Long.parseLong(database.list("select count(*) from events where type = 'session.revoked'")
                .getFirst());
    }

    private ServiceProcess start() throws Exception {
        return ServiceProcess.start(database.reactiveUrl(), SETTINGS);
    }
}
