package io.useradmin.admission;

import io.useradmin.admission.MemoryBudget.Reservation;
import io.useradmin.json.JsonLimits;
import io.useradmin.problem.ProblemException;
import io.useradmin.request.HttpRequests;
import io.useradmin.shared.PageRequest;
import io.useradmin.shared.QueryParameters;
import io.useradmin.shared.Violations;
import io.vertx.core.Context;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import org.jboss.resteasy.reactive.server.spi.ResteasyReactiveContainerRequestContext;

/** The memory for the response of an operation that only reads. */
@ApplicationScoped
class ReadMemory {
    /** The usual size of an element without its documents, in bytes. */
    private static final long REST_OF_ELEMENT = 8_192;

    private final MemoryBudget memory;
    private final long documentBytes;

    ReadMemory(MemoryBudgets memory, JsonLimits limits) {
        this.memory = memory.responses();
        this.documentBytes = limits.maxBytes();
    }

    /** Reserves memory while the rows arrive. */
    void count(ResteasyReactiveContainerRequestContext request) {
        ResponseMemory.begin(memory, HttpRequests.routing(request));
    }

    /** Suspends {@code request} until there is memory for the documents of the largest page that it can get. */
    void reserve(ResteasyReactiveContainerRequestContext request, int documents) {
        RoutingContext routing = HttpRequests.routing(request);
        Reservation reservation = memory.reservation(
                size(routing) * (documents * documentBytes + REST_OF_ELEMENT),
                new Suspended(request, routing.vertx().getOrCreateContext()));
        if (ResponseMemory.begin(memory, routing).register(reservation) && !reservation.acquire()) {
            request.suspend();
        }
    }

    /** The size that the operation will read. It will refuse an invalid one, so that request needs no memory. */
    private static int size(RoutingContext routing) {
        return QueryParameters.of(routing.request().query(), new Violations())
                .integer("size", 1, PageRequest.MAX_SIZE, PageRequest.DEFAULT_SIZE);
    }

    /** A request that waits for memory, and the Vert.x context on which it continues. */
    private record Suspended(ResteasyReactiveContainerRequestContext request, Context context) implements MemoryWaiter {
        @Override
        public void granted() {
            context.runOnContext(_ -> request.resume());
        }

        @Override
        public void refused() {
            context.runOnContext(_ -> request.resume(ProblemException.nothingDone()));
        }
    }
}
