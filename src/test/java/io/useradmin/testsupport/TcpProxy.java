package io.useradmin.testsupport;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Stands between the service and its database, so that a test can cut the line and join it again. */
public final class TcpProxy {
    private final int target;
    private final int port;
    private final List<Socket> open = new CopyOnWriteArrayList<>();
    private volatile ServerSocket server;

    /** A proxy to a port of this machine; its own port stays the same for as long as it lives. */
    public TcpProxy(int target) {
        this.target = target;
        this.server = listen(0);
        this.port = server.getLocalPort();
        accept(server);
    }

    public int port() {
        return port;
    }

    /** Closes every connection and refuses new ones. */
    public void cut() {
        try {
            server.close();
            for (Socket socket : open) {
                socket.close();
            }
            open.clear();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Takes connections again, if the line was cut. */
    public void join() {
        if (server.isClosed()) {
            server = listen(port);
            accept(server);
        }
    }

    private static ServerSocket listen(int port) {
        try {
            ServerSocket made = new ServerSocket();
            made.setReuseAddress(true);
            made.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return made;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private void accept(ServerSocket listening) {
        Thread.ofPlatform().daemon().start(() -> {
            while (!listening.isClosed()) {
                try {
                    Socket client = listening.accept();
                    Socket database = new Socket(InetAddress.getLoopbackAddress(), target);
                    open.add(client);
                    open.add(database);
                    pump(client, database);
                    pump(database, client);
                } catch (IOException closed) {
                    // The line was cut, or the database itself is away: the next connection tells.
                    continue;
                }
            }
        });
    }

    private static void pump(Socket from, Socket to) {
        Thread.ofPlatform().daemon().start(() -> {
            try (from;
                    to) {
                from.getInputStream().transferTo(to.getOutputStream());
            } catch (IOException closed) {
                // Either side has hung up, which closes the other.
                return;
            }
        });
    }
}
