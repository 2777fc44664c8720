package io.useradmin.connection;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;

/** An HTTP/2 connection that sends hand-made frames, which client libraries would not send. */
public final class FloodConnection implements Closeable {
    public static final int DATA = 0;
    public static final int HEADERS = 1;
    public static final int PRIORITY = 2;
    public static final int RST_STREAM = 3;
    public static final int SETTINGS = 4;
    public static final int PING = 6;
    public static final int GOAWAY = 7;
    public static final int WINDOW_UPDATE = 8;
    public static final int CONTINUATION = 9;

    public static final int ACK = 1;
    public static final int END_STREAM = 1;
    public static final int END_HEADERS = 4;

    /** The connection was closed without GOAWAY. */
    public static final int CLOSED = -1;

    /** The connection is still open: the server answered the last PING. */
    public static final int ALIVE = -2;

    public static final int ENHANCE_YOUR_CALM = 11;

    private static final byte[] LAST_PING = "finished".getBytes(StandardCharsets.US_ASCII);
    private static final int TIMEOUT_MILLIS = 60_000;
    private static final int FRAMES_PER_WRITE = 100;

    private final Socket socket;
    private final DataInputStream in;

    /** Takes a connected socket on which nothing was sent yet. */
    public FloodConnection(Socket socket) throws IOException {
        this.socket = socket;
        this.in = new DataInputStream(socket.getInputStream());
        socket.setSoTimeout(TIMEOUT_MILLIS);
        socket.setTcpNoDelay(true);
        socket.getOutputStream().write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        socket.getOutputStream().write(frame(SETTINGS, 0, 0));
    }

    /** A frame. Each payload value is a byte from 0 to 255. */
    public static byte[] frame(int type, int flags, int stream, int... payload) {
        byte[] bytes = new byte[payload.length];
        for (int at = 0; at < payload.length; at++) {
            bytes[at] = (byte) payload[at];
        }
        return frame(type, flags, stream, bytes);
    }

    public static byte[] frame(int type, int flags, int stream, byte[] payload) {
        return ByteBuffer.allocate(9 + payload.length)
                .put((byte) (payload.length >> 16))
                .putShort((short) payload.length)
                .put((byte) type)
                .put((byte) flags)
                .putInt(stream)
                .put(payload)
                .array();
    }

    /** The header block of a request. The path must be shorter than 127 characters. */
    public static byte[] request(String method, String path) {
        ByteArrayOutputStream block = new ByteArrayOutputStream();
        // Entries of HPACK's static table. 6 is ":scheme: http".
        block.write(0x86);
        literal(block, 2, method);
        literal(block, 4, path);
        literal(block, 1, "localhost");
        return block.toByteArray();
    }

    /** Sends frames as fast as possible, starting with {@code frames.apply(0)}, then a PING. Returns how the connection ended. */
    public int flood(int count, IntFunction<byte[]> frames) throws IOException {
        CompletableFuture<Integer> end = CompletableFuture.supplyAsync(this::readToTheEnd);
        try {
            for (int sent = 0; sent < count && !end.isDone(); sent += FRAMES_PER_WRITE) {
                ByteArrayOutputStream batch = new ByteArrayOutputStream();
                for (int each = sent; each < Math.min(count, sent + FRAMES_PER_WRITE); each++) {
                    batch.writeBytes(frames.apply(each));
                }
                socket.getOutputStream().write(batch.toByteArray());
            }
            socket.getOutputStream().write(frame(PING, 0, 0, LAST_PING));
        } catch (IOException closed) {
            // The reader finds out how the connection ended.
        }
        return end.join();
    }

    /** Sends frames and does not wait. */
    public void send(byte[]... frames) throws IOException {
        for (byte[] frame : frames) {
            socket.getOutputStream().write(frame);
        }
    }

    /** Sends frames. Waits until the server has ended the stream. */
    public void exchange(int stream, byte[]... frames) throws IOException {
        send(frames);
        Frame read;
        do {
            read = Frame.read(in);
        } while (read.stream() != stream || (read.flags() & END_STREAM) == 0);
    }

    private int readToTheEnd() {
        try {
            while (true) {
                Frame frame = Frame.read(in);
                if (frame.type() == GOAWAY) {
                    return frame.payload().getInt(4);
                }
                if (frame.type() == PING && frame.payload().equals(ByteBuffer.wrap(LAST_PING))) {
                    return ALIVE;
                }
            }
        } catch (IOException closed) {
            return CLOSED;
        }
    }

    private record Frame(int type, int flags, int stream, ByteBuffer payload) {
        static Frame read(DataInputStream in) throws IOException {
            int lengthAndType = in.readInt();
            int flags = in.readUnsignedByte();
            int stream = in.readInt();
            ByteBuffer payload = ByteBuffer.wrap(in.readNBytes(lengthAndType >>> Byte.SIZE));
            return new Frame(lengthAndType & 0xff, flags, stream, payload);
        }
    }

    private static void literal(ByteArrayOutputStream block, int name, String value) {
        block.write(name);
        block.write(value.length());
        block.writeBytes(value.getBytes(StandardCharsets.US_ASCII));
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
