package io.useradmin.audit;

import com.fasterxml.uuid.UUIDClock;
import com.fasterxml.uuid.impl.LazyRandom;
import com.fasterxml.uuid.impl.TimeBasedEpochGenerator;

/**
 * Creates identifiers of events. It gets its random numbers when it needs them: it is in a static field, and the native binary would
 * contain the random state of the build machine, which GraalVM refuses.
 */
final class EventIds extends TimeBasedEpochGenerator {
    EventIds() {
        super(bytes -> LazyRandom.sharedSecureRandom().nextBytes(bytes), UUIDClock.systemTimeClock());
    }
}
