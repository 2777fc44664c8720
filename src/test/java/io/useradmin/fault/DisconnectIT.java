package io.useradmin.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.testsupport.Await;
import io.useradmin.testsupport.HeldGauges;
import io.useradmin.testsupport.OwnPostgres;
import io.useradmin.testsupport.RawConnection;
import io.useradmin.testsupport.RawHttp2;
import io.useradmin.testsupport.ServiceProcess;
import java.io.IOException;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Clients disconnect while their key is looked up. The look-up waits for a lock that the test holds until the service has
 * noticed the disconnect. Afterwards, nothing of their requests may remain.
 */
class DisconnectIT {
    /** More than the service processes at a time. */
    private static final int MANY = 60;

    private static final int BURSTS = 3;
    private static final int BURST = 12;

    private static final String LOOK_UPS =
            "select pid from pg_stat_activity where wait_event_type = 'Lock' and query like 'select key_id%'";

    private static OwnPostgres database;
    private static ServiceProcess service;

    /** How a client disconnects. The last one in a test uses FIN: then the test knows that the service has noticed all of them. */
    private enum Disconnect {
        FIN,
        RST
    }

    @BeforeAll
    static void start() throws Exception {
        database = OwnPostgres.migrated(Map.of());
        // One event loop, so that the service notices the disconnects in their order.
        service = ServiceProcess.start(database.reactiveUrl(), Map.of("QUARKUS_VERTX_EVENT_LOOPS_POOL_SIZE", "1"));
        database.key();
        database.run(
                "insert into users (tenant_id, user_id, created_at, last_updated_at) values ('t', 'x', now(), now())");
    }

    @AfterAll
    static void end() throws Exception {
        service.close();
        database.close();
    }

    @ParameterizedTest
    @EnumSource
    void manyGets(Disconnect how) throws Exception {
        burst(how, MANY, get(database.key()));

        assertNothingLeft();
    }

    @ParameterizedTest
    @EnumSource
    void burstsOfGets(Disconnect how) throws Exception {
        for (int burst = 0; burst < BURSTS; burst++) {
            burst(how, BURST, get(database.key()));
        }

        assertNothingLeft();
    }

    @ParameterizedTest
    @EnumSource
    void manyPatches(Disconnect how) throws Exception {
        burst(how, MANY, patch(database.key()));

        assertNothingLeft();
    }

    @ParameterizedTest
    @EnumSource
    void inTheMiddleOfABody(Disconnect how) throws Exception {
        String patch = patch(database.key());
        burst(how, MANY, patch.substring(0, patch.length() - 5));

        assertNothingLeft();
    }

    /** The bytes sent are a complete document, but fewer than Content-Length. */
    @ParameterizedTest
    @EnumSource
    void beforeTheEndOfABody(Disconnect how) throws Exception {
        String patch = patch(database.key()).replace("\"a\"", "\"incomplete\"");
        burst(how, MANY, patch.replaceFirst("Content-Length: \\d+", "Content-Length: 100"));

        assertServes();
        assertThat(database.list("select public_data ->> 'incomplete' from users where user_id = 'x'"))
                .containsOnlyNulls();
        assertNothingLeft();
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "PATCH"})
    void streamsOfHttp2(String method) throws Exception {
        String key = database.key();
        try (RawHttp2 caller = RawHttp2.open(service)) {
            try (Connection lock = lockKeys()) {
                for (int request = 0; request < MANY; request++) {
                    boolean hasNoBody = method.equals("GET");
                    caller.reset(caller.begin(method, "/api/users/x/public_data", key, hasNoBody));
                }
                caller.awaitSeen();
                lock.rollback();
            }
            assertNothingLeft();
        }
    }

    /** Here the look-ups finish at the same time as the streams are reset. */
    @Test
    void burstsOfStreamsOfHttp2() throws Exception {
        for (int burst = 0; burst < BURSTS; burst++) {
            String key = database.key();
            try (RawHttp2 caller = RawHttp2.open(service)) {
                for (int request = 0; request < MANY; request++) {
                    caller.reset(caller.get("/api/users/x", key));
                }
                caller.awaitSeen();
            }
        }
        assertNothingLeft();
    }

    @Test
    void aConnectionOfHttp2() throws Exception {
        String key = database.key();
        try (Connection lock = lockKeys()) {
            RawHttp2 caller = RawHttp2.open(service);
            for (int request = 0; request < MANY; request++) {
                caller.get("/api/users/x", key);
            }
            caller.goAway();
            caller.connection().halfClose();
            caller.connection().awaitClosed();
            caller.close();
            lock.rollback();
        }
        assertNothingLeft();
    }

    /** The body of the next request has begun. Then Vert.x tells only that request that its connection has closed. */
    @ParameterizedTest
    @EnumSource
    void streamsOfEventsBeforeAnIncompleteRequest(Disconnect how) throws Exception {
        String key = database.key();
        String patch = patch(key);
        for (int caller = 0; caller < BURST; caller++) {
            RawConnection connection =
                    RawConnection.open(service).send(stream(key) + patch.substring(0, patch.length() - 5));
            Await.until("the stream begins", () -> HeldGauges.of(service).get("events_readers") > 0);
            disconnect(connection, how);
        }
        assertNothingLeft();
    }

    private static void burst(Disconnect how, int count, String request) throws Exception {
        try (Connection lock = lockKeys()) {
            List<RawConnection> callers = new ArrayList<>();
            for (int caller = 0; caller < count; caller++) {
                callers.add(RawConnection.open(service).send(request));
            }
            Await.until("the key is looked up", () -> !database.list(LOOK_UPS).isEmpty());
            for (RawConnection caller : callers.subList(1, count)) {
                disconnect(caller, how);
            }
            disconnect(callers.getFirst(), Disconnect.FIN);
            lock.rollback();
        }
    }

    private static void disconnect(RawConnection caller, Disconnect how) throws IOException {
        switch (how) {
            case RST -> caller.reset();
            case FIN -> {
                caller.halfClose();
                caller.awaitClosed();
                caller.close();
            }
        }
    }

    /** Blocks the look-up of every key that is not in the cache. */
    private static Connection lockKeys() throws Exception {
        Connection connection = database.connect();
        connection.setAutoCommit(false);
        connection.createStatement().execute("lock table api_keys in access exclusive mode");
        return connection;
    }

    private static String stream(String key) {
        return "GET /api/events HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\nX-API-KEY: " + key
                + "\r\n\r\n";
    }

    private static String get(String key) {
        return "GET /api/users/x HTTP/1.1\r\nHost: localhost\r\nX-API-KEY: " + key + "\r\n\r\n";
    }

    private static String patch(String key) {
        String body = "{\"public_data\": {\"a\": 1}}";
        return "PATCH /api/users/x/public_data HTTP/1.1\r\nHost: localhost\r\nX-API-KEY: " + key
                + "\r\nContent-Type: application/json\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
    }

    private static void assertServes() throws Exception {
        String key = database.key();
        for (int time = 0; time < BURST; time++) {
            assertThat(status(key, "GET", "/api/users/x", "")).isEqualTo(200);
            assertThat(status(key, "PATCH", "/api/users/x/public_data", "{\"public_data\": {\"b\": 1}}"))
                    .isEqualTo(200);
        }
    }

    private static void assertNothingLeft() throws Exception {
        assertServes();
        assertThat(service.liveness().statusCode()).isEqualTo(200);
        assertThat(service.faults()).isEmpty();
        HeldGauges.awaitZero(service);
    }

    private static int status(String key, String method, String path, String body) {
        return service.begin(key, method, path, body).join().statusCode();
    }
}
