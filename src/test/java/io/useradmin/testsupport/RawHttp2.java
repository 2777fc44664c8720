package io.useradmin.testsupport;

import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http2.DefaultHttp2HeadersDecoder;
import io.netty.handler.codec.http2.Http2Exception;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * HTTP/2 over cleartext with prior knowledge, frame by frame (RFC 9113), for requests that client libraries refuse to send. It
 * reads only when a method waits for something.
 */
public final class RawHttp2 implements Closeable {
    /** The largest flow-control window that HTTP/2 allows. */
    public static final int LARGEST_WINDOW = Integer.MAX_VALUE;

    private static final String PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
    private static final int INITIAL_WINDOW_SIZE = 4;
    private static final int DEFAULT_WINDOW = 65_535;
    private static final int CANCEL = 8;
    private static final int FRAME_HEADER_BYTES = 9;

    private static final int DATA = 0;
    private static final int HEADERS = 1;
    private static final int RST_STREAM = 3;
    private static final int SETTINGS = 4;
    private static final int PING = 6;
    private static final int GOAWAY = 7;
    private static final int WINDOW_UPDATE = 8;

    private static final int ACK = 1;
    private static final int END_STREAM = 1;
    private static final int END_HEADERS = 4;
    private static final int PRIORITY = 32;
    private static final int PRIORITY_BYTES = 5;

    private final RawConnection connection;
    private final DataInputStream input;
    private final DefaultHttp2HeadersDecoder headers = new DefaultHttp2HeadersDecoder(false);
    private final Map<Integer, Integer> statuses = new HashMap<>();
    /** Whether each ended stream ended normally, not by RST_STREAM. */
    private final Map<Integer, Boolean> ends = new HashMap<>();

    private final Map<Integer, Integer> bodyBytes = new HashMap<>();

    private int lastStream = -1;

    private RawHttp2(RawConnection connection) throws IOException {
        this.connection = connection;
        this.input = new DataInputStream(connection.input());
    }

    /** A connection with the default window, 65,535 bytes. */
    public static RawHttp2 open(ServiceProcess service) throws IOException {
        return open(service.port());
    }

    /** The same, to the service at {@link Api#port}. */
    public static RawHttp2 open() throws IOException {
        return open(Api.port());
    }

    private static RawHttp2 open(int port) throws IOException {
        var opened = new RawHttp2(RawConnection.open(port).send(PREFACE));
        opened.frame(SETTINGS, 0, 0);
        return opened;
    }

    /** A connection with the largest flow-control windows, so that the service can send without limit. */
    public static RawHttp2 openWide(ServiceProcess service) throws IOException {
        var opened = new RawHttp2(RawConnection.open(service).send(PREFACE));
        opened.frame(
                SETTINGS,
                0,
                0,
                ByteBuffer.allocate(6)
                        .putShort((short) INITIAL_WINDOW_SIZE)
                        .putInt(LARGEST_WINDOW)
                        .array());
        opened.frame(WINDOW_UPDATE, 0, 0, number(LARGEST_WINDOW - DEFAULT_WINDOW));
        return opened;
    }

    /** The TCP connection below, for example to reset it. */
    public RawConnection connection() {
        return connection;
    }

    /** Sends a request without a body. Returns its stream. */
    public int get(String path, String key) throws IOException {
        return begin("GET", path, key, true);
    }

    /** Sends a request's headers. A body follows unless {@code ends}. Returns its stream. */
    public int begin(String method, String path, String key, boolean ends) throws IOException {
        return begin(fields(method, path, key), ends ? END_HEADERS | END_STREAM : END_HEADERS);
    }

    /** Sends the headers of a PATCH, with the length of its body, which follows. Returns its stream. */
    public int announce(String path, String key, int bytes) throws IOException {
        Map<String, String> fields = new HashMap<>(fields("PATCH", path, key));
        fields.put("content-length", Integer.toString(bytes));
        return begin(fields, END_HEADERS);
    }

    private int begin(Map<String, String> fields, int flags) throws IOException {
        lastStream += 2;
        frame(HEADERS, flags, lastStream, block(fields));
        return lastStream;
    }

    private static Map<String, String> fields(String method, String path, String key) {
        return Map.of(
                ":method",
                method,
                ":scheme",
                "http",
                ":path",
                path,
                ":authority",
                "localhost",
                "x-api-key",
                key,
                "content-type",
                "application/json");
    }

    /** Sends a part of a body. */
    public void data(int stream, String part, boolean ends) throws IOException {
        frame(DATA, ends ? END_STREAM : 0, stream, part.getBytes(StandardCharsets.UTF_8));
    }

    /** Cancels a request with RST_STREAM. */
    public void reset(int stream) throws IOException {
        frame(RST_STREAM, 0, stream, number(CANCEL));
    }

    /** Sends GOAWAY: this side ends the connection. */
    public void goAway() throws IOException {
        frame(GOAWAY, 0, 0, new byte[8]);
    }

    /** Waits until the service has processed everything sent before (PING). */
    public void awaitSeen() throws IOException {
        frame(PING, 0, 0, new byte[8]);
        Frame frame = read();
        while (frame.type != PING || frame.flags != ACK) {
            frame = read();
        }
    }

    /** The status of the response on a stream; negative if the service reset the stream. */
    public int status(int stream) throws IOException {
        while (!statuses.containsKey(stream)) {
            read();
        }
        return statuses.get(stream);
    }

    /** Whether the response on a stream ended normally; false if the service reset the stream. */
    public boolean ends(int stream) throws IOException {
        while (!ends.containsKey(stream)) {
            read();
        }
        return ends.get(stream);
    }

    /** How many bytes of body have arrived on a stream. */
    public int bodyBytes(int stream) {
        return bodyBytes.getOrDefault(stream, 0);
    }

    /** Closes without GOAWAY. */
    @Override
    public void close() throws IOException {
        connection.close();
    }

    private record Frame(int type, int flags) {}

    private Frame read() throws IOException {
        int lengthAndType = input.readInt();
        int flags = input.readUnsignedByte();
        int stream = input.readInt();
        byte[] payload = input.readNBytes(lengthAndType >>> 8);
        int type = lengthAndType & 0xff;
        if (type == RST_STREAM || (type == DATA || type == HEADERS) && (flags & END_STREAM) != 0) {
            ends.putIfAbsent(stream, type != RST_STREAM);
        }
        switch (type) {
            case DATA -> bodyBytes.merge(stream, payload.length, Integer::sum);
            case HEADERS -> statuses.put(stream, status(stream, withoutPriority(flags, payload)));
            case RST_STREAM -> statuses.put(stream, -1);
            case SETTINGS -> acknowledge(flags);
            case GOAWAY -> throw new EOFException("the service sent GOAWAY");
            default -> {}
        }
        return new Frame(type, flags);
    }

    private void acknowledge(int flags) throws IOException {
        if (flags != ACK) {
            frame(SETTINGS, ACK, 0);
        }
    }

    private static byte[] withoutPriority(int flags, byte[] payload) {
        return (flags & PRIORITY) == 0 ? payload : Arrays.copyOfRange(payload, PRIORITY_BYTES, payload.length);
    }

    private int status(int stream, byte[] block) {
        try {
            CharSequence status =
                    headers.decodeHeaders(stream, Unpooled.wrappedBuffer(block)).status();
            return Integer.parseInt(status.toString());
        } catch (Http2Exception unreadable) {
            throw new UncheckedIOException(new IOException(unreadable));
        }
    }

    private void frame(int type, int flags, int stream, byte... payload) throws IOException {
        connection.send(ByteBuffer.allocate(FRAME_HEADER_BYTES + payload.length)
                .putInt(payload.length << 8 | type)
                .put((byte) flags)
                .putInt(stream)
                .put(payload)
                .array());
    }

    private static byte[] number(int number) {
        return ByteBuffer.allocate(Integer.BYTES).putInt(number).array();
    }

    /**
     * A block of header fields of up to 126 bytes each, uncompressed and not indexed (RFC 7541, 6.2.2). Pseudo-headers come
     * first.
     */
    private static byte[] block(Map<String, String> fields) {
        var block = new ByteArrayOutputStream();
        fields.keySet().stream().sorted().forEach(name -> {
            block.write(0);
            block.writeBytes(literal(name));
            block.writeBytes(literal(fields.get(name)));
        });
        return block.toByteArray();
    }

    private static byte[] literal(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        return ByteBuffer.allocate(1 + bytes.length)
                .put((byte) bytes.length)
                .put(bytes)
                .array();
    }
}
