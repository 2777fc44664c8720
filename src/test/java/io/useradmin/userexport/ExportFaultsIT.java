package io.useradmin.userexport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.useradmin.testsupport.Await;
import io.useradmin.testsupport.Concurrently;
import io.useradmin.testsupport.HeldGauges;
import io.useradmin.testsupport.OwnPostgres;
import io.useradmin.testsupport.RawConnection;
import io.useradmin.testsupport.RawHttp2;
import io.useradmin.testsupport.ServiceProcess;
import io.useradmin.testsupport.Slow;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Exports much larger than the service's memory. Clients disconnect, or the database fails. */
@Slow
class ExportFaultsIT {
    private static final int SESSIONS = 40_000;
    private static final Duration TIMEOUT = Duration.ofMinutes(2);
    private static final int TERMINATED = 143;

    /** Settings for most tests: each export looks up its key, and no idle timeout closes connections. */
    private static final Map<String, String> SETTINGS = Map.of(
            "USERADMIN_API_KEY_CACHE_TTL", "1ms",
            "QUARKUS_HTTP_IDLE_TIMEOUT", "1h",
            "USERADMIN_USER_EXPORTS_MAX_RUNNING", "100");

    private static OwnPostgres database;
    private static ServiceProcess service;

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private String key;

    /** Each session of the user has 1 KB, in total more than socket buffers can hold. */
    @BeforeAll
    static void fill() throws Exception {
        database = OwnPostgres.migrated(Map.of());
        database.key();
        database.run("insert into users (tenant_id, user_id, created_at, last_updated_at)"
                + " select 't', u, now(), now() from unnest(array['many', 'few', 'deleted']) u");
        addSessions("many", SESSIONS);
        addSessions("deleted", SESSIONS / 2);
        addSessions("few", 5);
        service = ServiceProcess.start(database.reactiveUrl(), SETTINGS);
    }

    @BeforeEach
    void createKey() throws Exception {
        key = database.key();
    }

    @AfterEach
    void closeClient() {
        client.shutdownNow();
    }

    @AfterAll
    static void end() throws Exception {
        service.close();
        database.close();
    }

    @Test
    void needNoMoreMemoryForManySessions() throws Exception {
        try (ServiceProcess service =
                ServiceProcess.start(database.reactiveUrl(), Map.of(), "-Xmx64m", "-XX:+ExitOnOutOfMemoryError")) {
            Callable<Integer> export = () -> sessions(body(service, "many"));

            assertThat(Concurrently.call(List.of(export, export, export))).containsOnly(SESSIONS);

            awaitNone(service);
            assertThat(service.faults()).isEmpty();
        }
    }

    @Test
    void abortIfTheyCannotBeCompleted() throws Exception {
        double before = counted("SERVER_ERROR", "ABORTED");
        InputStream ofDeleted = startedExport(service, "deleted");
        database.run("delete from users where user_id = 'deleted'");
        assertBroken(ofDeleted);

        InputStream ofRevoked = startedExport(service, "many");
        database.run("update api_keys set revoked_at = now()");
        assertBroken(ofRevoked);

        key = database.key();
        InputStream ofKilled = startedExport(service, "many");
        try (RawHttp2 streams = RawHttp2.openWide(service)) {
            int killed = streams.get("/api/users/many/export", key);
            assertThat(streams.status(killed)).isEqualTo(200);
            database.kill();
            assertBroken(ofKilled);
            assertThat(streams.ends(killed)).isFalse();
        } finally {
            database.restart();
        }
        Await.until(
                "each is a server error, over both protocols", () -> counted("SERVER_ERROR", "ABORTED") == before + 4);
        Await.until(
                "exports succeed again",
                () -> service.get(key, "/api/users/few/export").statusCode() == 200);
        awaitNone(service);
        assertThat(service.faults()).isEmpty();
    }

    @Test
    void endForClientsThatDoNotRead() throws Exception {
        try (RawConnection stalled = RawConnection.open(service);
                RawHttp2 stalledStream = RawHttp2.open(service)) {
            double before = counted("CLIENT_ERROR", "RESET");
            stalled.send(request("many"));
            int stream = stalledStream.get("/api/users/many/export", key);
            Await.until("both exports are running", () -> running(service) == 2);

            Await.until("both exports are aborted", TIMEOUT, () -> running(service) == 0);

            Await.until("the connection is closed", () -> isClosed(stalled));
            assertThat(stalledStream.ends(stream)).isFalse();
            Await.until("both count as faults of the client", () -> counted("CLIENT_ERROR", "RESET") == before + 2);
            assertThat(service.get(key, "/api/users/few/export").statusCode()).isEqualTo(200);
            awaitNone(service);
        }
    }

    @Test
    void endAfterALongTime() throws Exception {
        try (ServiceProcess service =
                ServiceProcess.start(database.reactiveUrl(), Map.of("USERADMIN_USER_EXPORTS_MAX_DURATION", "2s"))) {
            InputStream slow = startedExport(service, "many");
            assertThatThrownBy(() -> {
                        while (slow.skip(1 << 16) > 0) {
                            Thread.sleep(20);
                        }
                    })
                    .isInstanceOf(IOException.class);
            awaitNone(service);
        }
    }

    /** One that is refused exports nothing, so it is not recorded. */
    @Test
    void areLimitedInNumber() throws Exception {
        try (ServiceProcess service = ServiceProcess.start(
                database.reactiveUrl(),
                Map.of("USERADMIN_USER_EXPORTS_MAX_RUNNING", "1", "USERADMIN_AUDIT_READS", "true"))) {
            try (RawConnection first = RawConnection.open(service).send(request("many"))) {
                Await.until("the export is running", () -> running(service) == 1);
                Await.until(
                        "it is recorded",
                        () -> !database.list("select user_id from events").isEmpty());

                HttpResponse<String> second = service.get(key, "/api/users/few/export");

                assertThat(second.statusCode()).isEqualTo(503);
                assertThat(second.headers().firstValue("Retry-After")).isPresent();
                assertThat(database.list("select user_id from events")).containsExactly("many");
                first.reset();
            }
            Await.until(
                    "the next may",
                    () -> service.get(key, "/api/users/few/export").statusCode() == 200);
            awaitNone(service);
        }
    }

    @Test
    void leaveNothingWhenClientsDisconnect() throws Exception {
        var random = new Random(18);
        for (int number = 0; number < 60; number++) {
            RawConnection connection = RawConnection.open(service);
            connection.send(request(number % 2 == 0 ? "few" : "many"));
            if (number % 3 > 0) {
                connection.awaitText("HTTP/1.1");
                connection.skip(random.nextInt(1, 100) * 10L);
            }
            connection.reset();
        }
        try (RawHttp2 streams = RawHttp2.open(service)) {
            for (int number = 0; number < 20; number++) {
                streams.reset(streams.get("/api/users/many/export", key));
            }
            streams.awaitSeen();
        }
        awaitNone(service);
        assertThat(service.faults()).isEmpty();
    }

    @Test
    void areCompleteOverHttp2() throws Exception {
        try (RawHttp2 wide = RawHttp2.openWide(service)) {
            int few = wide.get("/api/users/few/export", key);
            int many = wide.get("/api/users/many/export", key);
            int head = wide.begin("HEAD", "/api/users/many/export", key, true);

            assertThat(wide.ends(few)).isTrue();
            assertThat(wide.ends(head)).isTrue();
            assertThat(wide.ends(many)).isTrue();
            assertThat(wide.status(many)).isEqualTo(200);
            awaitNone(service);
        }
    }

    @Test
    void areCompletedDuringAGracefulShutdown() throws Exception {
        try (ServiceProcess service =
                ServiceProcess.start(database.reactiveUrl(), Map.of("QUARKUS_SHUTDOWN_TIMEOUT", "10m"))) {
            InputStream body = body(service, "many");
            assertThat(body.readNBytes(1 << 20)).hasSize(1 << 20);

            service.terminate();

            assertThat(rest(body)).isGreaterThan(SESSIONS * 1_000L);
            assertThat(service.exitStatus()).isEqualTo(TERMINATED);
        }
    }

    @Test
    void areAbortedAfterTheShutdownTimeout() throws Exception {
        // The service demands that each of these is at least as long as the next one.
        Map<String, String> settings = Map.of(
                "QUARKUS_SHUTDOWN_TIMEOUT", "5s",
                "USERADMIN_HTTP_DEADLINE", "5s",
                "USERADMIN_DATABASE_STATEMENT_TIMEOUT", "4s");
        try (ServiceProcess service = ServiceProcess.start(database.reactiveUrl(), settings)) {
            InputStream body = startedExport(service, "many");

            service.terminate();

            assertThat(service.exitStatus()).isEqualTo(TERMINATED);
            assertBroken(body);
        }
    }

    private static void addSessions(String user, int count) throws Exception {
        database.run("""
                insert into sessions (tenant_id, user_id, session_id, session_key, initiated_at, expires_at, last_updated_at, last_metadata)
                select 't', '%s', 's' || n, 'k', now(), now(), now(), jsonb_build_object('user_agent', repeat('Mozilla/5.0 ', 85))
                  from generate_series(1, %d) n
                """.formatted(user, count));
    }

    /** Checks by sending, because reading could be what the service waits for. */
    private static boolean isClosed(RawConnection connection) {
        try {
            connection.send(" ");
            return false;
        } catch (IOException closed) {
            return true;
        }
    }

    private String request(String user) {
        return "GET /api/users/" + user + "/export HTTP/1.1\r\nHost: localhost\r\nX-API-KEY: " + key + "\r\n\r\n";
    }

    private InputStream body(ServiceProcess service, String user) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(service.uri("/api/users/" + user + "/export"))
                .header("X-API-KEY", key)
                .build();
        HttpResponse<InputStream> response = client.send(request, BodyHandlers.ofInputStream());
        assertThat(response.statusCode()).isEqualTo(200);
        return response.body();
    }

    /** Starts an export and reads a part of it. The rest is larger than all buffers. */
    private InputStream startedExport(ServiceProcess service, String user) throws IOException, InterruptedException {
        InputStream body = body(service, user);
        assertThat(body.readNBytes(1 << 16)).hasSize(1 << 16);
        return body;
    }

    private static void assertBroken(InputStream body) {
        assertThatThrownBy(() -> rest(body)).isInstanceOf(IOException.class);
    }

    private static long rest(InputStream body) throws IOException {
        byte[] part = new byte[1 << 16];
        long count = 0;
        for (int read = body.read(part); read >= 0; read = body.read(part)) {
            count += read;
        }
        return count;
    }

    /** The number of sessions in a complete document. */
    private static int sessions(InputStream document) throws IOException {
        List<String> members = new ArrayList<>();
        int sessions = 0;
        try (JsonParser json = new JsonFactory().createParser(document)) {
            for (JsonToken token = json.nextToken(); token != null; token = json.nextToken()) {
                if (token == JsonToken.FIELD_NAME && json.currentName().equals("session_id")) {
                    sessions++;
                } else if (token == JsonToken.FIELD_NAME
                        && json.getParsingContext().getParent().inRoot()) {
                    members.add(json.currentName());
                }
            }
        }
        assertThat(members).containsExactly("user", "sessions", "ip_addresses", "groups", "audit_log");
        return sessions;
    }

    /** The number of exports with this outcome and status. */
    private static double counted(String outcome, String status) throws Exception {
        return service.metric(
                        "http_server_requests_seconds_count\\{method=\"GET\",outcome=\"%s\",status=\"%s\",uri=\"%s\"}"
                                .formatted(outcome, status, "/api/users/\\{user_id}/export"))
                .orElse(0);
    }

    private static void awaitNone(ServiceProcess service) throws Exception {
        Await.until("no export is running", () -> running(service) == 0);
        HeldGauges.awaitZero(service);
    }

    private static double running(ServiceProcess service) throws Exception {
        return HeldGauges.of(service).get("user_exports_running");
    }
}
