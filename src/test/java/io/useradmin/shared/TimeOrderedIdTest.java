package io.useradmin.shared;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TimeOrderedIdTest {
    private static final Instant NOW = Instant.parse("2030-01-01T00:00:00.123Z");

    @Test
    void isAUuidOfVersionSevenThatTellsItsTime() {
        UUID id = TimeOrderedId.make(NOW);
        assertThat(id.version()).isEqualTo(7);
        assertThat(id.variant()).isEqualTo(2);
        assertThat(Instant.ofEpochMilli(id.getMostSignificantBits() >>> 16)).isEqualTo(NOW);
    }

    @Test
    void sortsByTheTimeAsText() {
        List<String> ids = LongStream.range(0, 1000)
                .mapToObj(millis ->
                        TimeOrderedId.make(NOW.plusMillis(millis * millis)).toString())
                .toList();
        assertThat(ids).isSorted();
    }

    @Test
    void isNeverTheSame() {
        assertThat(Stream.generate(() -> TimeOrderedId.make(NOW)).limit(10_000)).doesNotHaveDuplicates();
    }
}
