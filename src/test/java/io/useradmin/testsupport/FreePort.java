package io.useradmin.testsupport;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** A port of this machine for a process that cannot be asked which one it found. */
public final class FreePort {
    private FreePort() {}

    /** A port on which nobody listens. */
    public static int find() {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
