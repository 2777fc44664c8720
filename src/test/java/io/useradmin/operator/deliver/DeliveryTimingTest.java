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

    private static Duration pause(int failures, long chance) {
        return DeliveryTiming.DEFAULT.retry(failures, new RandomGenerator() {
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
