package io.useradmin.contract;

import static io.useradmin.testsupport.Api.as;
import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.useradmin.testsupport.Api;
import io.useradmin.testsupport.Await;
import io.useradmin.testsupport.CapturedLog;
import io.useradmin.testsupport.Locks;
import io.useradmin.testsupport.Sql;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

/** A client that disconnects during a write neither undoes nor damages the write. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class DisconnectedWriteTest {
    /** As many as one event loop processes at a time. Additional ones would wait, and be dropped when their clients disconnect. */
    private static final int CALLERS = 10;
    /** More clients in total than the pool has connections, so that a leaked connection would show. */
    private static final int ROUNDS = 3;

    final Tenant tenant = Tenant.create();

    @Test
    void finishesWritesOfDisconnectedClients() throws Exception {
        String user = tenant.user();
        assertThat(as(tenant).get("/api/users/{user}/public_data", user).statusCode())
                .isEqualTo(200);

        CapturedLog log = CapturedLog.listen();
        for (int round = 1; round <= ROUNDS; round++) {
            patchAndHangUpTogether(user, round);
            int sent = round * CALLERS;
            Await.until("every write is done", () -> members(user) == sent);
        }
        Await.until("every write is in the audit log", () -> done(log) == ROUNDS * CALLERS);
        log.close();
        for (int time = 0; time < ROUNDS * CALLERS; time++) {
            assertThat(as(tenant).get("/api/users/{user}/public_data", user).statusCode())
                    .isEqualTo(200);
        }
    }

    /** All requests of a round wait for the same lock. */
    private void patchAndHangUpTogether(String user, int round) throws Exception {
        try (Connection blocker = TestDatabase.begin()) {
            try (Statement statement = blocker.createStatement()) {
                statement.execute("select 1 from users where tenant_id = '" + tenant.id() + "' for update");
            }
            for (int caller = 0; caller < CALLERS; caller++) {
                int waiting = caller + 1;
                try (Socket _ = patch(user, round * CALLERS + caller)) {
                    Locks.awaitWaiting(waiting);
                }
            }
            blocker.rollback();
        }
    }

    private Socket patch(String user, int caller) throws IOException {
        String body = "{\"public_data\":{\"caller" + caller + "\":true}}";
        String request = "PATCH /api/users/" + user + "/public_data HTTP/1.1\r\nHost: localhost\r\nX-API-KEY: "
                + tenant.apiKey() + "\r\nContent-Type: application/json\r\nContent-Length: " + body.length()
                + "\r\n\r\n" + body;
        var socket = new Socket(InetAddress.getLoopbackAddress(), Api.port());
        socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    /** The number of finished writes in the audit log. Their clients never saw the response. */
    private static long done(CapturedLog log) {
        return log.lines("audit").stream()
                .filter(line -> line.fields().get("outcome").equals("done"))
                .count();
    }

    private int members(String user) {
        return Integer.parseInt(Sql.value(
                "select count(*) from users, jsonb_object_keys(public_data) where tenant_id = ? and user_id = ?",
                tenant.id(),
                user));
    }
}
