package io.useradmin.shared;

import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;

/**
 * One call that changes many rows of a tenant, in batches, each in its own transaction, with pauses ({@link BatchPause}). It ends
 * when it has changed or read enough rows or used up its time, and returns the position where the next call continues. If a
 * later batch fails, the result is that of the batches before.
 *
 * @param <P> a position in the order of the rows
 */
public final class BulkCall<P> {
    /** The most rows that a call changes. */
    public static final int LARGEST = 10_000;

    /** How many rows a batch reads. */
    public static final int BATCH_READS = 200;

    /**
     * The most rows that a batch changes: so few that writes of its users wait only milliseconds, and that the p99 of single reads
     * beside it is at most twice that without it ({@code benchmarks/incident/run.sh}).
     */
    public static final int BATCH_CHANGES = 30;

    /** After reading this number of rows, a call starts no more batches. */
    public static final int MOST_READ = 50_000;

    /**
     * After this time, a call starts no more batches. The last one may take as long as the statement timeout and must still meet
     * the deadline.
     */
    private static final long BUDGET_NANOS = Duration.ofMillis(500).toNanos();

    private final int limit;
    private final Step<P> step;
    private final long startedAt = System.nanoTime();

    private BulkCall(int limit, Step<P> step) {
        this.limit = limit;
        this.step = step;
    }

    /** Runs a batch that begins after a position and changes at most {@code limit} rows. */
    public interface Step<P> {
        Uni<Batch<P>> run(P after, int limit);
    }

    /**
     * The result of a batch.
     *
     * @param changed the number of changed rows
     * @param users the users of the changed rows
     * @param read the number of rows that were read
     * @param next the position where the next batch begins; empty after the last batch
     */
    public record Batch<P>(int changed, Collection<String> users, int read, Optional<P> next) {}

    /**
     * The result of all batches of a call.
     *
     * @param next the position where the next call begins; empty after the last call
     */
    public record Outcome<P>(int changed, Set<String> users, int read, Optional<P> next) {
        private Outcome<P> plus(Batch<P> batch) {
            users.addAll(batch.users());
            return new Outcome<>(changed + batch.changed(), users, read + batch.read(), batch.next());
        }
    }

    /** Changes at most {@code limit} rows after {@code start}. */
    public static <P> Uni<Outcome<P>> run(P start, int limit, Step<P> step) {
        var call = new BulkCall<>(limit, step);
        return call.batch(start, limit)
                .map(new Outcome<P>(0, new HashSet<>(), 0, Optional.empty())::plus)
                .flatMap(call::goOn);
    }

    private Uni<Outcome<P>> goOn(Outcome<P> done) {
        if (done.next().isEmpty() || isDone(done)) {
            return Uni.createFrom().item(done);
        }
        return batch(done.next().get(), limit - done.changed())
                .map(Optional::of)
                .onFailure()
                .recoverWithItem(Optional.empty())
                .flatMap(batch -> batch.map(done::plus)
                        .map(this::goOn)
                        .orElseGet(() -> Uni.createFrom().item(done)));
    }

    /**
     * Runs a batch and, unless it is the very last one, the pause after it. The pause is part of the call: clients that repeat
     * calls at once must not be faster.
     */
    private Uni<Batch<P>> batch(P after, int most) {
        // A pause ends on another thread, but the next batch must run in the request's context.
        Executor caller = CurrentContext.executor();
        long begun = System.nanoTime();
        return step.run(after, most)
                .call(batch -> batch.next().isEmpty()
                        ? Uni.createFrom().voidItem()
                        : rest(Duration.ofNanos(Math.max(1, System.nanoTime() - begun)))
                                .emitOn(caller));
    }

    private static Uni<Void> rest(Duration batch) {
        return Uni.createFrom().voidItem().onItem().delayIt().by(BatchPause.after(batch));
    }

    private boolean isDone(Outcome<P> done) {
        return done.changed() >= limit || done.read() >= MOST_READ || System.nanoTime() - startedAt >= BUDGET_NANOS;
    }
}
