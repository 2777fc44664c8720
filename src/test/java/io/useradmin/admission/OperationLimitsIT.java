package io.useradmin.admission;

import static io.useradmin.testsupport.Api.as;
import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.testsupport.Api;
import io.useradmin.testsupport.Await;
import io.useradmin.testsupport.Concurrently;
import io.useradmin.testsupport.HeldGauges;
import io.useradmin.testsupport.Locks;
import io.useradmin.testsupport.Management;
import io.useradmin.testsupport.PackagedService;
import io.useradmin.testsupport.Response;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Only a limited number of operations run at a time. The others are queued: reads wait only for reads, writes only for writes. */
class OperationLimitsIT {
    private static final int MANY = 10;
    private static final int SOME = 3;

    @RegisterExtension
    static final PackagedService SERVICE = PackagedService.withSingleQueues();

    final Tenant tenant = Tenant.create();
    final String user = tenant.user();
    final String another = tenant.user();

    @Test
    void readsWaitForReadsButNotForWrites() throws Exception {
        waitForABlockedRequest(
                "lock table sessions",
                () -> as(tenant).get("/api/users/{user}/sessions", user),
                this::read,
                () -> patch(another, "a"));
    }

    @Test
    void writesWaitForWritesButNotForReads() throws Exception {
        waitForABlockedRequest(
                "select 1 from users where user_id = '" + user + "' for update",
                () -> patch(user, "a"),
                () -> patch(another, "a"),
                this::read);
    }

    @Test
    void dropsAQueuedRequestWhoseClientDisconnects() throws Exception {
        try (Connection holder = holding("select 1 from users where user_id = '" + user + "' for update");
                Socket impatient = new Socket(InetAddress.getLoopbackAddress(), Api.port())) {
            var atWork = Concurrently.begin(() -> patch(user, "a"));
            Locks.awaitBlockedBy(holder);
            send(impatient, patchOf(another, "{\"public_data\": {\"gone\": 1}}"));
            Await.until("the request waits for a permit", () -> queued() == 1);
            impatient.close();
            Await.until("the request is dropped", () -> queued() == 0);

            holder.rollback();
            assertThat(atWork.join().statusCode()).isEqualTo(200);
        }

        patch(another, "later").then().statusCode(200);
        assertThat(as(tenant)
                        .get("/api/users/{user}/public_data", another)
                        .jsonPath()
                        .getMap("public_data"))
                .containsOnlyKeys("later");
    }

    @Test
    void queuesNoRequestBeforeItIsComplete() throws IOException {
        try (Socket slow = new Socket(InetAddress.getLoopbackAddress(), Api.port())) {
            String request = patchOf(another, "{\"public_data\": {\"slow\": 1}}");
            send(slow, request.substring(0, request.length() - 1));
            readSome();

            patch(another, "quick").then().statusCode(200);

            send(slow, request.substring(request.length() - 1));
            assertThat(new String(slow.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .contains("200 OK", "quick", "slow");
        }
    }

    private void waitForABlockedRequest(
            String lock, Supplier<Response> heldUp, Supplier<Response> alike, Supplier<Response> other)
            throws Exception {
        alike.get().then().statusCode(200);
        CompletableFuture<Response> atWork;
        List<CompletableFuture<Response>> waiting;
        try (Connection holder = holding(lock)) {
            atWork = Concurrently.begin(heldUp);
            Locks.awaitBlockedBy(holder);
            waiting =
                    Stream.generate(() -> Concurrently.begin(alike)).limit(MANY).toList();
            Await.until("the others wait for a permit", () -> queued() == MANY);

            for (int call = 0; call < SOME; call++) {
                other.get().then().statusCode(200);
            }
            assertThat(waiting).noneMatch(CompletableFuture::isDone);
            holder.rollback();
        }

        assertThat(atWork.join().statusCode()).isEqualTo(200);
        assertThat(waiting)
                .map(CompletableFuture::join)
                .map(Response::statusCode)
                .containsOnly(200);
        alike.get().then().statusCode(200);
    }

    private static double queued() {
        return HeldGauges.of(metrics()).get("queued");
    }

    private static String metrics() {
        return Management.get("/q/metrics").asString();
    }

    private Response read() {
        return as(tenant).get("/api/users/{user}/public_data", another);
    }

    private void readSome() {
        for (int call = 0; call < SOME; call++) {
            read().then().statusCode(200);
        }
    }

    private Response patch(String whom, String name) {
        return as(tenant).body("{\"public_data\": {\"" + name + "\": 1}}").patch("/api/users/{user}/public_data", whom);
    }

    private String patchOf(String whom, String body) {
        return "PATCH /api/users/" + whom
                + "/public_data HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nX-API-KEY: "
                + tenant.apiKey() + "\r\nContent-Type: application/json\r\nContent-Length: " + body.length()
                + "\r\n\r\n"
                + body;
    }

    private static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
        socket.getOutputStream().flush();
    }

    private static Connection holding(String lock) throws SQLException {
        Connection holder = TestDatabase.begin();
        holder.createStatement().execute(lock);
        return holder;
    }
}
