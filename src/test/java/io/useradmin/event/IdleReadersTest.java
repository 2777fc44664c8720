package io.useradmin.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.subscription.Cancellable;
import io.useradmin.problem.BackgroundFailures;
import io.useradmin.shared.OutageLog;
import io.vertx.core.Vertx;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** While no event comes, all readers together cost one query per poll interval. Without readers, there is none. */
class IdleReadersTest {
    private static final Position FROM = new Position(1, 0);
    private static final long LONG_MILLIS = 3_600_000;

    private final BlockingQueue<Set<String>> queries = new LinkedBlockingQueue<>();
    private final Vertx vertx = Vertx.vertx();
    private final FeedTail tail =
            new FeedTail(new Empty(), new BackgroundFailures(new OutageLog()), vertx, FeedFixture.config());

    @AfterEach
    void stop() {
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    /** Vert.x numbers timers from 0. */
    @Test
    void shareOneTimer() {
        follow("t");
        follow("t");
        follow("other");

        assertThat(tail.readers()).isEqualTo(3);
        assertThat(vertx.setTimer(LONG_MILLIS, _ -> {})).isEqualTo(1);
    }

    @Test
    void shareOneQuery() throws Exception {
        follow("t");
        follow("t");
        follow("other");

        awaitQueryOf(Set.of("t", "other"));
        queries.clear();
        assertThat(next()).containsExactlyInAnyOrder("t", "other");
    }

    @Test
    void areQueriedForUntilTheLastOneLeaves() throws Exception {
        Cancellable first = follow("t");
        Cancellable second = follow("t");
        Cancellable other = follow("other");
        first.cancel();
        awaitQueryOf(Set.of("t", "other"));

        second.cancel();

        awaitQueryOf(Set.of("other"));
        other.cancel();
        assertThat(vertx.cancelTimer(0)).as("the timer still runs").isFalse();
    }

    private Cancellable follow(String tenantId) {
        return tail.follow(tenantId, FROM, FeedFixture.ALL).subscribe().with(_ -> {});
    }

    private void awaitQueryOf(Set<String> tenants) throws InterruptedException {
        queries.clear();
        while (!next().equals(tenants)) {
            // The query is from before the last reader came or left.
        }
    }

    private Set<String> next() throws InterruptedException {
        Set<String> query = queries.poll(1, TimeUnit.MINUTES);
        assertThat(query).as("the next query").isNotNull();
        return query;
    }

    /** Finds no events. */
    private final class Empty extends EventRepository {
        private Empty() {
            super(null);
        }

        @Override
        Multi<Map<String, EventBatch>> tails(Map<String, Position> ends, PageLimit limit, Attempt attempt) {
            queries.add(Set.copyOf(ends.keySet()));
            Map<String, EventBatch> found = new HashMap<>();
            ends.forEach((tenantId, end) -> found.put(tenantId, EventBatch.of(List.of(), end)));
            return Multi.createFrom().item(found);
        }
    }
}
