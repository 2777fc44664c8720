package io.useradmin.testsupport;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/** A port of this machine for a process that cannot be asked which one it found. */
public final class FreePort {
    private static final int LOWEST = 10_000;
    private static final int LOWEST_OF_CONNECTIONS = 32_768;

    private FreePort() {}

    /** A port on which nobody listens, and that no outgoing connection gets while a server that has it is down. */
    public static int findForRestarts() {
        while (true) {
            int port = ThreadLocalRandom.current().nextInt(LOWEST, LOWEST_OF_CONNECTIONS);
            try (var socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return socket.getLocalPort();
            } catch (IOException taken) {
                // The next one may be free.
            }
        }
    }

    /** A port on which nobody listens. */
    public static int find() {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
