package io.useradmin.fault;

import static io.useradmin.fault.Recovery.SOME;
import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.testsupport.Load;
import io.useradmin.testsupport.OwnPostgres;
import io.useradmin.testsupport.ServiceProcess;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Reads on a standby that streams from the primary: whatever happens to it, no read is older than it may be, and none fails. */
class ReplicaIT {
    private static final String TOKEN = "X-Consistency-Token";
    private static final String USER = "/api/users/u";
    private static final String DATA = USER + "/public_data";
    private static final int CALLERS = 6;
    private static final int WRITES = 60;

    private final HttpClient client = HttpClient.newHttpClient();
    private OwnPostgres primary;
    private OwnPostgres standby;
    private String key;

    @BeforeEach
    void startBoth() throws Exception {
        primary = new OwnPostgres(Map.of()).migrated();
        standby = primary.standby();
        // The primary waits for nobody.
        primary.run("alter system reset synchronous_standby_names");
        primary.run("select pg_reload_conf()");
        key = primary.key();
    }

    @AfterEach
    void endBoth() throws Exception {
        client.close();
        standby.close();
        primary.close();
    }

    @Test
    void aReadWithATokenSeesItsWrite() throws Exception {
        try (ServiceProcess service = service("60s")) {
            put(service, "before");
            awaitReplica(service);
            standby.run("select pg_wal_replay_pause()");
            String token = put(service, "after");
            assertThat(data(service)).as("the replica serves").contains("before");
            assertThat(data(service, TOKEN, token)).as("not replayed").contains("after");
            assertThat(data(service, TOKEN, ofAnotherCluster(token)))
                    .as("of another cluster")
                    .contains("after");
            assertThat(data(service, TOKEN, ofAnotherTimeline(token)))
                    .as("of another timeline")
                    .contains("after");
            assertThat(data(service, TOKEN, "9" + token))
                    .as("of a later release")
                    .contains("after");
            assertThat(data(service, "Cache-Control", "max-age=0, no-cache")).contains("after");
            assertThat(outcome(service, "token")).isEqualTo(3);
            standby.run("select pg_wal_replay_resume()");
            double before = outcome(service, "replica");
            ServiceProcess.await(
                    "the replica has it",
                    () -> data(service, TOKEN, token).contains("after") && outcome(service, "replica") > before);
            assertThat(send(service, "GET", USER, "", TOKEN, "not a token").statusCode())
                    .isEqualTo(400);
            assertThat(send(service, "GET", USER, "", TOKEN, token, TOKEN, token)
                            .statusCode())
                    .isEqualTo(400);
        }
    }

    /** In a quiet moment nothing is written after the commit, so its position is where the log ends: one before the commit never is. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            PUT    | /api/users/u                     | {}                                              |
            PATCH  | /api/users/u/public_data         | {"public_data": {"n": %d}}                      |
            PATCH  | /api/users/u/public_data         | {"public_data": {"n": %d}}                      | key-%d
            PUT    | /api/users/u/sessions/s%d        | {"session_key": "k", "expires_at": 32503680000} |
            PUT    | /api/groups/g%d                  | {"name": "G"}                                   |
            POST   | /api/users/u/disable             | {}                                              |
            POST   | /api/users                       | {"public_data": {"n": %d}}                      |
            POST   | /api/users                       | {"private_data": {"n": %d}}                     | key-%d
            POST   | /api/sessions/revoke             | {"client_id": "c%d"}                            |
            """)
    void everyTokenIsBehindItsCommit(String method, String path, String body, String idempotencyKey) throws Exception {
        try (ServiceProcess service = service("1s")) {
            put(service, "0");
            var numbers = new AtomicInteger();
            ServiceProcess.await("the token is where the log ends", () -> {
                int number = numbers.incrementAndGet();
                String[] headers = idempotencyKey == null
                        ? new String[0]
                        : new String[] {"Idempotency-Key", idempotencyKey.formatted(number)};
                HttpResponse<String> written =
                        send(service, method, path.formatted(number), body.formatted(number), headers);
                assertThat(written.statusCode()).as(written.body()).isLessThan(300);
                String token = written.headers().firstValue(TOKEN).orElseThrow();
                return Long.toString(byteOf(token))
                        .equals(primary.list("select (pg_current_wal_insert_lsn() - '0/0')::bigint")
                                .getFirst());
            });
        }
    }

    /** The change feed and exports, whose document is many statements. */
    @Test
    void streamsAreRead() throws Exception {
        try (ServiceProcess service = service("60s")) {
            String token = put(service, "0");
            awaitReplica(service);
            ServiceProcess.await("the replica has it", () -> {
                double before = outcome(service, "replica");
                send(service, "GET", USER, "", TOKEN, token);
                return outcome(service, "replica") > before;
            });
            double before = outcome(service, "replica");
            assertThat(send(service, "GET", USER + "/export", "").body()).contains("\"sessions\":[]");
            assertThat(outcome(service, "replica"))
                    .as("statements of the export")
                    .isGreaterThan(before + 3);
            double exported = outcome(service, "replica");
            HttpResponse<String> events = send(service, "GET", "/api/events", "");
            assertThat(events.body()).contains("user.");
            assertThat(outcome(service, "replica")).isGreaterThan(exported);
            standby.run("select pg_wal_replay_pause()");
            String cursor = send(service, "GET", "/api/events?after=now", "")
                    .headers()
                    .firstValue("X-Next-Cursor")
                    .orElseThrow();
            String later = put(service, "1");
            HttpResponse<String> seen = send(service, "GET", "/api/events?after=" + cursor, "", TOKEN, later);
            assertThat(seen.body()).contains("public_data");
            String next = seen.headers().firstValue("X-Next-Cursor").orElseThrow();
            HttpResponse<String> onReplica = send(service, "GET", "/api/events?after=" + next, "");
            assertThat(onReplica.body()).isEqualTo("[]");
            assertThat(onReplica.headers().firstValue("X-Next-Cursor"))
                    .as("the feed does not go back")
                    .contains(next);
        }
    }

    @Test
    void aReplicaThatLagsServesNothing() throws Exception {
        try (ServiceProcess service = service("1s")) {
            put(service, "before");
            awaitReplica(service);
            standby.run("select pg_wal_replay_pause()");
            put(service, "after");
            ServiceProcess.await("it lags too much", () -> value(service, "useradmin_replica_lag_seconds") > 1);
            assertThat(data(service)).as("the primary serves").contains("after");
            double served = outcome(service, "replica");
            for (int read = 0; read < SOME; read++) {
                assertThat(data(service)).contains("after");
            }
            assertThat(outcome(service, "replica")).isEqualTo(served);
            assertThat(service.isReady()).isTrue();
            standby.run("select pg_wal_replay_resume()");
            awaitReplica(service);
        }
    }

    /** An idle primary commits nothing, whose time could tell the lag. */
    @Test
    void anIdlePrimaryIsNoLag() throws Exception {
        try (ServiceProcess service = service("1s")) {
            put(service, "only");
            awaitReplica(service);
            double late = outcome(service, "lag");
            long end = System.nanoTime() + Duration.ofSeconds(5).toNanos();
            while (System.nanoTime() < end) {
                data(service);
                Thread.sleep(100);
            }
            assertThat(outcome(service, "lag")).isEqualTo(late);
        }
    }

    @Test
    void writesAreReadWhileReplayStopsAndGoesOn() throws Exception {
        try (ServiceProcess service = service("1s");
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            put(service, "0");
            awaitReplica(service);
            var done = new AtomicBoolean();
            CompletableFuture<Void> disturbance = CompletableFuture.runAsync(() -> disturb(done), threads);
            List<CompletableFuture<List<String>>> callers = new ArrayList<>();
            for (int caller = 0; caller < CALLERS; caller++) {
                String user = "/api/users/c" + caller;
                callers.add(CompletableFuture.supplyAsync(() -> stale(service, user), threads));
            }
            List<String> stale =
                    callers.stream().flatMap(caller -> caller.join().stream()).toList();
            done.set(true);
            disturbance.join();
            assertThat(stale).isEmpty();
            assertThat(outcome(service, "replica")).as("the replica served").isPositive();
            assertThat(outcome(service, "token")).as("the primary served").isPositive();
        }
    }

    @Test
    void death() throws Exception {
        try (ServiceProcess service = service("1s");
                Load load = new Load(service, key)) {
            load.awaitAcknowledged(SOME);
            awaitReplica(service);
            standby.kill();
            load.awaitAcknowledged(10 * SOME);
            assertThat(service.isReady()).isTrue();
            standby.restart();
            awaitReplica(service);
            load.awaitAcknowledged(SOME);
            check(service, load);
        }
    }

    /** Its connections stay, and nothing answers. */
    @Test
    void hang() throws Exception {
        try (ServiceProcess service = service("1s");
                Load load = new Load(service, key)) {
            load.awaitAcknowledged(SOME);
            awaitReplica(service);
            standby.freeze();
            load.awaitAcknowledged(10 * SOME);
            assertThat(service.isReady()).isTrue();
            standby.thaw();
            awaitReplica(service);
            check(service, load);
        } finally {
            standby.thaw();
        }
    }

    /** PostgreSQL ends statements and connections of a standby that are in the way of what it has to replay. */
    @Test
    void statementsAndConnectionsEnd() throws Exception {
        try (ServiceProcess service = service("1s");
                Load load = new Load(service, key)) {
            load.awaitAcknowledged(SOME);
            awaitReplica(service);
            for (int round = 0; round < 2 * SOME; round++) {
                standby.run("select pg_%s_backend(pid) from pg_stat_activity where application_name = 'vertx-pg-client'"
                        .formatted(round % 10 == 0 ? "terminate" : "cancel"));
            }
            awaitReplica(service);
            assertThat(outcome(service, "failure")).isPositive();
            check(service, load);
        }
    }

    /** What was written to the other server is not what the callers of this service have written. */
    @Test
    void promotion() throws Exception {
        try (ServiceProcess service = service("1s");
                Load load = new Load(service, key)) {
            put(service, "before");
            load.awaitAcknowledged(SOME);
            awaitReplica(service);
            standby.promote();
            ServiceProcess.await(
                    "it is promoted",
                    () -> standby.list("select 1 where not pg_is_in_recovery()").size() == 1);
            standby.run("update users set public_data = '{\"v\":\"elsewhere\"}'");
            load.awaitAcknowledged(10 * SOME);
            assertThat(data(service)).contains("before");
            check(service, load);
        }
    }

    @Test
    void starts() throws Exception {
        standby.kill();
        try (ServiceProcess service = service("1s")) {
            assertThat(service.isReady()).isTrue();
            put(service, "alone");
            assertThat(data(service)).contains("alone");
            standby.restart();
            awaitReplica(service);
        }
    }

    private static void check(ServiceProcess service, Load load) throws Exception {
        load.stop();
        assertThat(load.refusals()).isEmpty();
        assertThat(load.unanswered()).isZero();
        assertThat(service.faults()).isEmpty();
        assertThat(service.outsideTheLog()).isEmpty();
    }

    private void disturb(AtomicBoolean done) {
        try {
            while (!done.get()) {
                standby.run("select pg_wal_replay_pause()");
                Thread.sleep(150);
                standby.run("select pg_wal_replay_resume()");
                Thread.sleep(400);
            }
        } catch (Exception failure) {
            throw new IllegalStateException(failure);
        }
    }

    /** What a caller did not read of what it had written. */
    private List<String> stale(ServiceProcess service, String user) {
        List<String> stale = new ArrayList<>();
        send(service, "PUT", user, "{}");
        for (int write = 0; write < WRITES; write++) {
            String value = "\"v\": \"%d\"".formatted(write);
            HttpResponse<String> written =
                    send(service, "PATCH", user + "/public_data", "{\"public_data\":{" + value + "}}");
            assertThat(written.statusCode()).as(written.body()).isEqualTo(200);
            String token = written.headers().firstValue(TOKEN).orElseThrow();
            HttpResponse<String> read = send(service, "GET", user + "/public_data", "", TOKEN, token);
            if (read.statusCode() != 200 || !read.body().contains(value)) {
                stale.add("%s not in %d %s".formatted(value, read.statusCode(), read.body()));
            }
        }
        return stale;
    }

    private static long byteOf(String token) {
        return ByteBuffer.wrap(Base64.getUrlDecoder().decode(token)).getLong(13);
    }

    private static String ofAnotherCluster(String token) {
        return changed(token, 3);
    }

    private static String ofAnotherTimeline(String token) {
        return changed(token, 12);
    }

    private static String changed(String token, int at) {
        byte[] bytes = Base64.getUrlDecoder().decode(token);
        bytes[at]++;
        // By its byte alone, the replica could serve it.
        Arrays.fill(bytes, 13, bytes.length, (byte) 0);
        return Base64.getUrlEncoder().encodeToString(bytes);
    }

    /** Waits until the replica serves. */
    private void awaitReplica(ServiceProcess service) throws Exception {
        double before = outcome(service, "replica");
        ServiceProcess.await("the replica serves", () -> {
            send(service, "GET", "/api/groups", "");
            return outcome(service, "replica") > before;
        });
    }

    private String put(ServiceProcess service, String value) {
        send(service, "PUT", USER, "{}");
        HttpResponse<String> written =
                send(service, "PATCH", DATA, "{\"public_data\":{\"v\":\"%s\"}}".formatted(value));
        assertThat(written.statusCode()).as(written.body()).isEqualTo(200);
        return written.headers().firstValue(TOKEN).orElseThrow();
    }

    private String data(ServiceProcess service, String... headers) {
        HttpResponse<String> response = send(service, "GET", DATA, "", headers);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return response.body();
    }

    private HttpResponse<String> send(
            ServiceProcess service, String method, String path, String body, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(service.uri(path))
                .header("X-API-KEY", key)
                .header("Content-Type", "application/json")
                .method(method, BodyPublishers.ofString(body));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.sendAsync(request.build(), BodyHandlers.ofString()).join();
    }

    private static double outcome(ServiceProcess service, String outcome) throws Exception {
        return value(service, "useradmin_replica_reads_total\\{[^}]*outcome=\"%s\"[^}]*}".formatted(outcome));
    }

    private static double value(ServiceProcess service, String metric) throws Exception {
        Matcher found = Pattern.compile("(?m)^" + metric + " ([0-9.E]+)").matcher(service.metrics());
        return found.find() ? Double.parseDouble(found.group(1)) : 0;
    }

    private ServiceProcess service(String maxLag) throws Exception {
        Map<String, String> settings = new HashMap<>(Recovery.PATIENT);
        settings.put("USERADMIN_DATABASE_REPLICA_URL", standby.reactiveUrl());
        settings.put("USERADMIN_DATABASE_REPLICA_MAX_LAG", maxLag);
        return ServiceProcess.start(primary.reactiveUrl(), settings);
    }
}
