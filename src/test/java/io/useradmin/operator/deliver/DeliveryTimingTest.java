package io.useradmin.operator.deliver;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.random.RandomGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DeliveryTimingTest {
    @ParameterizedTest
    @CsvSource({"1, 500, 1000", "2, 1000, 2000", "9, 128000, 256000", "10, 150000, 300000", "1000, 150000, 300000"})
    void doublesEachPauseAndAddsUpToHalfOfItAsJitter(int failures, long least, long most) {
        assertThat(pause(failures, 0)).isEqualTo(Duration.ofMillis(least));
        assertThat(pause(failures, Long.MAX_VALUE)).isEqualTo(Duration.ofMillis(most));
    }

    @ParameterizedTest
    @CsvSource({"0, 1000", "1, 1000", "7, 7000", "299, 299000", "86400, 300000"})
    void waitsAsLongAsTheReceiverAsksUpToTheLongestPause(int asked, long pause) {
        assertThat(pause(1, Duration.ofSeconds(asked), Long.MAX_VALUE)).isEqualTo(Duration.ofMillis(pause));
    }

    private static Duration pause(int failures, long chance) {
        return pause(failures, Duration.ZERO, chance);
    }

    private static Duration pause(int failures, Duration asked, long chance) {
        return DeliveryTiming.DEFAULT.retry(failures, asked, new RandomGenerator() {
            @Override
            public long nextLong() {
                return chance;
            }

            @Override
            public long nextLong(long bound) {
                return Math.min(chance, bound - 1);
            }
        });
    }
}
