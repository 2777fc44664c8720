package io.useradmin.event;

import io.smallrye.config.SmallRyeConfigBuilder;
import io.useradmin.audit.EventConfig;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Parts of a feed for tests without a database. */
final class FeedFixture {
    /** Admits every event. */
    static final EventFilter ALL = filter(null);

    private FeedFixture() {}

    /** Admits the events of a user; null for every event. */
    static EventFilter filter(@Nullable String user) {
        return new EventFilter(TypeFilter.ALL, Optional.ofNullable(user), Optional.empty(), Optional.empty());
    }

    /** The event at a position. Its identifier is its xid with the prefix {@code e}. */
    static Event event(Position position, @Nullable String user) {
        return new Event(
                position,
                "e" + position.xid(),
                Instant.EPOCH,
                "user.updated",
                new Event.Subject(user, null, null, null, null, null, null),
                null,
                null,
                null,
                null,
                null,
                null);
    }

    /** The defaults, except that new events are read every 10 ms. */
    static EventConfig config() {
        return new SmallRyeConfigBuilder()
                .addDiscoveredConverters()
                .withMapping(EventConfig.class)
                .withDefaultValue("useradmin.events.poll-interval", "10ms")
                .build()
                .getConfigMapping(EventConfig.class);
    }
}
