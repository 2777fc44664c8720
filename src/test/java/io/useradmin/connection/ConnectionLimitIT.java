package io.useradmin.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.testsupport.Api;
import io.useradmin.testsupport.Await;
import io.useradmin.testsupport.Concurrently;
import io.useradmin.testsupport.FreePort;
import io.useradmin.testsupport.HeldGauges;
import io.useradmin.testsupport.PackagedService;
import io.useradmin.testsupport.Tenant;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The number of connections has a limit, also of those that have not sent a request. */
class ConnectionLimitIT {
    private static final int MOST = 20;
    private static final int TIMEOUT_MILLIS = 60_000;

    /** Sent while the response to the first request of the connection is not complete. */
    private enum Queued {
        INCOMPLETE("GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n"),
        INVALID("\r\nSM\r\n\r\n"),
        INVALID_CHUNK("GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nZ\r\n");

        private final String text;

        Queued(String text) {
            this.text = text;
        }
    }

    /** With the default, the service would close all of them after a minute. */
    @RegisterExtension
    static final PackagedService SERVICE = PackagedService.with(Map.of(
            "quarkus.http.port",
            Integer.toString(FreePort.find()),
            "quarkus.http.limits.max-connections",
            Integer.toString(MOST),
            "quarkus.http.idle-timeout",
            "1h"));

    private final String key = Tenant.create().apiKey();
    private final String stream =
            "GET /api/events HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\nX-API-KEY: " + key + "\r\n\r\n";

    /** The event loops count concurrently, so any of the connections may be the last. */
    @Test
    void refusesMoreConnectionsThanTheLimit() throws Exception {
        double before = metric("refused_total");
        List<Socket> open = new ArrayList<>();
        List<CompletableFuture<Boolean>> ends = new ArrayList<>();
        try {
            for (int connection = 0; connection <= MOST; connection++) {
                Socket socket = connect(connection % 2 == 0 ? "" : "GET /api/key HTTP/1.1\r\nHost:");
                open.add(socket);
                ends.add(Concurrently.begin(() -> isClosed(socket)));
            }
            assertThat(CompletableFuture.anyOf(ends.toArray(CompletableFuture[]::new))
                            .join())
                    .isEqualTo(true);
            Await.until("the others are open", () -> metric("open") == MOST);
            assertThat(metric("refused_total")).isGreaterThan(before);
        } finally {
            for (Socket socket : open) {
                socket.close();
            }
        }
    }

    /** Vert.x failed here, so that Quarkus counted each of these connections forever. */
    @ParameterizedTest
    @EnumSource
    void countsNoConnectionThatHasClosed(Queued queued) throws Exception {
        long before = endsOfStreams();
        for (int connection = 0; connection <= MOST; connection++) {
            try (Socket socket = connect(stream)) {
                assertThat(socket.getInputStream().read()).as("a response").isEqualTo('H');
                send(socket, queued.text);
                end(socket);
            }
        }

        Await.until("the end of each stream in the log", () -> endsOfStreams() > before + MOST);
    }

    /** The second request waits for the first one. */
    @Test
    void keepsNothingOfConnectionsThatCloseAtAnyByte() throws Exception {
        String requests = stream + "PUT /api/groups/g HTTP/1.1\r\nHost: x\r\nX-API-KEY: " + key
                + "\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n";
        for (int length = 1; length <= requests.length(); length++) {
            try (Socket socket = connect(requests.substring(0, length))) {
                end(socket);
            }
        }

        try (Socket socket = connect(stream)) {
            assertThat(socket.getInputStream().read()).as("a response").isEqualTo('H');
        }
        HeldGauges.awaitZero(SERVICE.process());
    }

    private static double metric(String name) throws IOException, InterruptedException {
        return SERVICE.process()
                .metric("useradmin_connections_%s\\{.*port=\"%d\".*}".formatted(name, Api.port()))
                .orElseThrow();
    }

    private static long endsOfStreams() throws IOException {
        return SERVICE.log()
                .lines()
                .filter(line -> line.contains("GET /api/events RESET"))
                .count();
    }

    /** The service may have closed the connection before. */
    private static void end(Socket socket) throws IOException {
        try {
            socket.shutdownOutput();
            socket.getInputStream().readAllBytes();
        } catch (SocketException reset) {
            return;
        }
    }

    private static Socket connect(String sent) throws IOException {
        var socket = new Socket(InetAddress.getLoopbackAddress(), Api.port());
        socket.setSoTimeout(TIMEOUT_MILLIS);
        send(socket, sent);
        return socket;
    }

    private static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    }

    /** Waits for the end of the connection, maybe by RST. */
    private static boolean isClosed(Socket socket) {
        try {
            return socket.getInputStream().read() < 0;
        } catch (SocketException reset) {
            return true;
        } catch (IOException stillOpen) {
            return false;
        }
    }
}
