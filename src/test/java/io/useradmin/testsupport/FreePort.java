package io.useradmin.testsupport;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/** A free port on this machine, for a process that cannot report which port it chose itself. */
public final class FreePort {
    private static final int LOWEST = 10_000;
    private static final int LOWEST_OF_CONNECTIONS = 32_768;

    private FreePort() {}

    /** A free port that no outgoing connection takes while the server that uses it restarts. */
    public static int findForRestarts() {
        while (true) {
            int port = ThreadLocalRandom.current().nextInt(LOWEST, LOWEST_OF_CONNECTIONS);
            try (var socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return socket.getLocalPort();
            } catch (IOException taken) {
                // Try the next port.
            }
        }
    }

    /** A free port. */
    public static int find() {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
