package io.useradmin.audit;

import io.quarkus.runtime.annotations.RegisterForReflection;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import io.useradmin.shared.Bounds;
import java.time.Duration;

/** Which optional events are recorded, and how the change feed is read. */
@RegisterForReflection // For operator.settings
@ConfigMapping(prefix = "useradmin.events")
public interface EventConfig {
    /** Whether each refreshed session is recorded as an event, {@code session.updated}. For most consumers it is noise. */
    @WithDefault("false")
    boolean sessionUpdates();

    /** The interval of the query for new events while clients wait. One query serves all of them. */
    @Bounds(atLeast = "10ms", atMost = "10s")
    @WithDefault("200ms")
    Duration pollInterval();

    /** The longest time of a stream of events. After that, its client connects again. */
    @Bounds(atLeast = "1s", atMost = "24h")
    @WithDefault("15m")
    Duration streamMaxAge();

    /**
     * How often a stream sends a comment or its cursor, as keep-alive. A client that reads nothing for twice this time is
     * disconnected. The console takes a stream that is silent for a minute for lost.
     */
    @Bounds(atLeast = "100ms", atMost = "30s")
    @WithDefault("15s")
    Duration keepAlive();

    /**
     * The largest number of requests that wait for events, in one replica, at most three quarters of them for one tenant. More are
     * 503.
     */
    @Bounds(atLeast = "1")
    @WithDefault("1000")
    int maxReaders();
}
