package io.useradmin.server;

import io.quarkus.runtime.annotations.RegisterForReflection;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import io.useradmin.shared.Bounds;
import java.time.Duration;

/** Bounds of a request. */
@RegisterForReflection // For operator.settings
@ConfigMapping(prefix = "useradmin.http")
public interface HttpLimits {
    /** The most bytes that a request body may have; more is 413. */
    @Bounds(atLeast = "1")
    @WithDefault("262144")
    int maxBodySize();

    /** How long a request may take, without the time in which its body arrives; what takes longer is 503. */
    @Bounds(
            atLeast = {"1ms", "useradmin.database.statement-timeout"},
            atMost = "24h")
    @WithDefault("5s")
    Duration deadline();

    /** The most requests under way at a time, in one replica; one more is refused, at once while refusals are few. */
    @Bounds(atLeast = "1")
    @WithDefault("256")
    int maxInFlight();

    /**
     * How long a request or an operation may wait before liveness fails, so that the replica is restarted. It should be longer
     * than the deadline and the timeouts of {@code useradmin.database} together: what waits longer then is a fault.
     */
    @Bounds(moreThan = "useradmin.http.deadline", atMost = "24h")
    @WithDefault("60s")
    Duration stuckAfter();

    /**
     * The share of the heap that request bodies and responses that are not sent yet may hold together, each of them half of it.
     * What exceeds it waits, and is 503 at the deadline.
     */
    @Bounds(atLeast = "0.01", atMost = "0.5")
    @WithDefault("0.25")
    double transferMemoryShare();
}
