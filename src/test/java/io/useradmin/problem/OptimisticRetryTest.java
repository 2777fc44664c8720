package io.useradmin.problem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smallrye.mutiny.Uni;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class OptimisticRetryTest {
    private final AtomicInteger attempts = new AtomicInteger();

    @Test
    void endsWithTheFirstResult() {
        assertThat(attemptsThatSucceedAfter(0).await().indefinitely()).isEqualTo(1);
        assertThat(attemptsThatSucceedAfter(3).await().indefinitely()).isEqualTo(4);
        assertThat(attempts).hasValue(4);
    }

    @Test
    void succeedsWithTheLastAttempt() {
        assertThat(attemptsThatSucceedAfter(OptimisticRetry.MOST_ATTEMPTS - 1)
                        .await()
                        .indefinitely())
                .isEqualTo(OptimisticRetry.MOST_ATTEMPTS);
    }

    @Test
    void givesUpAndHasChangedNothing() {
        assertThatThrownBy(() ->
                        attemptsThatSucceedAfter(Integer.MAX_VALUE).await().indefinitely())
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        failure -> assertThat(failure.problem()).isEqualTo(new Problem.Unavailable(true)));
        assertThat(attempts).hasValue(OptimisticRetry.MOST_ATTEMPTS);
    }

    /** A failure is no reason to repeat. */
    @Test
    void endsWithAFailure() {
        Uni<Integer> failing = OptimisticRetry.run(() -> {
            attempts.incrementAndGet();
            return Uni.createFrom().failure(new IllegalStateException("broken"));
        });

        assertThatThrownBy(() -> failing.await().indefinitely()).hasMessage("broken");
        assertThat(attempts).hasValue(1);
    }

    private Uni<Integer> attemptsThatSucceedAfter(int failures) {
        attempts.set(0);
        return OptimisticRetry.run(() -> Uni.createFrom()
                .item(attempts.incrementAndGet())
                .map(attempt -> Optional.of(attempt).filter(number -> number > failures)));
    }
}
