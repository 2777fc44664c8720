package io.useradmin.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.runtime.configuration.DurationConverter;
import io.smallrye.config.SmallRyeConfigBuilder;
import io.useradmin.apikey.KeyCacheConfig;
import io.useradmin.audit.EventConfig;
import io.useradmin.shared.Bounds;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The defaults and bounds that clients rely on. The API's document names the defaults. */
class StreamDefaultsTest {
    private final EventConfig defaults = new SmallRyeConfigBuilder()
            .addDiscoveredConverters()
            .withMapping(EventConfig.class)
            .build()
            .getConfigMapping(EventConfig.class);

    @Test
    void streamsSendACommentEvery15Seconds() {
        assertThat(defaults.keepAlive()).isEqualTo(Duration.ofSeconds(15));
    }

    /** Otherwise, the console would report a lost connection for each of its streams. */
    @Test
    void streamsSendSomethingTwiceInTheTimeThatTheConsoleWaits() throws Exception {
        String longest = EventConfig.class
                .getMethod("keepAlive")
                .getAnnotation(Bounds.class)
                .atMost()[0];
        String waiting = Files.readString(Path.of("src", "main", "resources", "web", "app", "live", "feed.js"))
                .replaceAll("(?s).*const SILENCE_MILLIS = ([0-9_]+);.*", "$1")
                .replace("_", "");

        assertThat(DurationConverter.parseDuration(longest))
                .isLessThanOrEqualTo(Duration.ofMillis(Long.parseLong(waiting)).dividedBy(2));
    }

    @Test
    void streamsEndAfter15Minutes() {
        assertThat(defaults.streamMaxAge()).isEqualTo(Duration.ofMinutes(15));
    }

    @Test
    void newEventsAreReadEvery200Milliseconds() {
        assertThat(defaults.pollInterval()).isEqualTo(Duration.ofMillis(200));
    }

    /** In the worst case, the key was cached just before its revocation, and is checked just before the cache forgets it. */
    @Test
    void streamsOfARevokedKeyEndWithin30Seconds() {
        Duration cached = DurationConverter.parseDuration(KeyCacheConfig.LONGEST_TTL);

        assertThat(cached.plus(WaitingReaders.KEY_CHECK_INTERVAL).plusMillis(WaitingReaders.TICK_MILLIS))
                .isLessThan(Duration.ofSeconds(30));
    }
}
