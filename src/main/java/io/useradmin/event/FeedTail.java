package io.useradmin.event;

import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.subscription.BackPressureStrategy;
import io.useradmin.audit.EventConfig;
import io.useradmin.problem.BackgroundFailures;
import io.vertx.core.Vertx;
import io.vertx.core.impl.ContextInternal;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Reads new events for all waiting readers: one query per poll interval for all of them, and none if nobody waits. Before a
 * reader can follow the tail, it must have read the feed almost to its end.
 */
@Singleton
class FeedTail {
    /** How many recent batches are kept for readers that have just read the feed. */
    private static final int MOST_RECENT = 4;
    /** A batch: the most events of a tenant that one query returns. */
    private static final PageLimit MOST_PER_TENANT = new PageLimit(1_000, 262_144);

    private static final long NO_TIMER = -1;

    private final EventRepository events;
    private final BackgroundFailures failures;
    private final Vertx vertx;
    private final Duration interval;
    private final Map<String, Tail> tails = new HashMap<>();
    private long timer = NO_TIMER;
    private boolean isRetrying;

    FeedTail(EventRepository events, BackgroundFailures failures, Vertx vertx, EventConfig config) {
        this.events = events;
        this.failures = failures;
        this.vertx = vertx;
        this.interval = config.pollInterval();
    }

    /**
     * The batches after {@code from}, reduced to the events that pass {@code filter}, without end. A batch without such events is
     * empty. Fails with {@link Behind} if {@code from} is too far behind, or if the reader is too slow.
     */
    Multi<EventBatch> follow(String tenantId, Position from, EventFilter filter) {
        var pendingBytes = new AtomicLong();
        return Multi.createFrom()
                .<EventBatch>emitter(
                        emitter -> join(tenantId, from, new TailReader(emitter, pendingBytes)),
                        BackPressureStrategy.ERROR)
                .onOverflow()
                .bufferUnconditionally()
                .invoke(batch -> pendingBytes.addAndGet(-batch.bytes()))
                .map(batch -> batch.after(from, filter))
                .map(EventBatch::parts)
                .onItem()
                .disjoint();
    }

    synchronized int readers() {
        return tails.values().stream().mapToInt(tail -> tail.readers.size()).sum();
    }

    @PreDestroy
    synchronized void stop() {
        vertx.cancelTimer(timer);
    }

    private synchronized void join(String tenantId, Position from, TailReader reader) {
        Tail tail = tails.computeIfAbsent(tenantId, _ -> new Tail(from, interval));
        tail.startAt(from);
        if (!tail.reaches(from)) {
            reader.emitter().fail(new Behind());
            return;
        }
        tail.readers.add(reader);
        if (timer == NO_TIMER) {
            timer = ofNoRequest().setPeriodic(interval.toMillis(), _ -> poll());
        }
        // After the timer starts, because a reader that has already ended leaves at once.
        reader.emitter().onTermination(() -> leave(tenantId, reader));
        tail.recent.stream().filter(batch -> batch.end().compareTo(from) > 0).forEach(reader::give);
    }

    /**
     * A timer keeps the context that starts it. In the context of the first reader, the queries for all readers would be in its
     * trace, and what the others do with their events would have its log fields.
     */
    private ContextInternal ofNoRequest() {
        return ((ContextInternal) vertx.getOrCreateContext()).unwrap();
    }

    private synchronized void leave(String tenantId, TailReader reader) {
        Tail tail = tails.get(tenantId);
        if (tail != null && tail.readers.remove(reader) && tail.readers.isEmpty()) {
            tails.remove(tenantId);
        }
        if (tails.isEmpty()) {
            vertx.cancelTimer(timer);
            timer = NO_TIMER;
        }
    }

    private void poll() {
        poll(Attempt.FIRST);
        // Apart, so that a node of Citus that hangs delays only its own tenants.
        poll(Attempt.RETRY);
    }

    private void poll(Attempt attempt) {
        Claim claim = claim(attempt);
        if (!claim.tails.isEmpty()) {
            Map<String, Position> ends = new HashMap<>();
            claim.tails.forEach((tenantId, tail) -> ends.put(tenantId, tail.end));
            events.tails(ends, MOST_PER_TENANT, attempt)
                    .onTermination()
                    .invoke(() -> release(claim))
                    .subscribe()
                    .with(found -> dispatch(found, claim), failure -> failures.note("change feed:", failure));
        }
    }

    /**
     * The tails to read now. One that is still being read is not, so that a slow database gets no additional load. There is one
     * retry at a time, because each occupies a connection of the pool.
     */
    private synchronized Claim claim(Attempt attempt) {
        var claim = new Claim(attempt);
        if (attempt == Attempt.RETRY && isRetrying) {
            return claim;
        }
        long now = System.nanoTime();
        tails.forEach((tenantId, tail) -> {
            if (tail.claim == null && tail.attempt() == attempt && tail.backoff.isDue(now)) {
                tail.claim = claim;
                claim.tails.put(tenantId, tail);
            }
        });
        if (attempt == Attempt.RETRY) {
            isRetrying = !claim.tails.isEmpty();
        }
        return claim;
    }

    /** Tails without a result are marked as failed. Another claim may be reading the others again. */
    private synchronized void release(Claim claim) {
        if (claim.attempt == Attempt.RETRY) {
            isRetrying = false;
        }
        long now = System.nanoTime();
        claim.tails.values().stream().filter(tail -> tail.claim == claim).forEach(tail -> {
            tail.claim = null;
            tail.backoff.failed(now);
        });
    }

    private synchronized void dispatch(Map<String, EventBatch> found, Claim claim) {
        found.forEach((tenantId, batch) -> {
            Tail tail = Objects.requireNonNull(claim.tails.get(tenantId));
            tail.claim = null;
            tail.backoff.succeeded();
            tail.add(batch);
        });
    }

    /** The reader is too far behind. It has to read more of the feed first. */
    static final class Behind extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Behind() {
            super("The position is before the recent events", null, false, false);
        }
    }

    /** The tails that one query reads. */
    private static final class Claim {
        private final Attempt attempt;
        private final Map<String, Tail> tails = new HashMap<>();

        private Claim(Attempt attempt) {
            this.attempt = attempt;
        }
    }

    /** The recent events of a tenant and their readers. */
    private static final class Tail {
        private final Set<TailReader> readers = new HashSet<>();
        private final Deque<EventBatch> recent = new ArrayDeque<>();
        /** {@link #recent} has all events from here to the end. */
        private Position recentFrom;

        private Position end;
        /** The claim that reads the tail now; null if none does. */
        private @Nullable Claim claim;

        private final PollBackoff backoff;

        private Tail(Position from, Duration interval) {
            this.recentFrom = from;
            this.end = from;
            this.backoff = new PollBackoff(interval);
        }

        /** Before its first event, it can still begin earlier: the cursor of its first reader can be one of the future. */
        private void startAt(Position from) {
            if (recent.isEmpty() && claim == null && from.compareTo(recentFrom) < 0) {
                recentFrom = from;
                end = from;
            }
        }

        /** Whether it has all events after {@code from}. */
        private boolean reaches(Position from) {
            return from.compareTo(recentFrom) >= 0;
        }

        /** The next attempt to read it. */
        private Attempt attempt() {
            return backoff.hasFailed() ? Attempt.RETRY : Attempt.FIRST;
        }

        private void add(EventBatch batch) {
            end = batch.end();
            if (!batch.isEmpty()) {
                recent.add(batch);
                if (recent.size() > MOST_RECENT) {
                    recentFrom = recent.remove().end();
                }
                List.copyOf(readers).forEach(reader -> reader.give(batch));
            }
        }
    }
}
