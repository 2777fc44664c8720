package io.useradmin.audit;

import io.quarkus.runtime.annotations.RegisterForReflection;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import io.useradmin.shared.Bounds;
import java.time.Duration;

/** Which events are recorded beside those that always are, and how the change feed is read. */
@RegisterForReflection // For operator.settings
@ConfigMapping(prefix = "useradmin.events")
public interface EventConfig {
    /** Whether a session that is refreshed is an event, {@code session.updated}. It is noise for most consumers. */
    @WithDefault("false")
    boolean sessionUpdates();

    /** How often the database is asked for new events while somebody waits for them; one query for all who wait. */
    @Bounds(atLeast = "10ms", atMost = "10s")
    @WithDefault("200ms")
    Duration pollInterval();

    /** How long a stream of events lasts; its reader connects again then. */
    @Bounds(atLeast = "1s", atMost = "24h")
    @WithDefault("15m")
    Duration streamMaxAge();

    /** How often a stream sends a comment, so that it is not taken for dead; a client that takes nothing for so long is disconnected. */
    @Bounds(atLeast = "100ms", atMost = "5m")
    @WithDefault("15s")
    Duration keepAlive();

    /** The most requests that wait for events at a time, in one replica; one more is 503. */
    @Bounds(atLeast = "1")
    @WithDefault("1000")
    int maxReaders();
}
