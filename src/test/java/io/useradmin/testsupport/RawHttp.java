package io.useradmin.testsupport;

import io.restassured.RestAssured;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** Requests that no well-behaved client library lets out. */
public final class RawHttp {
    private static final int TIMEOUT_MILLIS = 10_000;

    private RawHttp() {}

    /** Sends {@code request} as it is, ended by the server closing the connection; the whole answer. */
    public static String exchange(String request) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), RestAssured.port)) {
            socket.setSoTimeout(TIMEOUT_MILLIS);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            socket.getOutputStream().flush();
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** A request without a body for {@code target}, which is sent as it is. */
    public static String get(String target, String key) {
        return exchange("GET " + target + " HTTP/1.1\r\nHost: localhost\r\nX-API-KEY: " + key
                + "\r\nConnection: close\r\n\r\n");
    }
}
