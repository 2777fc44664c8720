package io.useradmin.admission;

import static io.useradmin.admission.RefusalPace.INTERVAL_NANOS;
import static io.useradmin.admission.RefusalPace.LONGEST_NANOS;
import static io.useradmin.admission.RefusalPace.TICK_NANOS;
import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.testsupport.Concurrently;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A few refusals are sent at once. Many are spread over time. */
class RefusalPaceTest {
    private static final int AT_ONCE = (int) (TICK_NANOS / INTERVAL_NANOS) + 1;
    private static final int MAX_TOTAL = (int) (LONGEST_NANOS / INTERVAL_NANOS) + 1;

    @ParameterizedTest
    @ValueSource(longs = {0, -1, Long.MIN_VALUE, Long.MAX_VALUE - 100_000})
    void sendsFewAtOnce(long start) {
        var pace = new RefusalPace(1, start);

        assertThat(LongStream.range(0, 1_000).map(refusal -> pace.delay(start + refusal * INTERVAL_NANOS)))
                .containsOnly(0L);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 8})
    void sendsAFewSimultaneousRefusalsAtOnce(int processors) {
        var pace = new RefusalPace(processors, 0);

        assertThat(delays(pace, 0, (int) (TICK_NANOS * processors / INTERVAL_NANOS) + 1))
                .containsOnly(0L);
        assertThat(pace.delay(0)).isPositive();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, 123_456_789, Long.MAX_VALUE - 100_000})
    void sendsNoMoreThanItsShareAtATime(long now) {
        var pace = new RefusalPace(1, now);

        List<Long> delays = delays(pace, now, MAX_TOTAL);

        assertThat(delays.getFirst()).isZero();
        assertThat(delays)
                .isSorted()
                .last()
                .satisfies(longest -> assertThat(longest).isBetween(LONGEST_NANOS, LONGEST_NANOS + TICK_NANOS));
        assertThat(counts(delays)).values().allMatch(count -> count <= AT_ONCE);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 1_000, 100_000})
    void limitsWaitingRefusals(int more) {
        var pace = new RefusalPace(1, 0);

        List<Long> delays = delays(pace, 0, MAX_TOTAL + more);

        assertThat(delays).filteredOn(delay -> delay > 0).hasSize(MAX_TOTAL - AT_ONCE);
        assertThat(delays.getLast()).isZero();
    }

    @ParameterizedTest
    @ValueSource(longs = {LONGEST_NANOS + INTERVAL_NANOS, 3_600_000_000_000L})
    void forgetsPastRefusals(long later) {
        var pace = new RefusalPace(1, 0);
        delays(pace, 0, 10_000);

        assertThat(delays(pace, later, AT_ONCE)).containsOnly(0L);
        assertThat(pace.delay(later)).isPositive();
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 8})
    void givesEachRefusalItsOwnSlot(int threads) {
        var pace = new RefusalPace(1, 0);

        List<Long> delays =
                Stream.generate(() -> Concurrently.begin(() -> delays(pace, 0, 250))).limit(threads).toList().stream()
                        .map(CompletableFuture::join)
                        .flatMap(List::stream)
                        .toList();

        assertThat(delays).filteredOn(delay -> delay == 0).hasSize(AT_ONCE);
        assertThat(counts(delays)).values().allMatch(count -> count <= AT_ONCE);
    }

    private static List<Long> delays(RefusalPace pace, long now, int refusals) {
        return Stream.generate(() -> pace.delay(now)).limit(refusals).toList();
    }

    private static Map<Long, Long> counts(List<Long> delays) {
        return delays.stream().collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
    }
}
