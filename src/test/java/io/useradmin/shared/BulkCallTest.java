package io.useradmin.shared;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smallrye.mutiny.Uni;
import io.useradmin.shared.BulkCall.Batch;
import io.useradmin.shared.BulkCall.Outcome;
import io.useradmin.shared.BulkCall.Step;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** When a bulk call ends, and what it returns. */
class BulkCallTest {
    private final List<String> steps = new ArrayList<>();

    @Test
    void continuesUntilTheEnd() {
        Outcome<Integer> outcome = run(0, 100, (after, limit) -> batch(after, limit, 3, 10, after < 20));

        assertThat(steps).containsExactly("0 100", "10 97", "20 94");
        assertThat(outcome.changed()).isEqualTo(9);
        assertThat(outcome.read()).isEqualTo(30);
        assertThat(outcome.users()).containsExactlyInAnyOrder("same", "u0", "u10", "u20");
        assertThat(outcome.next()).isEmpty();
    }

    @Test
    void endsAtItsLimit() {
        Outcome<Integer> outcome = run(5, 6, (after, limit) -> batch(after, limit, 3, 10, true));

        assertThat(steps).containsExactly("5 6", "15 3");
        assertThat(outcome.next()).contains(25);
    }

    @Test
    void endsWhenItHasReadEnough() {
        Outcome<Integer> outcome =
                run(0, 100, (after, limit) -> batch(after, limit, 0, BulkCall.MOST_READ / 2, after < 100));

        assertThat(steps).hasSizeBetween(1, 2);
        assertThat(outcome.changed()).isZero();
        assertThat(outcome.next()).isPresent();
    }

    /** Whether the first batch or a later one has used up the time. Without a bound, the call would run all batches. */
    @Test
    void endsWhenItsTimeIsOver() {
        int most = 200;
        Outcome<Integer> outcome = run(
                0,
                most,
                (after, limit) -> batch(after, limit, 0, 1, after < 10 * most)
                        .onItem()
                        .delayIt()
                        .by(Duration.ofMillis(10)));

        assertThat(outcome.next()).contains(10 * steps.size());
        assertThat(steps).hasSizeLessThan(most);
    }

    @Test
    void reportsWhatWasDoneBeforeAFailure() {
        Outcome<Integer> outcome = run(
                0,
                100,
                (after, limit) -> after == 10
                        ? Uni.createFrom().failure(new IllegalStateException("cut off"))
                        : batch(after, limit, 3, 10, true));

        assertThat(outcome.changed()).isEqualTo(3);
        assertThat(outcome.next()).contains(10);
    }

    @Test
    void failsIfNothingWasDone() {
        assertThatThrownBy(() ->
                        run(0, 100, (after, limit) -> Uni.createFrom().failure(new IllegalStateException("cut off"))))
                .hasMessage("cut off");
    }

    private Uni<Batch<Integer>> batch(int after, int limit, int changed, int read, boolean isMore) {
        steps.add(after + " " + limit);
        Optional<Integer> next = isMore ? Optional.of(after + 10) : Optional.empty();
        return Uni.createFrom().item(new Batch<>(changed, List.of("same", "u" + after), read, next));
    }

    private static Outcome<Integer> run(int start, int limit, Step<Integer> step) {
        return BulkCall.run(start, limit, step).await().indefinitely();
    }
}
