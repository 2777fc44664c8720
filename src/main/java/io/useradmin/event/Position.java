package io.useradmin.event;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.useradmin.shared.Columns;
import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32;

/**
 * The position of an event in the feed of its tenant. Clients get it as a cursor, an opaque text with a checksum of the tenant,
 * so that a cursor of another tenant is malformed. The checksum is not a signature: with a forged cursor, a client only starts at
 * another position of its own events.
 *
 * @param xid the transaction that inserted the event
 * @param seq the order of the events of a transaction
 */
public record Position(long xid, long seq) implements Comparable<Position> {
    /** Before every event. */
    public static final Position START = new Position(0, 0);

    /** Before every event too. But unlike for {@link #START}, purged events count as missing. */
    static final Position BEFORE_FIRST = new Position(0, 1);

    /** After every event. */
    static final Position END = new Position(Long.MAX_VALUE, 0);

    private static final Pattern FORM = Pattern.compile("([0-9a-f]{8})-([0-9a-z]{1,12})-([0-9a-z]{1,12})");
    private static final int RADIX = 36;
    private static final Comparator<Position> ORDER =
            Comparator.comparingLong(Position::xid).thenComparingLong(Position::seq);

    /** The position in the columns {@code xid} and {@code seq}. */
    static Position read(Columns columns) {
        return new Position(columns.required("xid", Long.class), columns.required("seq", Long.class));
    }

    /** Parses a cursor of a tenant; empty if it is malformed. */
    static Optional<Position> read(String text, String tenantId) {
        Matcher parts = FORM.matcher(text);
        return parts.matches() && parts.group(1).equals(checksum(tenantId))
                ? Optional.of(
                        new Position(Long.parseLong(parts.group(2), RADIX), Long.parseLong(parts.group(3), RADIX)))
                : Optional.empty();
    }

    /** The cursor of this position. It needs no percent-encoding. */
    String cursor(String tenantId) {
        return checksum(tenantId) + "-" + Long.toString(xid, RADIX) + "-" + Long.toString(seq, RADIX);
    }

    /** The position to continue from, if the feed ends at {@code end}. The feed of a replica may end before this position. */
    Position orLater(Position end) {
        return equals(END) || compareTo(end) < 0 ? end : this;
    }

    @Override
    public int compareTo(Position other) {
        return ORDER.compare(this, other);
    }

    private static String checksum(String tenantId) {
        var crc = new CRC32();
        crc.update(tenantId.getBytes(UTF_8));
        return "%08x".formatted(crc.getValue());
    }
}
