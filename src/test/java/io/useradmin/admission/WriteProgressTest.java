package io.useradmin.admission;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class WriteProgressTest {
    private static final Duration LIMIT = Duration.ofSeconds(15);

    private final WriteProgress progress = new WriteProgress();
    /** {@link System#nanoTime} can overflow. */
    private long now = Long.MAX_VALUE;

    @Test
    void isIdleUntilAWriteBeginsAndAfterAllAreComplete() {
        assertThat(progress.isIdle()).isTrue();
        progress.begin(now);
        progress.begin(now);
        assertThat(progress.isIdle()).isFalse();
        progress.complete(now);
        assertThat(progress.isIdle()).isFalse();
        progress.complete(now);
        assertThat(progress.isIdle()).isTrue();
    }

    @Test
    void isStalledIfAWriteTakesLongerThanTheLimit() {
        progress.begin(now);

        assertStalledOnlyAfterTheLimit();
    }

    /** The client has had nothing to read before. */
    @Test
    void isNotStalledWhenAWriteBeginsAfterAPause() {
        progress.begin(now);
        progress.complete(now);
        pass(Duration.ofHours(1));
        assertThat(progress.isStalled(now, LIMIT)).as("in the pause").isFalse();

        progress.begin(now);

        assertStalledOnlyAfterTheLimit();
    }

    @Test
    void isNotStalledWhileEarlierWritesComplete() {
        progress.begin(now);
        progress.begin(now);
        pass(LIMIT);
        progress.complete(now);

        assertStalledOnlyAfterTheLimit();
    }

    /** A client that reads nothing cannot hide this behind more writes. */
    @Test
    void isStalledEvenIfFurtherWritesBegin() {
        progress.begin(now);
        pass(LIMIT.plusNanos(1));
        progress.begin(now);

        assertThat(progress.isStalled(now, LIMIT)).isTrue();
    }

    private void assertStalledOnlyAfterTheLimit() {
        pass(LIMIT);
        assertThat(progress.isStalled(now, LIMIT)).isFalse();
        pass(Duration.ofNanos(1));
        assertThat(progress.isStalled(now, LIMIT)).isTrue();
    }

    private void pass(Duration time) {
        now += time.toNanos();
    }
}
