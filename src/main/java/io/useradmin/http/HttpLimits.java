package io.useradmin.http;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** Bounds of a request. */
@ConfigMapping(prefix = "useradmin.http")
public interface HttpLimits {
    /** The most bytes that a request body may have; more is 413. */
    @WithDefault("262144")
    int maxBodySize();

    /** How long a request may take from when it has come whole; what takes longer is 503. */
    @WithDefault("5s")
    Duration deadline();

    /** The most requests under way at a time, in one replica; one more is refused, at once while refusals are few. */
    @WithDefault("256")
    int maxInFlight();

    /**
     * The most reads that an event loop works on at a time, of which there is one for each processor, at least two. Of those that
     * are under way, the others wait for their turn.
     */
    @WithDefault("16")
    int concurrentReads();

    /** The same for writes. More than there are connections in the pool for each event loop would wait for one instead. */
    @WithDefault("10")
    int concurrentWrites();
}
