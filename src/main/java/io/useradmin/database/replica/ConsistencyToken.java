package io.useradmin.database.replica;

import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The WAL position of a write, as an opaque text for clients. If this release cannot read a token, a later release may have
 * created it. Then the position is unknown, so the primary serves its reads.
 *
 * @param position the position; empty if unknown
 */
public record ConsistencyToken(Optional<WalPosition> position) {
    /** The token of a write whose position could not be read. */
    public static final ConsistencyToken UNKNOWN = new ConsistencyToken(Optional.empty());

    /** The form of all tokens, including those of later releases. */
    public static final String FORM = "^[A-Za-z0-9_-]{28,128}$";

    private static final Pattern TEXT = Pattern.compile(FORM);
    private static final byte VERSION = 1;
    /** Version, system, timeline, byte: a multiple of 3 bytes, so Base64 needs no padding. */
    private static final int BYTES = 1 + Long.BYTES + Integer.BYTES + Long.BYTES;

    ConsistencyToken(WalPosition position) {
        this(Optional.of(position));
    }

    /** Parses a token; empty if {@code text} is malformed. */
    public static Optional<ConsistencyToken> parse(String text) {
        if (!TEXT.matcher(text).matches()) {
            return Optional.empty();
        }
        return Optional.of(
                text.length() == BYTES / 3 * 4 ? ofBytes(Base64.getUrlDecoder().decode(text)) : UNKNOWN);
    }

    /** The text for clients. */
    @Override
    public String toString() {
        ByteBuffer bytes = ByteBuffer.allocate(BYTES);
        position.ifPresent(known -> bytes.put(VERSION)
                .putLong(known.system())
                .putInt((int) known.timeline())
                .putLong(known.lsn()));
        return Base64.getUrlEncoder().encodeToString(bytes.array());
    }

    private static ConsistencyToken ofBytes(byte[] token) {
        ByteBuffer bytes = ByteBuffer.wrap(token);
        return bytes.get() == VERSION
                ? new ConsistencyToken(
                        new WalPosition(bytes.getLong(), Integer.toUnsignedLong(bytes.getInt()), bytes.getLong()))
                : UNKNOWN;
    }
}
