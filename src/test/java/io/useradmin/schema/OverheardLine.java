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

/** A line between clients and a database, on which somebody listens. */
final class OverheardLine {
    private static final int LENGTH_BYTES = 4;

    private final ServerSocket server;
    private final int database;
    private final Ear ear;

    /** Hears every message that has a type: all but the one that begins a session. */
    interface Ear {
        /** A message of a client. */
        void ofClient(byte type, byte[] message);

        /** A message of the database. Returns whether the client is to get it. */
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

    /** Opens a line to the port {@code database} of this machine, which lasts as long as the JVM; the port of its other end. */
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
                // Else each small message waits 40 ms for the acknowledgement of the one before.
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
                // Either side has hung up, as both do at the end of the test.
                return;
            }
        });
    }

    /** Hands on what a client says: a message without a type, which begins the session, then messages that have one. */
    private void listen(Socket near, Socket far) throws IOException {
        try (var from = in(near);
                var to = out(far)) {
            write(to, message(from));
            to.flush();
            while (true) {
                byte type = from.readByte();
                byte[] message = message(from);
                to.writeByte(type);
                write(to, message);
                to.flush();
                ear.ofClient(type, message);
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
