package io.useradmin.schema;

import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import io.useradmin.testsupport.FreshDatabase;
import io.useradmin.testsupport.TestDatabase;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;

/**
 * The test database with somebody on the line to it who notes every statement that is prepared, whichever way the service
 * came to send it.
 */
public final class OverheardDatabase implements QuarkusTestResourceLifecycleManager {
    /** What was overheard, as it was sent. */
    static final Set<String> STATEMENTS = new ConcurrentSkipListSet<>();

    /** The message that has PostgreSQL parse a statement: a name, the statement, the types of its parameters. */
    private static final byte PARSE = 'P';

    private static final int LENGTH_BYTES = 4;

    @Override
    public Map<String, String> start() {
        try {
            ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
            Thread.ofPlatform().daemon().start(() -> accept(server));
            return Map.of(
                    "quarkus.datasource.reactive.url",
                    "postgresql://localhost:%d/postgres".formatted(server.getLocalPort()),
                    "quarkus.datasource.username",
                    FreshDatabase.USER,
                    "quarkus.datasource.password",
                    "postgres");
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @Override
    public void stop() {
        // The line ends with the JVM.
    }

    private static void accept(ServerSocket server) {
        while (!server.isClosed()) {
            try {
                Socket service = server.accept();
                Socket database = new Socket(InetAddress.getLoopbackAddress(), TestDatabase.port());
                // Else each small message waits 40 ms for the acknowledgement of the one before.
                service.setTcpNoDelay(true);
                database.setTcpNoDelay(true);
                begin(() -> listen(service, database));
                begin(() -> answer(database, service));
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        }
    }

    private interface Direction {
        void run() throws IOException;
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

    private static void answer(Socket database, Socket service) throws IOException {
        try (database;
                service) {
            database.getInputStream().transferTo(service.getOutputStream());
        }
    }

    /** Hands on what the service says: a message without a type, which begins the session, then messages that have one. */
    private static void listen(Socket service, Socket database) throws IOException {
        try (var from = new DataInputStream(service.getInputStream());
                var to = new DataOutputStream(new BufferedOutputStream(database.getOutputStream()))) {
            handOn(from, to);
            while (true) {
                byte type = from.readByte();
                to.writeByte(type);
                byte[] message = handOn(from, to);
                if (type == PARSE) {
                    note(message);
                }
            }
        }
    }

    private static byte[] handOn(DataInputStream from, DataOutputStream to) throws IOException {
        int length = from.readInt();
        byte[] message = from.readNBytes(length - LENGTH_BYTES);
        if (message.length < length - LENGTH_BYTES) {
            throw new EOFException();
        }
        to.writeInt(length);
        to.write(message);
        to.flush();
        return message;
    }

    private static void note(byte[] message) {
        String[] nameAndStatement = new String(message, StandardCharsets.UTF_8).split("\0");
        STATEMENTS.add(nameAndStatement[1].strip());
    }
}
