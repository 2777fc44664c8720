package io.useradmin.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.testsupport.Await;
import io.useradmin.testsupport.OwnPostgres;
import io.useradmin.testsupport.ServiceProcess;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** More requests than the service can process at a time: some wait in the queue, and the others are refused at once. */
class OverloadIT {
    private static final int CONNECTIONS = 2;
    private static final int WAITING = 4;
    private static final int TOO_MANY = 6;
    /** More event loops than requests, so that requests wait only for the pool, not for each other. */
    private static final int EVENT_LOOPS = 32;

    private OwnPostgres database;
    private ServiceProcess service;
    private Connection blocker;
    private String key;

    @BeforeEach
    void start() throws Exception {
        database = OwnPostgres.migrated(Map.of());
        service = ServiceProcess.start(
                database.reactiveUrl(),
                Map.of(
                        "QUARKUS_DATASOURCE_REACTIVE_MAX_SIZE", Integer.toString(CONNECTIONS),
                        "USERADMIN_DATABASE_MAX_WAITING", Integer.toString(WAITING),
                        "USERADMIN_DATABASE_ACQUIRE_TIMEOUT", "60s",
                        "USERADMIN_DATABASE_STATEMENT_TIMEOUT", "50s",
                        "USERADMIN_DATABASE_SILENCE_TIMEOUT", "90s",
                        "USERADMIN_HTTP_DEADLINE", "50s",
                        "QUARKUS_SHUTDOWN_TIMEOUT", "60s",
                        "QUARKUS_VERTX_EVENT_LOOPS_POOL_SIZE", Integer.toString(EVENT_LOOPS)));
        blocker = database.connect();
        key = database.key();
        database.run("insert into users (tenant_id, user_id, created_at, last_updated_at)"
                + " values ('t', 'u', now(), now())");
        assertThat(patch(service, key, 0).join().statusCode()).isEqualTo(200);
        blocker.setAutoCommit(false);
        blocker.createStatement().execute("select 1 from users for update");
    }

    @AfterEach
    void end() throws Exception {
        blocker.close();
        service.close();
        database.close();
    }

    /** One user with a lock must not take the reads of all tenants away. */
    @Test
    void isReadyWhileAllConnectionsForWritesWait() throws Exception {
        List<CompletableFuture<HttpResponse<String>>> working = patches(service, key, 1, CONNECTIONS);
        database.awaitLockWaits(CONNECTIONS);

        assertThat(service.isReady()).isTrue();

        blocker.rollback();
        assertThat(working)
                .allSatisfy(patch -> assertThat(patch.join().statusCode()).isEqualTo(200));
    }

    @Test
    void refusesAtOnceIfTheQueueIsFull() throws Exception {
        List<CompletableFuture<HttpResponse<String>>> working = patches(service, key, 1, CONNECTIONS);
        // Wait until both work: while the pool opens a connection, it counts its request as waiting.
        database.awaitLockWaits(CONNECTIONS);
        List<CompletableFuture<HttpResponse<String>>> answers =
                patches(service, key, CONNECTIONS + 1, WAITING + TOO_MANY);

        Await.until(
                "those beyond the queue have their answer",
                () -> answers.stream().filter(CompletableFuture::isDone).count() == TOO_MANY);
        assertThat(answers.stream().filter(CompletableFuture::isDone).map(CompletableFuture::join))
                .allSatisfy(refusal -> {
                    assertThat(refusal.statusCode()).isEqualTo(503);
                    assertThat(refusal.headers().firstValue("Retry-After")).contains("5");
                    assertThat(refusal.body()).contains("Nothing was changed");
                });
        assertThat(service.isReady()).as("a busy replica stays ready").isTrue();

        assertThat(service.get(key, "/api/users/u/public_data").statusCode())
                .as("reads do not wait for writes")
                .isEqualTo(200);

        blocker.rollback();

        assertThat(Stream.concat(working.stream(), answers.stream())
                        .map(CompletableFuture::join)
                        .filter(answer -> answer.statusCode() == 200))
                .hasSize(CONNECTIONS + WAITING);
        assertThat(database.list("select jsonb_object_keys(public_data) from users"))
                .hasSize(1 + CONNECTIONS + WAITING);
    }

    private static List<CompletableFuture<HttpResponse<String>>> patches(
            ServiceProcess service, String key, int first, int count) {
        return IntStream.range(first, first + count)
                .mapToObj(number -> patch(service, key, number))
                .toList();
    }

    private static CompletableFuture<HttpResponse<String>> patch(ServiceProcess service, String key, int number) {
        return service.begin(key, "PATCH", "/api/users/u/public_data", "{\"public_data\": {\"n" + number + "\": 1}}");
    }
}
