package io.useradmin.server;

import io.quarkus.runtime.annotations.RegisterForReflection;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import io.useradmin.shared.Bounds;
import java.time.Duration;

/** Limits of a request. */
@RegisterForReflection // For operator.settings
@ConfigMapping(prefix = "useradmin.http")
public interface HttpLimits {
    /** The largest size of a request body in bytes. A larger one is 413. */
    @Bounds(atLeast = "1")
    @WithDefault("262144")
    int maxBodySize();

    /** The deadline of a request, without the time in which its body arrives. After it, the response is 503. */
    @Bounds(
            atLeast = {"1ms", "useradmin.database.statement-timeout"},
            atMost = "24h")
    @WithDefault("5s")
    Duration deadline();

    /**
     * The largest number of in-flight requests in one replica. More are refused with 503: at once while refusals are few,
     * otherwise after a delay. Requests whose body arrives later can exceed the number.
     */
    @Bounds(atLeast = "1")
    @WithDefault("256")
    int maxInFlight();

    /**
     * How long a request or an operation may wait before liveness fails and the replica is restarted. It should be longer than
     * the deadline and the timeouts of {@code useradmin.database} together: a longer wait is a bug.
     */
    @Bounds(moreThan = "useradmin.http.deadline", atMost = "24h")
    @WithDefault("60s")
    Duration stuckAfter();

    /**
     * The share of the heap for request bodies and unsent responses, half for each. A transfer that exceeds it waits, and is 503
     * at the deadline, or at once if too many wait.
     */
    @Bounds(atLeast = "0.01", atMost = "0.5")
    @WithDefault("0.25")
    double transferMemoryShare();
}
