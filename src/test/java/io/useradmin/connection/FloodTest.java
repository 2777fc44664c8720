package io.useradmin.connection;

import static io.useradmin.connection.FloodConnection.frame;
import static io.useradmin.testsupport.Api.as;
import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.useradmin.testsupport.Api;
import io.useradmin.testsupport.Concurrently;
import io.useradmin.testsupport.RawHttp;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A flood of frames or requests, of any type and without an API key, ends its connection and does not delay other clients. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class FloodTest {
    /** Far more than any limit allows. */
    private static final int FRAMES = 200_000;

    private static final int SMALL_BUFFER = 4_096;

    private static final byte[] REQUEST = FloodConnection.request("GET", "/api/users/nobody");
    private static final byte[] ONE = {0, 0, 0, 1};

    /** The frames of a flood. Except for CONTINUATION and DATA, clients may send each of them at any time. */
    enum Flood {
        CONTINUATION(number -> number == 0
                ? frame(FloodConnection.HEADERS, FloodConnection.END_STREAM, 1, REQUEST)
                : frame(FloodConnection.CONTINUATION, 0, 1)),
        CONTINUATION_WITH_A_BYTE(number -> number == 0
                ? frame(FloodConnection.HEADERS, FloodConnection.END_STREAM, 1, REQUEST)
                : frame(FloodConnection.CONTINUATION, 0, 1, 0x86)),
        RAPID_RESET(number -> number % 2 == 0
                ? frame(
                        FloodConnection.HEADERS,
                        FloodConnection.END_HEADERS | FloodConnection.END_STREAM,
                        number + 1,
                        REQUEST)
                : frame(FloodConnection.RST_STREAM, 0, number, 0, 0, 0, 8)),
        EMPTY_DATA(number -> number == 0
                ? frame(
                        FloodConnection.HEADERS,
                        FloodConnection.END_HEADERS,
                        1,
                        FloodConnection.request("PATCH", "/api/users/nobody/public_data"))
                : frame(FloodConnection.DATA, 0, 1)),
        PING(_ -> frame(FloodConnection.PING, 0, 0, new byte[8])),
        PING_ACK(_ -> frame(FloodConnection.PING, FloodConnection.ACK, 0, new byte[8])),
        SETTINGS(_ -> frame(FloodConnection.SETTINGS, 0, 0)),
        SETTINGS_WITH_A_VALUE(
                number -> frame(FloodConnection.SETTINGS, 0, 0, 0, 4, 0, 0, number >> 8 & 0xff, number & 0xff)),
        WINDOW_UPDATE(_ -> frame(FloodConnection.WINDOW_UPDATE, 0, 0, ONE)),
        WINDOW_UPDATE_OF_A_STREAM(number -> number == 0
                ? frame(FloodConnection.HEADERS, FloodConnection.END_HEADERS, 1, REQUEST)
                : frame(FloodConnection.WINDOW_UPDATE, 0, 1, ONE)),
        PRIORITY(number -> frame(FloodConnection.PRIORITY, 0, 2 * number + 3, 0, 0, 0, 1, 7)),
        UNKNOWN(_ -> frame(0xfe, 0, 0));

        private final IntFunction<byte[]> frames;

        Flood(IntFunction<byte[]> frames) {
            this.frames = frames;
        }
    }

    final Tenant tenant = Tenant.create();
    final String user = tenant.user();

    @ParameterizedTest
    @EnumSource
    void endsTheConnectionAndHoldsNobodyElseUp(Flood flood) throws Exception {
        CompletableFuture<Integer> end = Concurrently.begin(() -> end(FRAMES, flood.frames));
        do {
            as(tenant).get("/api/users/{user}/public_data", user).then().statusCode(200);
        } while (!end.isDone());
        assertThat(end.join()).isIn(FloodConnection.ENHANCE_YOUR_CALM, FloodConnection.CLOSED);
    }

    /** Clients that read responses in small pieces send some WINDOW_UPDATE frames per request. */
    @Test
    void servesAConnectionThatSendsMoreThanTheLimitBesideRequests() throws IOException {
        // Four are larger than any response, also one with 429. Otherwise the server would wait for the window.
        byte[] update = frame(FloodConnection.WINDOW_UPDATE, 0, 0, 0, 0, 1, 0);
        try (FloodConnection connection = connect()) {
            for (int request = 0; request <= FrameLimit.BASE / FrameLimit.PER_REQUEST; request++) {
                int stream = 2 * request + 1;
                byte[] headers = frame(
                        FloodConnection.HEADERS,
                        FloodConnection.END_HEADERS | FloodConnection.END_STREAM,
                        stream,
                        REQUEST);
                connection.exchange(stream, headers, update, update, update, update);
            }
        }
    }

    /** HTTP/1.1 has no frames, but a client can send requests without an end before it reads a response. */
    @Test
    void answersOnlyTheFirstOfManyPipelinedRequests() {
        String answers = RawHttp.exchange(request("GET", "\r\n").repeat(10 * PipeliningLimit.MOST));

        assertThat(answers.split("HTTP/1\\.1 200 ")).hasSizeBetween(PipeliningLimit.MOST + 1, 9 * PipeliningLimit.MOST);
    }

    /** With a small buffer, most responses are still on their way when the service ends the connection. */
    @Test
    void deliversAllResponsesToAClientThatStillSends() throws IOException {
        String get = request("GET", "\r\n");
        String last = request(
                "PATCH", "Content-Type: application/json\r\nContent-Length: 25\r\n\r\n{\"public_data\":{\"end\":1}}");
        try (var socket = new Socket()) {
            socket.setReceiveBufferSize(SMALL_BUFFER);
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), Api.port()));
            send(socket, get.repeat(PipeliningLimit.MOST - 1) + last + get);
            String data;
            do {
                data = as(tenant).get("/api/users/{user}/public_data", user).asString();
            } while (!data.contains("end"));
            send(socket, get.repeat(10 * PipeliningLimit.MOST));
            socket.shutdownOutput();
            String answers = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

            assertThat(answers.split("HTTP/1\\.1 200 ")).hasSize(PipeliningLimit.MOST + 1);
        }
    }

    private static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
    }

    private String request(String method, String rest) {
        return method + " /api/users/" + user + "/public_data HTTP/1.1\r\nHost: localhost\r\nX-API-KEY: "
                + tenant.apiKey() + "\r\n" + rest;
    }

    /** Uses its own client address, because these requests count for the limit of failed keys. */
    private static FloodConnection connect() throws IOException {
        var socket = new Socket();
        try {
            socket.bind(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.77"), 0));
        } catch (BindException onlyOneLoopbackAddress) {
            socket.bind(null);
        }
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), Api.port()));
        return new FloodConnection(socket);
    }

    private static int end(int count, IntFunction<byte[]> frames) {
        try (FloodConnection connection = connect()) {
            return connection.flood(count, frames);
        } catch (IOException failure) {
            throw new AssertionError(failure);
        }
    }
}
