package io.useradmin.schema;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** A proxy between clients and a database, with a listener for the messages. */
final class OverheardLine {
    private static final int LENGTH_BYTES = 4;

    private final ServerSocket server;
    private final int database;
    private final Ear ear;

    /** Receives every message with a type: all except the startup message. */
    interface Ear {
        /** A message from the client. */
        void ofClient(byte type, byte[] message);

        /** A message from the database. Returns whether to pass it on to the client. */
        boolean ofDatabase(byte type, byte[] message);
    }

    private interface Direction {
        void run() throws IOException;
    }

    private OverheardLine(ServerSocket server, int database, Ear ear) {
        this.server = server;
        this.database = database;
        this.ear = ear;
    }

    /** Opens a proxy to the port {@code database} on this machine, for the lifetime of the JVM. Returns the proxy's port. */
    static int open(int database, Ear ear) {
        try {
            var server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
            Thread.ofPlatform().daemon().start(new OverheardLine(server, database, ear)::accept);
            return server.getLocalPort();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket near = server.accept();
                Socket far = new Socket(InetAddress.getLoopbackAddress(), database);
                // Otherwise each small message waits 40 ms for the ACK of the one before (Nagle's algorithm, delayed
                // ACK).
                near.setTcpNoDelay(true);
                far.setTcpNoDelay(true);
                begin(() -> listen(near, far));
                begin(() -> answer(far, near));
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        }
    }

    private static void begin(Direction direction) {
        Thread.ofVirtual().start(() -> {
            try {
                direction.run();
            } catch (IOException closed) {
                // One side closed the connection. At the end of the test, both do.
                return;
            }
        });
    }

    /** Passes on the client's messages: first the startup message, which has no type, then messages with a type. */
    private void listen(Socket near, Socket far) throws IOException {
        try (var from = in(near);
                var to = out(far)) {
            write(to, message(from));
            to.flush();
            while (true) {
                byte type = from.readByte();
                byte[] message = message(from);
                // Before the database gets it. Otherwise a test could be faster than the listener.
                ear.ofClient(type, message);
                to.writeByte(type);
                write(to, message);
                to.flush();
            }
        }
    }

    private void answer(Socket far, Socket near) throws IOException {
        try (var from = in(far);
                var to = out(near)) {
            while (true) {
                byte type = from.readByte();
                byte[] message = message(from);
                if (ear.ofDatabase(type, message)) {
                    to.writeByte(type);
                    write(to, message);
                }
                if (from.available() == 0) {
                    to.flush();
                }
            }
        }
    }

    private static byte[] message(DataInputStream from) throws IOException {
        int length = from.readInt() - LENGTH_BYTES;
        byte[] message = from.readNBytes(length);
        if (message.length < length) {
            throw new EOFException();
        }
        return message;
    }

    private static void write(DataOutputStream to, byte[] message) throws IOException {
        to.writeInt(message.length + LENGTH_BYTES);
        to.write(message);
    }

    private static DataInputStream in(Socket socket) throws IOException {
        return new DataInputStream(new BufferedInputStream(socket.getInputStream()));
    }

    private static DataOutputStream out(Socket socket) throws IOException {
        return new DataOutputStream(new BufferedOutputStream(socket.getOutputStream()));
    }
}
