package io.useradmin.admission;

import io.netty.buffer.ByteBuf;
import io.quarkus.vertx.utils.NoBoundChecksBuffer;
import io.useradmin.admission.MemoryBudget.Reservation;
import io.useradmin.request.BreakOff;
import io.vertx.core.AsyncResult;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;

/**
 * Sends response bodies. Large ones are sent in pieces, as fast as the network accepts them (back-pressure). Bytes that the
 * network has not accepted count as held memory. If others need this memory, the connection (or stream) is ended.
 */
@ApplicationScoped
class ResponseSender {
    /** The size of a socket buffer. Smaller pieces would cost more system calls. */
    private static final int PIECE_BYTES = 65_536;

    private final MemoryBudget memory;

    ResponseSender(MemoryBudgets memory) {
        this.memory = memory.responses();
    }

    /** Sends {@code body} and always releases it. */
    void send(ByteBuf body, RoutingContext routing) {
        var transfer = new Transfer(
                body,
                routing,
                ResponseMemory.of(routing)
                        .flatMap(ResponseMemory::take)
                        .orElseGet(() -> memory.reservation(body.readableBytes())));
        if (Connections.isOver(routing)) {
            transfer.end();
        } else {
            transfer.begin();
        }
    }

    /** A body that is being sent. */
    private static final class Transfer {
        private final ByteBuf body;
        private final RoutingContext routing;
        private final Reservation reservation;
        private final Context context;
        private boolean ended;

        private Transfer(ByteBuf body, RoutingContext routing, Reservation reservation) {
            this.body = body;
            this.routing = routing;
            this.context = routing.vertx().getOrCreateContext();
            this.reservation = reservation;
        }

        private void begin() {
            reservation.resize(body.readableBytes());
            if (isLarge()) {
                routing.response().putHeader(HttpHeaders.CONTENT_LENGTH, Integer.toString(body.readableBytes()));
            }
            sendNext();
            if (!ended) {
                // Most responses have been sent by now, so they skip this.
                reservation.hold();
                reservation.beginTransfer(System.nanoTime(), () -> context.runOnContext(_ -> abort()));
            }
        }

        private void sendNext() {
            HttpServerResponse response = routing.response();
            if (isLarge()) {
                response.write(new NoBoundChecksBuffer(body.readRetainedSlice(PIECE_BYTES)))
                        .onComplete(this::sendNextOrEnd);
            } else {
                Future<Void> sent = response.end(new NoBoundChecksBuffer(body.readRetainedSlice(body.readableBytes())));
                sent.onComplete(_ -> end());
            }
        }

        private boolean isLarge() {
            return body.readableBytes() > PIECE_BYTES;
        }

        private void sendNextOrEnd(AsyncResult<Void> sent) {
            if (sent.succeeded() && !routing.response().closed()) {
                sendNext();
            } else {
                end();
            }
        }

        private void end() {
            if (!ended) {
                ended = true;
                body.release();
                reservation.release();
            }
        }

        private void abort() {
            if (!ended) {
                Connections.breakOff(routing, BreakOff.CLIENT);
            }
        }
    }
}
