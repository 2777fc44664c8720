package io.useradmin.server;

import static io.useradmin.testsupport.Api.as;
import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.testsupport.Api;
import io.useradmin.testsupport.Management;
import io.useradmin.testsupport.PackagedService;
import io.useradmin.testsupport.RawHttp;
import io.useradmin.testsupport.Tenant;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients that are slow or send too much are disconnected, and do not delay others. */
class SlowCallersIT {
    /** More than there are event loops, worker threads and database connections. */
    private static final int CALLERS = 300;

    private static final int TIMEOUT_MILLIS = 60_000;

    /** A short idle timeout, so that the test does not wait long. */
    @RegisterExtension
    static final PackagedService SERVICE = PackagedService.with(Map.of(
            "quarkus.http.idle-timeout", "5s",
            "useradmin.http.deadline", "4s",
            "useradmin.database.statement-timeout", "4s",
            "useradmin.events.keep-alive", "4s"));

    final Tenant tenant = Tenant.create();
    final String user = tenant.user();

    @ParameterizedTest
    @ValueSource(strings = {"", "GET /api/us", "line", "header", "body", "chunk"})
    void disconnectsStalledClientsAndServesOthers(String where) throws IOException {
        List<Socket> stopped = new ArrayList<>();
        try {
            for (int caller = 0; caller < CALLERS; caller++) {
                Socket socket = connect();
                stopped.add(socket);
                send(socket, until(where));
            }
            as(tenant).get("/api/users/{user}/sessions", user).then().statusCode(200);
            for (Socket socket : stopped) {
                assertThat(answer(socket)).doesNotContain(" 200 ").doesNotContain(" 500 ");
            }
        } finally {
            for (Socket socket : stopped) {
                socket.close();
            }
        }
        as(tenant).get("/api/users/{user}/public_data", user).then().statusCode(200);
    }

    @Test
    void disconnectsStalledClientsOfTheManagementPort() throws IOException {
        try (Socket socket = connect(Management.port())) {
            send(socket, "GET /q/health HTTP/1.1\r\n");
            assertThat(answer(socket)).isEmpty();
        }
    }

    @Test
    void answersAClientThatSendsByteByByte() throws Exception {
        try (Socket socket = connect()) {
            for (char each : (until("body") + "1}}").toCharArray()) {
                send(socket, String.valueOf(each));
                Thread.sleep(1);
            }
            assertThat(answer(socket)).startsWith("HTTP/1.1 200 ").endsWith("{\"public_data\":{\"a\": 1}}");
        }
    }

    @Test
    void answers414ToALineThatIsTooLong() {
        String answer = RawHttp.get("/api/users/" + user + "?x=" + "x".repeat(9_000), tenant.apiKey());

        assertThat(answer).matches("(?s)HTTP/1.[01] 414 .*");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 500})
    void answers431ToTooManyHeaders(int length) {
        String header = "X-A: " + "x".repeat(length) + "\r\n";
        String headers = header.repeat(30_000 / header.length());

        String answer =
                RawHttp.exchange("GET /api/users/" + user + " HTTP/1.1\r\nHost: localhost\r\n" + headers + "\r\n");

        assertThat(answer).startsWith("HTTP/1.1 431 ");
    }

    @Test
    void answers431ToTooManyFields() {
        String answer =
                RawHttp.exchange("GET /api/key HTTP/1.1\r\nHost: localhost\r\n" + "a:\r\n".repeat(100) + "\r\n");

        assertThat(answer).startsWith("HTTP/1.1 431 ");
    }

    private static Socket connect() throws IOException {
        return connect(Api.port());
    }

    private static Socket connect(int port) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(TIMEOUT_MILLIS);
        return socket;
    }

    private static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** Reads until the service closes the connection, maybe by RST. */
    private static String answer(Socket socket) throws IOException {
        try {
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (SocketException reset) {
            return "";
        }
    }

    private String until(String where) {
        String line = "PATCH /api/users/" + user + "/public_data HTTP/1.1\r\n";
        String header = line + "Host: localhost\r\nContent-Type: application/json\r\nX-API-KEY: " + tenant.apiKey();
        return switch (where) {
            case "line" -> line;
            case "header" -> header;
            case "body" -> header + "\r\nConnection: close\r\nContent-Length: 24\r\n\r\n{\"public_data\": {\"a\":";
            case "chunk" -> header + "\r\nTransfer-Encoding: chunked\r\n\r\n18\r\n{\"public_data\"";
            default -> where;
        };
    }
}
