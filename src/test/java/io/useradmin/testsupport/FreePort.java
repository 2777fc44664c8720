package io.useradmin.testsupport;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/** A free port on this machine, for a process that cannot report which port it chose itself. */
public final class FreePort {
    private static final int LOWEST = 10_000;
    private static final int LOWEST_OF_SYSTEM = 32_768;

    private FreePort() {}

    /**
     * A free port below those that the system gives to outgoing connections and to servers with port 0. Otherwise another process
     * could get it before the server starts, or while it restarts.
     */
    public static int find() {
        while (true) {
            int port = ThreadLocalRandom.current().nextInt(LOWEST, LOWEST_OF_SYSTEM);
            try (var socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return socket.getLocalPort();
            } catch (IOException taken) {
                // Try the next port.
            }
        }
    }
}
