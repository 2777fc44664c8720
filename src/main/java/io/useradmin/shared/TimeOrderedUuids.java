package io.useradmin.shared;

import com.fasterxml.uuid.UUIDClock;
import com.fasterxml.uuid.impl.LazyRandom;
import com.fasterxml.uuid.impl.TimeBasedEpochGenerator;

/**
 * Generates UUIDs of version 7. Those of the same millisecond sort in the order in which they are generated.
 *
 * <p>It can be in a static field: it gets its random numbers when it needs them. Otherwise the native binary would contain the random
 * state of the build machine, which GraalVM refuses.
 */
public final class TimeOrderedUuids extends TimeBasedEpochGenerator {
    public TimeOrderedUuids() {
        super(bytes -> LazyRandom.sharedSecureRandom().nextBytes(bytes), UUIDClock.systemTimeClock());
    }
}
