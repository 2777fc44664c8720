package io.useradmin.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.runtime.configuration.DurationConverter;
import io.smallrye.config.SmallRyeConfigBuilder;
import io.useradmin.apikey.KeyCacheConfig;
import io.useradmin.audit.EventConfig;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The defaults that clients rely on. The API's document names them. */
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

        assertThat(cached.plus(EventStreams.KEY_CHECK_INTERVAL).plusMillis(EventStreams.TICK_MILLIS))
                .isLessThan(Duration.ofSeconds(30));
    }
}
