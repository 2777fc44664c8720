package io.useradmin.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.smallrye.config.SmallRyeConfigBuilder;
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
}
