package io.useradmin.admission;

import io.useradmin.problem.ProblemRenderer;
import io.useradmin.request.BreakOff;
import io.useradmin.server.FramingGuard;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import io.vertx.ext.web.RoutingContext;
import java.time.Duration;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/**
 * A response that is written while a publisher emits its items. The next item is requested when the network has accepted the
 * previous one (back-pressure). The response ends once: with the publisher, after its longest duration, when a write fails, when
 * the client does not read, or when the connection closes. Vert.x does not report every closed connection, so a timer also checks
 * that. After {@link #begin}, everything runs on the event loop of the connection.
 */
public abstract class StreamedResponse<T> implements Flow.Subscriber<T> {
    /**
     * How long things may take.
     *
     * @param tick the time between checks of the connection
     * @param write how long the client may take to receive what was written
     * @param whole the longest duration of the response
     */
    public record Durations(Duration tick, Duration write, Duration whole) {}

    private final RoutingContext routing;
    private final HttpServerResponse response;
    private final Durations durations;
    private final Vertx vertx;
    private final Context context;
    private final ProblemRenderer problems;
    private final WriteProgress progress = new WriteProgress();
    private Flow.@Nullable Subscription subscription;
    private long tickTimer;
    private long endTimer;
    private boolean ended;

    /** Creates a response to {@code routing}, on the event loop of its connection. */
    protected StreamedResponse(RoutingContext routing, Durations durations, ProblemRenderer problems) {
        this.routing = routing;
        this.response = routing.response();
        this.durations = durations;
        this.vertx = routing.vertx();
        this.context = vertx.getOrCreateContext();
        this.problems = problems;
    }

    /** The bytes of an item. Called on the thread of the publisher. */
    protected abstract Buffer bytes(T item);

    /** Writes an item and requests the next one. */
    protected void next(T item, Buffer bytes) {
        write(bytes, this::requestNext);
    }

    /** What is written at the beginning, at the end, and once per tick while nothing else is. */
    protected Buffer keepAlive() {
        return Buffer.buffer();
    }

    /** The longest duration is over. */
    protected abstract void expire();

    /** Called once, when nothing more will be written. */
    protected void released() {}

    /** Begins to write {@code items}. If the connection is already closed, the response is over at once. */
    public final void begin(Flow.Publisher<T> items) {
        ParkedRequest.park(routing);
        // First, because release() cancels them: before, their number is 0, like that of the first timer.
        tickTimer = vertx.setPeriodic(durations.tick().toMillis(), _ -> tick());
        endTimer = vertx.setTimer(durations.whole().toMillis(), _ -> expire());
        if (Connections.isOver(routing)) {
            release();
            return;
        }
        response.setChunked(true);
        if (routing.request().version() == HttpVersion.HTTP_1_0) {
            // Without chunks, only the end of the connection ends the body.
            FramingGuard.end(routing);
        }
        routing.addEndHandler(_ -> release());
        write(keepAlive(), () -> {});
        items.subscribe(this);
    }

    @Override
    public final void onSubscribe(Flow.Subscription subscribed) {
        context.runOnContext(_ -> {
            subscription = subscribed;
            if (ended) {
                subscribed.cancel();
            } else {
                subscribed.request(1);
            }
        });
    }

    @Override
    public final void onNext(T item) {
        Buffer bytes = bytes(item);
        context.runOnContext(_ -> next(item, bytes));
    }

    /** Aborts the response, for example because the database does not respond. */
    @Override
    public final void onError(Throwable failure) {
        context.runOnContext(_ -> {
            if (!ended) {
                problems.logUnanswered(failure, routing);
                abort();
            }
        });
    }

    /** Ends the response from any thread. */
    @Override
    public final void onComplete() {
        context.runOnContext(_ -> end());
    }

    /** Calls {@code written} when the network has accepted {@code bytes}, at once if there are none. */
    protected final void write(Buffer bytes, Runnable written) {
        if (ended || Connections.isOver(routing)) {
            release();
        } else if (bytes.length() == 0) {
            written.run();
        } else {
            progress.begin(System.nanoTime());
            response.write(bytes).onComplete(sent -> {
                progress.complete(System.nanoTime());
                if (sent.succeeded()) {
                    written.run();
                } else {
                    release();
                }
            });
        }
    }

    /** Requests the next item. */
    protected final void requestNext() {
        if (subscription != null && !ended) {
            subscription.request(1);
        }
    }

    /** Ends the response normally. */
    protected final void end() {
        if (!ended && !Connections.isOver(routing)) {
            var _ = response.end(keepAlive());
        }
        release();
    }

    /** Aborts a response that the service cannot complete. */
    protected final void abort() {
        abort(BreakOff.SERVICE);
    }

    /** Aborts the response at its longest duration. It is the client's fault if the service waits for the client then. */
    protected final void abortExpired() {
        abort(progress.isIdle() ? BreakOff.SERVICE : BreakOff.CLIENT);
    }

    private void abort(BreakOff reason) {
        if (!ended) {
            release();
            Connections.breakOff(routing, reason);
        }
    }

    private void tick() {
        if (Connections.isOver(routing)) {
            release();
        } else if (progress.isIdle()) {
            write(keepAlive(), () -> {});
        } else if (progress.isStalled(System.nanoTime(), durations.write())) {
            abort(BreakOff.CLIENT);
        }
    }

    private void release() {
        if (!ended) {
            ended = true;
            vertx.cancelTimer(tickTimer);
            vertx.cancelTimer(endTimer);
            if (subscription != null) {
                subscription.cancel();
            }
            released();
        }
    }
}
