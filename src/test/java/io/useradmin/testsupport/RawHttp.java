package io.useradmin.testsupport;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/** Requests that client libraries refuse to send. */
public final class RawHttp {
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
        try {
            List<RawConnection> open = new ArrayList<>();
            for (int number = 0; number < connections; number++) {
                open.add(RawConnection.open(Api.port()));
            }
            for (RawConnection connection : open) {
                connection.send(request);
            }
            List<String> responses = new ArrayList<>();
            for (RawConnection connection : open) {
                try (connection) {
                    responses.add(connection.readAll());
                }
            }
            return responses;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
