package io.useradmin.event;

import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.useradmin.audit.EventConfig;
import io.useradmin.problem.Problem;
import io.useradmin.problem.ProblemException;
import io.useradmin.shared.CurrentContext;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;

/** The change feed of a tenant: every event once, oldest first. The events of a user are in commit order. */
@Singleton
public class Feed {
    private final EventRepository events;
    private final FeedTail tail;
    private final Duration pollInterval;

    Feed(EventRepository events, FeedTail tail, EventConfig config) {
        this.events = events;
        this.tail = tail;
        this.pollInterval = config.pollInterval();
    }

    /**
     * The first {@code size} of the existing events after a position, or fewer if they are large. Fails with
     * {@link Problem.CursorExpired} if some of them were purged.
     */
    public Uni<EventPage> page(String tenantId, EventFilter filter, Position after, int size) {
        return page(tenantId, filter, after, PageLimit.of(size));
    }

    /** The same for a stream. */
    Uni<EventPage> smallPage(String tenantId, EventFilter filter, Position after) {
        return page(tenantId, filter, after, PageLimit.SMALL);
    }

    private Uni<EventPage> page(String tenantId, EventFilter filter, Position after, PageLimit limit) {
        return events.after(tenantId, filter, after, limit)
                .invoke(page -> page.purged()
                        .filter(purged -> after.compareTo(purged) < 0 && !after.equals(Position.START))
                        .ifPresent(purged -> {
                            throw new ProblemException(new Problem.CursorExpired(purged.cursor(tenantId)));
                        }));
    }

    /** The first events after a position; empty if none arrive within {@code wait}. {@code admission} is as in {@link #read}. */
    public Uni<Optional<EventBatch>> next(
            String tenantId,
            EventFilter filter,
            Position after,
            Duration wait,
            UnaryOperator<Uni<EventPage>> admission) {
        return read(tenantId, filter, after, admission)
                .filter(batch -> !batch.isEmpty())
                .toUni()
                .map(Optional::of)
                .ifNoItem()
                .after(wait)
                .recoverWithItem(Optional.empty());
    }

    /**
     * All events after a position, including future ones. A batch is empty if no event up to its end passes the filter. Pages are
     * read on request. Later events are buffered. If events were purged before they were read, the Multi fails.
     *
     * <p>If the reader is behind the recent events, or takes the buffered ones too slowly, it waits before it reads more pages: a
     * replica that lags may have no more yet. It reads them in the context of the caller, which has its trace and says how new
     * its reads must be.
     *
     * @param admission limits how many readers read a page at the same time: many can fall behind together
     */
    Multi<EventBatch> read(
            String tenantId, EventFilter filter, Position after, UnaryOperator<Uni<EventPage>> admission) {
        var reached = new AtomicReference<>(after);
        Multi<EventBatch> pages = Multi.createBy()
                .repeating()
                .uni(() -> admission.apply(smallPage(tenantId, filter, reached.get())))
                .whilst(EventPage::hasMore)
                .map(page -> EventBatch.of(page.events(), page.next()));
        return Multi.createBy()
                .concatenating()
                .streams(pages, Multi.createFrom().deferred(() -> tail.follow(tenantId, reached.get(), filter)))
                .invoke(batch -> reached.set(batch.end()))
                .runSubscriptionOn(CurrentContext.executor())
                .onFailure(FeedTail.Behind.class)
                .retry()
                .withBackOff(pollInterval, pollInterval)
                .indefinitely();
    }
}
