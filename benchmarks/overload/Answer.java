import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.Locale;

/** Parses a response as far as it has arrived, with only as much HTTP as the service's responses need. */
final class Answer {
    static final int INCOMPLETE = 0;
    static final int CLOSED = -1;

    private static final String LENGTH = "\r\ncontent-length:";
    private static final String RETRY = "\r\nretry-after:";
    private static final int UNAVAILABLE = 503;

    private final ByteBuffer bytes = ByteBuffer.allocate(1 << 15);
    private boolean retry;

    void clear() {
        bytes.clear();
    }

    /** Whether the last response had Retry-After. */
    boolean hasRetryAfter() {
        return retry;
    }

    /** The status, when the response is complete. */
    int read(SocketChannel channel) throws IOException {
        if (channel.read(bytes) < 0) {
            return CLOSED;
        }
        int end = endOfHead();
        if (end < 0) {
            return INCOMPLETE;
        }
        String head = new String(bytes.array(), 0, end, ISO_8859_1).toLowerCase(Locale.ROOT);
        int length = head.indexOf(LENGTH);
        int due = length < 0 ? 0 : Integer.parseInt(head.substring(length + LENGTH.length(), head.indexOf('\r', length + 2)).strip());
        if (bytes.position() < end + due) {
            return INCOMPLETE;
        }
        int status = Integer.parseInt(head.substring(9, 12));
        retry = status == UNAVAILABLE && head.contains(RETRY);
        bytes.clear();
        return status;
    }

    /** The index of the body. Every header line ends with CRLF, so the head ends with two. */
    private int endOfHead() {
        byte[] array = bytes.array();
        for (int n = 3; n < bytes.position(); n++) {
            if (array[n] == '\n' && array[n - 1] == '\r' && array[n - 2] == '\n' && array[n - 3] == '\r') {
                return n + 1;
            }
        }
        return -1;
    }
}
