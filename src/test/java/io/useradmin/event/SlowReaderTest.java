package io.useradmin.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.helpers.test.AssertSubscriber;
import io.useradmin.problem.BackgroundFailures;
import io.useradmin.shared.OutageLog;
import io.useradmin.testsupport.Await;
import io.vertx.core.Vertx;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A reader that does not take its events makes the service hold few of them, and gets all of them later. */
class SlowReaderTest {
    private static final String TENANT = "t";
    private static final int EVENTS = 20_000;

    private final Vertx vertx = Vertx.vertx();
    private final Stored stored = new Stored();
    private final FeedTail tail =
            new FeedTail(stored, new BackgroundFailures(new OutageLog()), vertx, FeedFixture.config());
    private final Feed feed = new Feed(stored, tail, FeedFixture.config());

    @AfterEach
    void stop() {
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    @Test
    void readsAgainWhatIsNoLongerHeldForIt() throws Exception {
        AssertSubscriber<EventBatch> reader = feed.read(
                        TENANT, FeedFixture.ALL, Position.START, UnaryOperator.identity())
                .subscribe()
                .withSubscriber(AssertSubscriber.create(2));
        Await.until("the reader follows the tail", () -> tail.readers() == 1);

        stored.last = EVENTS;

        Await.until("the service no longer holds its events", () -> tail.readers() == 0);
        reader.request(Long.MAX_VALUE);
        Await.until("the reader follows the tail again", () -> tail.readers() == 1);
        assertThat(reader.getItems().stream().flatMap(batch -> batch.events().stream()))
                .extracting(event -> event.position().xid())
                .containsExactlyElementsOf(
                        LongStream.rangeClosed(1, EVENTS).boxed().toList());
        reader.cancel();
    }

    /** Otherwise each of the others would query the feed again and again. */
    @Test
    void doesNotKeepOthersFromTheTailWithACursorOfTheFuture() throws Exception {
        feed.read(TENANT, FeedFixture.ALL, new Position(EVENTS, 0), UnaryOperator.identity())
                .subscribe()
                .withSubscriber(AssertSubscriber.create(2));
        Await.until("the reader follows the tail", () -> tail.readers() == 1);
        AssertSubscriber<EventBatch> other = feed.read(
                        TENANT, FeedFixture.ALL, Position.START, UnaryOperator.identity())
                .subscribe()
                .withSubscriber(AssertSubscriber.create(Long.MAX_VALUE));
        Await.until("both follow the tail", () -> tail.readers() == 2);

        stored.last = 1;

        Await.until("the event arrives", () -> other.getItems().stream().anyMatch(batch -> !batch.isEmpty()));
    }

    /** Vert.x numbers timers from 0. */
    @Test
    void leavesNoTimerIfItLeavesBeforeItBegins() {
        tail.follow(TENANT, Position.START, FeedFixture.ALL)
                .subscribe()
                .withSubscriber(new AssertSubscriber<>(Long.MAX_VALUE, true));

        assertThat(tail.readers()).isZero();
        assertThat(vertx.cancelTimer(0)).isFalse();
    }

    /** A table with the events from 1 to {@link #last}. */
    private static final class Stored extends EventRepository {
        private volatile int last;

        private Stored() {
            super(null);
        }

        @Override
        Uni<EventPage> after(String tenantId, EventFilter filter, Position after, PageLimit limit) {
            return Uni.createFrom().item(() -> {
                EventBatch batch = following(after, limit);
                boolean hasMore = batch.end().xid() < last;
                return new EventPage(batch.events(), batch.end(), hasMore, Optional.empty());
            });
        }

        @Override
        Multi<Map<String, EventBatch>> tails(Map<String, Position> ends, PageLimit limit, Attempt attempt) {
            Map<String, EventBatch> found = new HashMap<>();
            ends.forEach((tenantId, end) -> found.put(tenantId, following(end, limit)));
            return Multi.createFrom().item(found);
        }

        private EventBatch following(Position after, PageLimit limit) {
            int first = (int) after.xid() + 1;
            int end = Math.min(last, first + limit.events() - 1);
            List<Event> events = IntStream.rangeClosed(first, end)
                    .mapToObj(number -> FeedFixture.event(new Position(number, 0), null))
                    .toList();
            return EventBatch.of(events, new Position(Math.max(end, after.xid()), 0));
        }
    }
}
