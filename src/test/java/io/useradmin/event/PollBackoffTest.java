package io.useradmin.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class PollBackoffTest {
    /** {@link System#nanoTime} can overflow. */
    private long now = Long.MAX_VALUE;

    @Test
    void isDueUntilAFailure() {
        var backoff = new PollBackoff(Duration.ofSeconds(1));

        assertThat(backoff.hasFailed()).isFalse();
        assertThat(backoff.isDue(now)).isTrue();
        assertThat(backoff.isDue(Long.MIN_VALUE)).isTrue();
    }

    @Test
    void waitsTwiceAsLongAfterEachFailure() {
        var backoff = new PollBackoff(Duration.ofSeconds(1));

        for (int seconds : List.of(1, 2, 4, 8, 10, 10)) {
            failAndWait(backoff, seconds);
        }
    }

    @Test
    void neverWaitsLessThanAnInterval() {
        var backoff = new PollBackoff(Duration.ofSeconds(60));

        failAndWait(backoff, 60);
        failAndWait(backoff, 60);
    }

    @Test
    void beginsAgainAfterASuccess() {
        var backoff = new PollBackoff(Duration.ofSeconds(1));
        failAndWait(backoff, 1);
        failAndWait(backoff, 2);

        backoff.succeeded();

        assertThat(backoff.hasFailed()).isFalse();
        assertThat(backoff.isDue(now - Duration.ofSeconds(3).toNanos())).isTrue();
        failAndWait(backoff, 1);
    }

    private void failAndWait(PollBackoff backoff, int seconds) {
        backoff.failed(now);
        assertThat(backoff.hasFailed()).isTrue();
        now += Duration.ofSeconds(seconds).toNanos();
        assertThat(backoff.isDue(now - 1)).isFalse();
        assertThat(backoff.isDue(now)).isTrue();
    }
}
