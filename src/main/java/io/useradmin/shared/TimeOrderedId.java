package io.useradmin.shared;

import java.time.Instant;
import java.util.UUID;

/**
 * The identifiers that the service makes itself: UUIDs of version 7. Those that are made later sort later, so that new rows
 * go to the end of an index.
 */
public final class TimeOrderedId {
    private static final long VERSION = 0x7000;
    private static final long RANDOM_BELOW_VERSION = 0x0fff;

    private TimeOrderedId() {}

    /** A new identifier, made at {@code now}; what the time does not fill is random. */
    public static UUID make(Instant now) {
        UUID random = UUID.randomUUID();
        long timeAndVersion = (now.toEpochMilli() << Short.SIZE) | VERSION;
        // The variant is the same in every version, and the random UUID has it already.
        return new UUID(
                timeAndVersion | (random.getMostSignificantBits() & RANDOM_BELOW_VERSION),
                random.getLeastSignificantBits());
    }
}
