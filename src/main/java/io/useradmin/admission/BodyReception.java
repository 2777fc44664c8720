package io.useradmin.admission;

import io.useradmin.admission.MemoryBudget.Reservation;
import io.useradmin.problem.Problem;
import io.useradmin.problem.ProblemException;
import io.useradmin.problem.ProblemType;
import io.useradmin.request.HttpRequests;
import io.useradmin.server.FramingGuard;
import io.useradmin.server.HttpLimits;
import io.vertx.core.Context;
import io.vertx.core.buffer.Buffer;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import org.jboss.resteasy.reactive.server.core.ResteasyReactiveRequestContext;
import org.jboss.resteasy.reactive.server.spi.ResteasyReactiveContainerRequestContext;
import org.jspecify.annotations.Nullable;

/** Receives request bodies up to their limit. While there is no memory for a body, it reads nothing (back-pressure). */
@ApplicationScoped
class BodyReception {
    /**
     * What a request needs besides its body. With a byte each, 5,000 HTTP/2 requests whose bodies had not arrived took 6.6 kB of heap
     * each (JDK 25). Without this share, 20,000 of them would exhaust a heap of 128 MB, but reserve only 20 kB.
     */
    private static final int REQUEST_BYTES = 8_192;

    private final int maxBytes;
    private final MemoryBudget memory;

    BodyReception(HttpLimits limits, MemoryBudgets memory) {
        this.maxBytes = limits.maxBodySize();
        this.memory = memory.bodies();
    }

    /**
     * Receives the body of {@code request}. Suspends the request until the body has arrived or is refused.
     *
     * @param announced the Content-Length; negative if there is none
     * @param check throws the refusal of a body whose headers are wrong; called when the first byte arrives
     */
    void begin(ResteasyReactiveContainerRequestContext request, long announced, Runnable check) {
        if (announced > maxBytes) {
            throw tooLarge(HttpRequests.routing(request));
        }
        request.suspend();
        var body = new Body(request, (int) announced, check);
        if (body.lifecycle.register(body.reservation) && body.reservation.acquire()) {
            body.receive();
        }
    }

    /** The rest of a body that is too large is not read, so an HTTP/1 connection cannot be used again. */
    private ProblemException tooLarge(RoutingContext routing) {
        FramingGuard.end(routing);
        return new ProblemException(new Problem.Refused(
                ProblemType.BODY_TOO_LARGE, "The body must not have more than %d bytes.".formatted(maxBytes)));
    }

    /** A body that is being received. */
    private final class Body implements MemoryWaiter {
        private final ResteasyReactiveContainerRequestContext request;
        private final RoutingContext routing;
        private final RequestLifecycle lifecycle;
        private final Reservation reservation;
        private final Context context;
        private final int announced;
        private final Runnable check;
        /** Null unless the body is arriving. */
        private volatile @Nullable BoundedBytes arriving;

        private Body(ResteasyReactiveContainerRequestContext request, int announced, Runnable check) {
            this.request = request;
            this.routing = HttpRequests.routing(request);
            this.context = routing.vertx().getOrCreateContext();
            this.lifecycle = RequestWatch.lifecycle(routing);
            this.announced = announced;
            this.check = check;
            this.reservation = memory.reservation(REQUEST_BYTES + (announced < 0 ? maxBytes : announced), this);
        }

        @Override
        public void granted() {
            context.runOnContext(_ -> receive());
        }

        @Override
        public void refused() {
            context.runOnContext(_ -> refuse(ProblemException.nothingDone()));
        }

        /**
         * The request of a client that sends no more stays reachable from its connection. So what has arrived must not be
         * reachable from the request when its memory is given to others.
         */
        @Override
        public void released() {
            arriving = null;
        }

        private void receive() {
            if (!lifecycle.beginBody()) {
                return;
            }
            arriving = new BoundedBytes(maxBytes, announced);
            reservation.beginTransfer(System.nanoTime(), () -> context.runOnContext(_ -> abort()));
            routing.request().handler(this::append).endHandler(_ -> finish());
            ((ResteasyReactiveRequestContext) request.getServerRequestContext())
                    .serverRequest()
                    .resumeRequestInput();
        }

        private void append(Buffer piece) {
            BoundedBytes bytes = arriving;
            // In HTTP/2, the last piece may be empty, and also the first.
            if (bytes == null || piece.length() == 0) {
                return;
            }
            try {
                if (bytes.isEmpty()) {
                    check.run();
                }
                if (!bytes.append(piece)) {
                    throw tooLarge(routing);
                }
            } catch (ProblemException refusal) {
                routing.request().pause();
                refuse(refusal);
            }
        }

        private void finish() {
            BoundedBytes bytes = arriving;
            if (bytes != null) {
                end();
                request.setEntityStream(bytes.stream());
                request.resume();
            }
        }

        /** Ends a slow transfer, because others wait for its memory. */
        private void abort() {
            if (arriving != null && !lifecycle.isResponseEnded()) {
                refuse(ProblemException.nothingDone());
            }
        }

        private void refuse(ProblemException problem) {
            end();
            request.resume(problem);
        }

        private void end() {
            arriving = null;
            reservation.endTransfer();
            lifecycle.endBody(System.nanoTime());
        }
    }
}
