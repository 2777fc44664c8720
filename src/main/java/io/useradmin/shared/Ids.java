package io.useradmin.shared;

import jakarta.inject.Singleton;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.UUID;

/** Makes the identifiers that callers do not bring: UUIDs of version 7 (RFC 9562), which begin with the time. */
@Singleton
public class Ids {
    private static final int RANDOM_BITS_BESIDE_VERSION = 12;
    private static final long VERSION_7 = 7L << RANDOM_BITS_BESIDE_VERSION;
    private static final long VARIANT = 1L << 63;
    private static final long BITS_BESIDE_VARIANT = (1L << 62) - 1;

    private final Clock clock;
    /** Not static, or the native image would carry the seed that it was built with. */
    private final SecureRandom random = new SecureRandom();

    public Ids(Clock clock) {
        this.clock = clock;
    }

    /** A new identifier: 48 bits of milliseconds, the version and the variant, and 74 random bits. */
    public String next() {
        long time = clock.millis() << 16;
        int beside = random.nextInt(1 << RANDOM_BITS_BESIDE_VERSION);
        return new UUID(time | VERSION_7 | beside, VARIANT | (random.nextLong() & BITS_BESIDE_VARIANT)).toString();
    }
}
