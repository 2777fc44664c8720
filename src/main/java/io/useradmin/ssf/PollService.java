package io.useradmin.ssf;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Uni;
import io.useradmin.event.Event;
import io.useradmin.event.EventFilter;
import io.useradmin.event.EventPage;
import io.useradmin.event.Feed;
import io.useradmin.problem.Problem;
import io.useradmin.problem.ProblemException;
import io.useradmin.problem.Refusals;
import io.useradmin.ssf.Stream.Status;
import io.useradmin.ssf.Stream.Verification;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Finds the tokens for a receiver that polls: every event of its stream, in order, until the receiver acknowledges it. */
@Singleton
class PollService {
    /**
     * If no event in between belongs to the stream, polls read the same part of the feed again. After this number of
     * transactions, the position is stored without an acknowledgement.
     */
    private static final long MOST_REREAD_TRANSACTIONS = 1_000;

    /** About the size of a token and its claims. */
    private static final int TOKEN_BYTES = 4_096;

    private final StreamService streams;
    private final Feed feed;
    private final SigningKeyCache keys;
    private final SecurityEventTokens tokens;
    private final LongAdder rejected = new LongAdder();

    PollService(StreamService streams, Feed feed, SigningKeyCache keys, SecurityEventTokens tokens) {
        this.streams = streams;
        this.feed = feed;
        this.keys = keys;
        this.tokens = tokens;
    }

    /** Not in the constructor: it runs at the first poll, and scrapes before that would have no metric. */
    void start(@Observes StartupEvent start, MeterRegistry metrics) {
        FunctionCounter.builder("useradmin.ssf.rejected", rejected, LongAdder::sum)
                .description("Tokens that receivers rejected")
                .register(metrics);
    }

    /**
     * The result of a poll.
     *
     * @param stream the stream at that time
     * @param window the events to deliver; none if the stream is not enabled
     * @param verification the verification token to deliver first
     * @param key the key that signed at that time
     */
    record Pending(
            Stream stream,
            @Nullable Window window,
            @Nullable Verification verification,
            SigningKey key) {
        /** Whether there is nothing to deliver, and no more to read now. */
        boolean isEmpty() {
            return !isDelivered() || (verification == null && pending().isEmpty() && !hasMore());
        }

        /** About the memory for the events, and for at most {@code maxEvents} tokens. */
        long bytes(int maxEvents) {
            List<Event> pending = pending();
            return pending.stream().mapToLong(Event::bytes).sum()
                    + (long) Math.min(maxEvents, pending.size()) * TOKEN_BYTES;
        }

        private boolean isDelivered() {
            return stream.status() == Status.ENABLED;
        }

        private List<Event> pending() {
            return window == null ? List.of() : window.pending();
        }

        private int tokens() {
            return pending().size() + (verification == null ? 0 : 1);
        }

        private boolean hasMore() {
            return window != null && window.hasMore();
        }
    }

    /** Stores the acknowledgements, and finds the tokens that are not acknowledged. */
    Uni<Pending> acknowledge(String tenantId, String streamId, PollRequest poll) {
        Set<String> handled = poll.handled();
        return find(tenantId, streamId, handled)
                .call(found -> storeProgress(found, handled).invoke(stored -> {
                    if (stored) {
                        rejected.add(newlyRejected(found, poll.errors()));
                    }
                }));
    }

    /** Finds the tokens that are not acknowledged. */
    Uni<Pending> find(String tenantId, String streamId) {
        return find(tenantId, streamId, Set.of());
    }

    /**
     * Waits for an event that may belong to the stream. False if none comes within {@code wait}, or if that is over. {@code
     * admission} is as in {@link Feed#next}.
     */
    Uni<Boolean> await(Pending found, Duration wait, UnaryOperator<Uni<EventPage>> admission) {
        if (!wait.isPositive()) {
            return Uni.createFrom().item(false);
        }
        Window window = found.window();
        return window == null || !found.isDelivered()
                ? Uni.createFrom().item(false).onItem().delayIt().by(wait)
                : feed.next(found.stream().tenantId(), filter(found.stream()), window.position(), wait, admission)
                        .map(Optional::isPresent);
    }

    /** Creates the tokens. */
    Uni<PollResponse> response(Pending found, int maxEvents) {
        if (!found.isDelivered()) {
            return Uni.createFrom().item(new PollResponse(Map.of(), null));
        }
        List<Map<String, Object>> claims = claims(found, maxEvents);
        boolean hasMore = found.tokens() > claims.size() || found.hasMore();
        return tokens.sign(claims, found.key()).map(sets -> new PollResponse(sets, hasMore ? true : null));
    }

    private List<Map<String, Object>> claims(Pending found, int maxEvents) {
        Stream stream = found.stream();
        List<Map<String, Object>> claims = new ArrayList<>();
        Verification verification = found.verification();
        if (verification != null && maxEvents > 0) {
            claims.add(tokens.of(verification, stream));
        }
        found.pending().stream()
                .limit(maxEvents - (long) claims.size())
                .forEach(event -> claims.add(tokens.of(event, Signal.of(event).orElseThrow(), stream)));
        return claims;
    }

    /** Fails without a signing key, so that nothing is changed. */
    private Uni<Pending> find(String tenantId, String streamId, Set<String> handled) {
        return keys.signing()
                .map(found -> found.orElseThrow(ProblemException::nothingDone))
                .flatMap(key -> streams.read(tenantId, streamId).flatMap(stream -> find(stream, handled, key)));
    }

    /** For a paused stream, acknowledgements are still handled. A disabled stream has no tokens. */
    private Uni<Pending> find(Stream stream, Set<String> handled, SigningKey key) {
        if (stream.status() == Status.DISABLED || (stream.status() == Status.PAUSED && handled.isEmpty())) {
            return Uni.createFrom().item(new Pending(stream, null, null, key));
        }
        Set<String> all = new HashSet<>(stream.acknowledged());
        all.addAll(handled);
        return page(stream).map(page -> found(stream, Window.of(page, stream, all), handled, key));
    }

    private static Pending found(Stream stream, Window window, Set<String> handled, SigningKey key) {
        Verification asked = stream.verification();
        return new Pending(stream, window, asked != null && handled.contains(asked.id()) ? null : asked, key);
    }

    private Uni<EventPage> page(Stream stream) {
        return feed.page(stream.tenantId(), filter(stream), stream.position(), Window.SIZE)
                .onFailure(PollService::isPurged)
                .transform(_ -> new ProblemException(Refusals.eventsPurged()));
    }

    private static boolean isPurged(Throwable failure) {
        return failure instanceof ProblemException expected && expected.problem() instanceof Problem.CursorExpired;
    }

    private static EventFilter filter(Stream stream) {
        return EventFilter.ofTypes(stream.sources());
    }

    /** The number of tokens in {@code errors} that were pending. Receivers may repeat the others, or invent them. */
    private static long newlyRejected(Pending found, Set<String> errors) {
        Window window = Objects.requireNonNull(found.window());
        Set<String> known = found.stream().acknowledged();
        return errors.stream()
                        .filter(id -> window.passed().contains(id)
                                || window.acknowledged().contains(id))
                        .filter(id -> !known.contains(id))
                        .count()
                + (verified(found.stream(), errors).isEmpty() ? 0 : 1);
    }

    /** Whether it was stored. */
    private Uni<Boolean> storeProgress(Pending found, Set<String> handled) {
        Window window = found.window();
        return window == null || !mustStore(found.stream(), window, handled)
                ? Uni.createFrom().item(false)
                : streams.advance(
                        found.stream(), window.position(), window.acknowledged(), verified(found.stream(), handled));
    }

    private static boolean mustStore(Stream stream, Window window, Set<String> handled) {
        boolean isFar = window.position().xid() - stream.position().xid() >= MOST_REREAD_TRANSACTIONS;
        boolean hasOnlyOthers = window.pending().isEmpty() && window.hasMore();
        return !window.passed().isEmpty()
                || isFar
                || hasOnlyOthers
                || !window.acknowledged().equals(stream.acknowledged())
                || !verified(stream, handled).isEmpty();
    }

    private static String verified(Stream stream, Set<String> handled) {
        Verification asked = stream.verification();
        return asked != null && handled.contains(asked.id()) ? asked.id() : "";
    }
}
