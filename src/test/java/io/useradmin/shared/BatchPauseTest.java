package io.useradmin.shared;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The pause of a bulk action between its batches. */
class BatchPauseTest {
    @ParameterizedTest
    @CsvSource({"0, 0", "2, 8", "24, 96", "26, 100", "4000, 100"})
    void pausesInProportionToTheBatchUpToALimit(long batch, long rest) {
        assertThat(BatchPause.after(Duration.ofMillis(batch))).isEqualTo(Duration.ofMillis(rest));
    }
}
