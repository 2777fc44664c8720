package io.useradmin.admission;

import io.netty.channel.EventLoopGroup;
import io.quarkus.netty.MainEventLoopGroup;
import io.useradmin.database.DatabaseBounds;
import io.useradmin.request.HttpRequests;
import io.useradmin.shared.ComputedOnce;
import io.vertx.core.http.HttpServerRequest;
import jakarta.inject.Singleton;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/**
 * The concurrency limiters of each event loop. If operations waited for a pool connection instead, usually another event loop
 * would release it and wake up their thread, which is expensive (ADR 10). Reads have a separate limiter, because writes may wait
 * for locks.
 */
@Singleton
class OperationLimits {
    private static final String POOL_SIZE = "quarkus.datasource.reactive.max-size";
    private static final String PIPELINING_LIMIT = "quarkus.datasource.reactive.postgresql.pipelining-limit";

    private final ComputedOnce<Thread, Limiters> ofThread;

    OperationLimits(
            @MainEventLoopGroup EventLoopGroup eventLoops,
            DatabaseBounds database,
            @ConfigProperty(name = POOL_SIZE) int poolSize,
            @ConfigProperty(name = PIPELINING_LIMIT) int pipeliningLimit) {
        long count = StreamSupport.stream(eventLoops.spliterator(), false).count();
        var share = EventLoopShare.of(count, poolSize, database.readConnections(), pipeliningLimit);
        this.ofThread = new ComputedOnce<>(_ -> Limiters.of(share));
    }

    ConcurrencyLimiter ofThisEventLoop(HttpServerRequest request) {
        Limiters limiters = ofThisThread();
        return HttpRequests.isRead(request) ? limiters.reads : limiters.writes;
    }

    /** For {@link ResumedReads}. */
    ConcurrencyLimiter resumedOfThisEventLoop() {
        return ofThisThread().resumed;
    }

    private Limiters ofThisThread() {
        return ofThread.get(Thread.currentThread());
    }

    int running() {
        return sum(ConcurrencyLimiter::running);
    }

    int queued() {
        return sum(ConcurrencyLimiter::queued);
    }

    private int sum(ToIntFunction<ConcurrencyLimiter> count) {
        return ofThread.all().stream()
                .flatMap(limiters -> Stream.of(limiters.reads, limiters.writes, limiters.resumed))
                .mapToInt(count)
                .sum();
    }

    private record Limiters(ConcurrencyLimiter reads, ConcurrencyLimiter writes, ConcurrencyLimiter resumed) {
        static Limiters of(EventLoopShare share) {
            return new Limiters(
                    new ConcurrencyLimiter(share.reads()),
                    new ConcurrencyLimiter(share.writes()),
                    new ConcurrencyLimiter(share.resumed()));
        }
    }
}
