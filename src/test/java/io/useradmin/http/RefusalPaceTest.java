package io.useradmin.http;

import static io.useradmin.http.RefusalPace.INTERVAL_NANOS;
import static io.useradmin.http.RefusalPace.LONGEST_NANOS;
import static io.useradmin.http.RefusalPace.TICK_NANOS;
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

/** Refusals are sent at once while they are few, and spaced out where they are many. */
class RefusalPaceTest {
    private static final int MOST_OF_A_TICK = (int) (TICK_NANOS / INTERVAL_NANOS);
    private static final int MOST_THAT_WAIT = (int) (LONGEST_NANOS / INTERVAL_NANOS);

    @ParameterizedTest
    @ValueSource(longs = {0, -1, Long.MIN_VALUE, Long.MAX_VALUE - 100_000})
    void sendsFewAtOnce(long start) {
        var pace = new RefusalPace(start);

        assertThat(LongStream.range(0, 1_000).map(refusal -> pace.delay(start + refusal * INTERVAL_NANOS)))
                .containsOnly(0L);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, 123_456_789, Long.MAX_VALUE - 100_000})
    void sendsNoMoreThanItsShareAtATime(long now) {
        var pace = new RefusalPace(now);

        List<Long> delays =
                Stream.generate(() -> pace.delay(now)).limit(MOST_THAT_WAIT).toList();

        assertThat(delays.getFirst()).isZero();
        assertThat(delays)
                .isSorted()
                .last()
                .satisfies(longest ->
                        assertThat(longest).isBetween(LONGEST_NANOS - INTERVAL_NANOS, LONGEST_NANOS + TICK_NANOS));
        assertThat(counts(delays)).values().allMatch(count -> count <= MOST_OF_A_TICK);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 1_000, 100_000})
    void letsNoMoreWaitThanItsBound(int more) {
        var pace = new RefusalPace(0);

        long waiting = Stream.generate(() -> pace.delay(0))
                .limit(MOST_THAT_WAIT + more)
                .filter(delay -> delay > 0)
                .count();

        assertThat(waiting).isEqualTo(MOST_THAT_WAIT);
    }

    @ParameterizedTest
    @ValueSource(longs = {LONGEST_NANOS + INTERVAL_NANOS, 3_600_000_000_000L})
    void forgetsWhatHasPassed(long later) {
        var pace = new RefusalPace(0);
        Stream.generate(() -> pace.delay(0)).limit(10_000).forEach(_ -> {});

        assertThat(pace.delay(later)).isZero();
        assertThat(pace.delay(later)).isPositive();
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 8})
    void givesNoTwoTheSamePlace(int threads) {
        var pace = new RefusalPace(0);

        List<Long> delays = Stream.generate(() -> Concurrently.begin(
                        () -> Stream.generate(() -> pace.delay(0)).limit(250).toList()))
                .limit(threads)
                .toList()
                .stream()
                .map(CompletableFuture::join)
                .flatMap(List::stream)
                .toList();

        assertThat(delays).containsOnlyOnce(0L);
        assertThat(counts(delays)).values().allMatch(count -> count <= MOST_OF_A_TICK);
    }

    private static Map<Long, Long> counts(List<Long> delays) {
        return delays.stream().collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
    }
}
