package io.useradmin.shared;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.UnknownHostException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class OutageLogTest {
    @Test
    void isDueOnceAMinute() {
        var log = new OutageLog();
        long start = System.nanoTime();

        assertThat(log.isDue(start)).isTrue();
        assertThat(log.isDue(start + 1)).isFalse();
        assertThat(log.isDue(start + Duration.ofSeconds(59).toNanos())).isFalse();
        assertThat(log.isDue(start + Duration.ofSeconds(61).toNanos())).isTrue();
        assertThat(log.isDue(start + Duration.ofSeconds(62).toNanos())).isFalse();
    }

    @Test
    void namesAHostThatIsUnknownAndNothingPrivate() {
        var unknown = new UnknownHostException("nowhere.invalid");

        assertThat(OutageLog.describe(new IllegalStateException("a value", unknown)))
                .isEqualTo("java.net.UnknownHostException: nowhere.invalid");
        assertThat(OutageLog.describe(new IllegalStateException("a value")))
                .isEqualTo("java.lang.IllegalStateException");
    }
}
