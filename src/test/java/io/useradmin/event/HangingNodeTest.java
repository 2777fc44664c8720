package io.useradmin.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.subscription.MultiEmitter;
import io.useradmin.problem.BackgroundFailures;
import io.useradmin.shared.OutageLog;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** While a node of Citus hangs, the tenants of the others are read as usual. */
class HangingNodeTest {
    private static final String HEALTHY = "healthy";
    private static final String HANGING = "hanging";
    private static final Position FROM = new Position(1, 0);

    private final BlockingQueue<Query> queries = new LinkedBlockingQueue<>();
    private final Vertx vertx = Vertx.vertx();
    private final FeedTail tail =
            new FeedTail(new Queried(), new BackgroundFailures(new OutageLog()), vertx, FeedFixture.config());

    @AfterEach
    void stop() {
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    @Test
    void aFailureDoesNotAffectATenantThatIsBeingReadAgain() throws Exception {
        follow(HEALTHY);
        follow(HANGING);
        Query both = nextWithBoth();
        both.answer(HEALTHY);
        assertThat(next().tenants()).containsExactly(HEALTHY);

        both.running().fail(new IllegalStateException("the node is away"));

        Query retry = next();
        assertThat(retry.attempt()).isEqualTo(Attempt.RETRY);
        assertThat(retry.tenants()).containsExactly(HANGING);
    }

    private void follow(String tenantId) {
        var _ = tail.follow(tenantId, FROM, FeedFixture.ALL).subscribe().with(_ -> {});
    }

    /** The second tenant may have come between two queries. */
    private Query nextWithBoth() throws InterruptedException {
        Query query = next();
        while (query.tenants().size() < 2) {
            query.tenants().forEach(query::answer);
            query.running().complete();
            query = next();
        }
        return query;
    }

    private Query next() throws InterruptedException {
        Query query = queries.poll(1, TimeUnit.MINUTES);
        assertThat(query).as("the next query").isNotNull();
        return query;
    }

    private record Query(Set<String> tenants, Attempt attempt, MultiEmitter<? super Map<String, EventBatch>> running) {
        void answer(String tenantId) {
            running.emit(Map.of(tenantId, EventBatch.of(List.of(), FROM)));
        }
    }

    /** The test answers the queries. */
    private final class Queried extends EventRepository {
        private Queried() {
            super(null);
        }

        @Override
        Multi<Map<String, EventBatch>> tails(Map<String, Position> ends, PageLimit limit, Attempt attempt) {
            return Multi.createFrom()
                    .emitter(running -> queries.add(new Query(Set.copyOf(ends.keySet()), attempt, running)));
        }
    }
}
