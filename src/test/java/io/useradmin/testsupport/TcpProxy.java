package io.useradmin.testsupport;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * A proxy between the service and its database, or its databases in turn. It can cut the connections, accept new ones again, and
 * add latency.
 */
public final class TcpProxy {
    private static final int BIND_ATTEMPTS = 100;
    private static final Duration BIND_PAUSE = Duration.ofMillis(50);
    private static final int CHUNK_BYTES = 16_384;

    private final InetAddress address;
    private final int[] targets;
    private final int port;
    private final AtomicInteger accepted = new AtomicInteger();
    private final List<Socket> open = new ArrayList<>();
    private volatile Duration delay = Duration.ZERO;
    private volatile ServerSocket server;

    /** A proxy to ports on this machine: each connection leads to the next one. Its own port stays the same. */
    public TcpProxy(int... targets) {
        this(InetAddress.getLoopbackAddress(), 0, targets);
    }

    /** A proxy at this address and port. Port 0 means any free port. */
    public TcpProxy(InetAddress address, int port, int... targets) {
        this.address = address;
        this.targets = targets.clone();
        this.server = listen(port);
        this.port = server.getLocalPort();
        accept(server);
    }

    public int port() {
        return port;
    }

    /** Adds this delay in each direction from now on. */
    public void delay(Duration longer) {
        delay = longer;
    }

    /** Closes all connections and refuses new ones. */
    public synchronized void cut() {
        close(server);
        open.forEach(TcpProxy::close);
        open.clear();
    }

    /** Accepts connections again after {@link #cut}. */
    public synchronized void join() {
        if (server.isClosed()) {
            server = listen(port);
            accept(server);
        }
    }

    private ServerSocket listen(int port) {
        for (int attempt = 1; ; attempt++) {
            try {
                return bound(port);
            } catch (BindException taken) {
                // An outgoing connection may have this port for a moment, even one that tries to reach this proxy.
                if (attempt == BIND_ATTEMPTS) {
                    throw new UncheckedIOException(taken);
                }
                LockSupport.parkNanos(BIND_PAUSE.toNanos());
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        }
    }

    private ServerSocket bound(int port) throws IOException {
        ServerSocket made = new ServerSocket();
        made.setReuseAddress(true);
        made.bind(new InetSocketAddress(address, port));
        return made;
    }

    private void accept(ServerSocket listening) {
        Thread.ofPlatform().daemon().start(() -> {
            while (!listening.isClosed()) {
                try {
                    connect(listening, listening.accept());
                } catch (IOException closed) {
                    // cut() closed the socket: the loop's condition ends it.
                    continue;
                }
            }
        });
    }

    /** If the database is down, closes the client's connection at once. */
    private void connect(ServerSocket listening, Socket client) {
        try {
            int target = targets[accepted.getAndIncrement() % targets.length];
            connect(listening, client, new Socket(InetAddress.getLoopbackAddress(), target));
        } catch (IOException away) {
            close(client);
        }
    }

    /** If the line was cut in the meantime, this connection is closed too. */
    private synchronized void connect(ServerSocket listening, Socket client, Socket database) throws IOException {
        // Otherwise a small message may wait 40 ms for the ACK of the one before (Nagle's algorithm, delayed ACK).
        client.setTcpNoDelay(true);
        database.setTcpNoDelay(true);
        if (listening.isClosed()) {
            close(client);
            close(database);
        } else {
            open.add(client);
            open.add(database);
            pump(client, database);
            pump(database, client);
        }
    }

    private static void close(Closeable socket) {
        try {
            socket.close();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Passes on that one side has ended, as a network does. The other side decides when it closes the connection. */
    private void pump(Socket from, Socket to) {
        Thread.ofPlatform().daemon().start(() -> {
            try {
                byte[] chunk = new byte[CHUNK_BYTES];
                for (int length = from.getInputStream().read(chunk);
                        length >= 0;
                        length = from.getInputStream().read(chunk)) {
                    LockSupport.parkNanos(delay.toNanos());
                    to.getOutputStream().write(chunk, 0, length);
                }
                to.shutdownOutput();
                if (!from.isOutputShutdown()) {
                    return;
                }
            } catch (IOException closed) {
                // A connection broke, or both sides have ended.
            }
            try (from) {
                close(to);
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        });
    }
}
