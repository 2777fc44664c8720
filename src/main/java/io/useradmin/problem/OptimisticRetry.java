package io.useradmin.problem;

import io.smallrye.mutiny.Uni;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Repeats a statement that does nothing if another transaction has changed its rows since it began. Each time, another transaction
 * has made progress, so a few attempts are enough. But many clients that write the same row can overtake one of them again and
 * again, so the number of attempts is limited.
 */
public final class OptimisticRetry {
    /** More than the requests of several replicas that write one row at the same time. */
    static final int MOST_ATTEMPTS = 50;

    private OptimisticRetry() {}

    /** The first result of {@code attempt} that is not empty; {@link Problem.Unavailable} if there are too many empty ones. */
    public static <T> Uni<T> run(Supplier<Uni<Optional<T>>> attempt) {
        return run(attempt, MOST_ATTEMPTS);
    }

    private static <T> Uni<T> run(Supplier<Uni<Optional<T>>> attempt, int left) {
        return left == 0
                ? Uni.createFrom().failure(ProblemException::nothingDone)
                : attempt.get()
                        .flatMap(result -> result.map(Uni.createFrom()::item).orElseGet(() -> run(attempt, left - 1)));
    }
}
