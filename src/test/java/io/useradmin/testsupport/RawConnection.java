package io.useradmin.testsupport;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;

/** A TCP connection to the service. The test decides each byte, and how the connection ends. */
public final class RawConnection implements Closeable {
    private static final int TIMEOUT_MILLIS = 60_000;
    private static final int UNREAD_BYTES = 4_096;

    private final Socket socket;

    private RawConnection(Socket socket) throws IOException {
        this.socket = socket;
        socket.setSoTimeout(TIMEOUT_MILLIS);
        socket.setTcpNoDelay(true);
    }

    public static RawConnection open(ServiceProcess service) throws IOException {
        return open(service.port());
    }

    static RawConnection open(int port) throws IOException {
        return new RawConnection(new Socket(InetAddress.getLoopbackAddress(), port));
    }

    /** Opens a connection for responses that nobody reads. The kernel keeps little of them, so the service has to wait early. */
    public static RawConnection openUnread(ServiceProcess service) throws IOException {
        var socket = new Socket();
        socket.setReceiveBufferSize(UNREAD_BYTES);
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), service.port()));
        return new RawConnection(socket);
    }

    public RawConnection send(String text) throws IOException {
        return send(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    public RawConnection send(byte[] bytes) throws IOException {
        return send(bytes, 0, bytes.length);
    }

    public RawConnection send(byte[] bytes, int offset, int length) throws IOException {
        socket.getOutputStream().write(bytes, offset, length);
        return this;
    }

    InputStream input() throws IOException {
        return socket.getInputStream();
    }

    /** Closes with RST. */
    public void reset() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    /** Sends FIN: no more data follows, but reading is still possible. */
    public void halfClose() throws IOException {
        socket.shutdownOutput();
    }

    /** Reads until {@code text} has arrived. */
    public void awaitText(String text) throws IOException {
        var read = new StringBuilder();
        while (read.indexOf(text) < 0) {
            int next = socket.getInputStream().read();
            if (next < 0) {
                throw new EOFException(read.toString());
            }
            read.append((char) next);
        }
    }

    /** Reads until the service closes the connection, with FIN. */
    String readAll() throws IOException {
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    /** Reads and discards this many bytes. */
    public void skip(long bytes) throws IOException {
        socket.getInputStream().skipNBytes(bytes);
    }

    /** Reads until the service closes the connection, with FIN or RST. */
    public void awaitClosed() throws IOException {
        try {
            socket.getInputStream().skip(Long.MAX_VALUE);
            while (socket.getInputStream().read() >= 0) {
                socket.getInputStream().skip(Long.MAX_VALUE);
            }
        } catch (SocketException reset) {
            // RST also closes the connection.
            return;
        }
    }

    /** Closes with FIN, or with RST if received data was not read. */
    @Override
    public void close() throws IOException {
        socket.close();
    }
}
