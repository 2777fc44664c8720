package io.useradmin.testsupport;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;

/** A connection to the service that sends what a test wants and breaks off as it wants. */
public final class RawConnection implements Closeable {
    private static final int TIMEOUT_MILLIS = 60_000;

    private final Socket socket;

    private RawConnection(Socket socket) throws IOException {
        this.socket = socket;
        socket.setSoTimeout(TIMEOUT_MILLIS);
        socket.setTcpNoDelay(true);
    }

    public static RawConnection open(ServiceProcess service) throws IOException {
        return new RawConnection(new Socket(InetAddress.getLoopbackAddress(), service.port()));
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

    /** Breaks off with RST. */
    public void reset() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    /** Tells with FIN that nothing more will be sent, and can still read. */
    public void halfClose() throws IOException {
        socket.shutdownOutput();
    }

    /** Reads until {@code text} has come. */
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

    /** Reads so many bytes. */
    public void skip(long bytes) throws IOException {
        socket.getInputStream().skipNBytes(bytes);
    }

    /** Reads until the service closes the connection, which may be by a reset. */
    public void awaitClosed() throws IOException {
        try {
            socket.getInputStream().skip(Long.MAX_VALUE);
            while (socket.getInputStream().read() >= 0) {
                socket.getInputStream().skip(Long.MAX_VALUE);
            }
        } catch (SocketException reset) {
            // Closed as well.
            return;
        }
    }

    /** Closes with FIN, or with RST where something that came was not read. */
    @Override
    public void close() throws IOException {
        socket.close();
    }
}
