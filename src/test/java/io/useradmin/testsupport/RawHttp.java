package io.useradmin.testsupport;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;

/** Requests that client libraries refuse to send. */
public final class RawHttp {
    private static final int TIMEOUT_MILLIS = 60_000;

    private RawHttp() {}

    /** Sends {@code request} unchanged. Returns everything until the server closes the connection. */
    public static String exchange(String request) {
        return exchangeTogether(request, 1).getFirst();
    }

    /** Sends a GET request for {@code target}, which is not escaped. */
    public static String get(String target, String key) {
        return getTogether(target, key, 1).getFirst();
    }

    /** The same on several connections: sends all requests, then reads the responses. */
    public static List<String> getTogether(String target, String key, int connections) {
        String request =
                "GET " + target + " HTTP/1.1\r\nHost: localhost\r\nX-API-KEY: " + key + "\r\nConnection: close\r\n\r\n";
        return exchangeTogether(request, connections);
    }

    private static List<String> exchangeTogether(String request, int connections) {
        List<Socket> sockets =
                Stream.generate(RawHttp::connect).limit(connections).toList();
        sockets.forEach(socket -> send(socket, request));
        return sockets.stream().map(RawHttp::receive).toList();
    }

    private static Socket connect() {
        try {
            var socket = new Socket(InetAddress.getLoopbackAddress(), Api.port());
            socket.setSoTimeout(TIMEOUT_MILLIS);
            return socket;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static void send(Socket socket, String request) {
        try {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static String receive(Socket socket) {
        try (socket) {
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
