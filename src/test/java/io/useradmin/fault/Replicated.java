package io.useradmin.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.testsupport.Await;
import io.useradmin.testsupport.OwnPostgres;
import io.useradmin.testsupport.ServiceProcess;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.postgresql.util.PSQLState;

/** A primary, an asynchronous streaming standby, and a service that reads on the standby. */
final class Replicated implements AutoCloseable {
    static final String TOKEN = "X-Consistency-Token";

    private static final AtomicInteger USERS = new AtomicInteger();

    final OwnPostgres primary;
    final OwnPostgres standby;
    final String key;

    private final HttpClient client = HttpClient.newHttpClient();
    private ServiceProcess service;

    Replicated() throws Exception {
        primary = OwnPostgres.migrated(Map.of());
        standby = primary.standby();
        primary.acknowledgeAlone();
        key = primary.key();
    }

    /** The path of a new user. */
    static String newUser() {
        return "/api/users/u" + USERS.incrementAndGet();
    }

    ServiceProcess start(String maxLag) throws Exception {
        return start(maxLag, Map.of());
    }

    ServiceProcess start(String maxLag, Map<String, String> settings) throws Exception {
        Map<String, String> all = new HashMap<>(settings);
        all.put("USERADMIN_DATABASE_REPLICA_URL", standby.reactiveUrl());
        all.put("USERADMIN_DATABASE_REPLICA_MAX_LAG", maxLag);
        // So only the timeout of the replica ends the wait for a standby that hangs.
        all.put("USERADMIN_DATABASE_SILENCE_TIMEOUT", "5m");
        service = ServiceProcess.start(primary.reactiveUrl(), all);
        return service;
    }

    void pauseReplay() throws Exception {
        standby.run("select pg_wal_replay_pause()");
    }

    /** The standby cancels any statement that needs what it is about to replay, also this one. Then it is repeated. */
    void resumeReplay() throws Exception {
        Await.until("the replay goes on", () -> {
            try {
                standby.run("select pg_wal_replay_resume()");
                return true;
            } catch (SQLException cancelled) {
                if (PSQLState.SERIALIZATION_FAILURE.getState().equals(cancelled.getSQLState())) {
                    return false;
                }
                throw cancelled;
            }
        });
    }

    /** Waits until the service reads on the replica. */
    void awaitReplica() throws Exception {
        double before = outcome("replica");
        Await.until("the service reads on the replica", () -> {
            send("GET", "/api/groups", "");
            return outcome("replica") > before;
        });
    }

    /** Waits until the replica has replayed the write that returned {@code token}. */
    void awaitReplayed(String token) throws Exception {
        Await.until("the replica has replayed the write", () -> {
            double before = outcome("replica");
            send("GET", "/api/groups", "", TOKEN, token);
            return outcome("replica") > before;
        });
    }

    /** Writes a user's data. Returns the write's token. */
    String put(String user, String value) {
        send("PUT", user, "{}");
        HttpResponse<String> written =
                send("PATCH", user + "/public_data", "{\"public_data\":{\"v\":\"%s\"}}".formatted(value));
        assertThat(written.statusCode()).as(written.body()).isEqualTo(200);
        return written.headers().firstValue(TOKEN).orElseThrow();
    }

    /** Writes a new user's data, which a standby that serves reads does not have yet. Stops the replay. */
    void putOnPrimary(String user, String value) throws Exception {
        awaitReplayed(put(newUser(), "other"));
        pauseReplay();
        put(user, value);
    }

    String data(String user, String... headers) {
        HttpResponse<String> response = send("GET", user + "/public_data", "", headers);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return response.body();
    }

    HttpResponse<String> send(String method, String path, String body, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(service.uri(path))
                .header("X-API-KEY", key)
                .header("Content-Type", "application/json")
                .method(method, BodyPublishers.ofString(body));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.sendAsync(request.build(), BodyHandlers.ofString()).join();
    }

    /** The number of reads with this outcome. */
    double outcome(String outcome) throws Exception {
        return value("useradmin_replica_reads_total\\{[^}]*outcome=\"%s\"[^}]*}".formatted(outcome));
    }

    double value(String metric) throws Exception {
        return service.metric(metric).orElse(0);
    }

    @Override
    public void close() throws Exception {
        client.close();
        standby.close();
        primary.close();
    }
}
