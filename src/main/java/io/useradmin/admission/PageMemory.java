package io.useradmin.admission;

import io.useradmin.admission.MemoryBudget.Reservation;
import io.useradmin.json.JsonLimits;
import io.useradmin.problem.ProblemException;
import io.useradmin.request.RequestInfo;
import io.useradmin.shared.PageRequest;
import io.useradmin.shared.QueryText;
import io.vertx.core.Context;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import org.jboss.resteasy.reactive.server.spi.ResteasyReactiveContainerRequestContext;

/** Reserves memory for a page of a list before it is read. */
@ApplicationScoped
class PageMemory {
    /** The size of an element without its documents, in bytes. */
    private static final long REST_OF_ELEMENT = 8_192;

    private final MemoryBudget memory;
    private final long documentBytes;

    PageMemory(MemoryBudgets memory, JsonLimits limits) {
        this.memory = memory.responses();
        this.documentBytes = limits.maxBytes();
    }

    /** Suspends {@code request} until there is memory for the largest page that it can get. */
    void reserve(ResteasyReactiveContainerRequestContext request, int documents) {
        RoutingContext routing = RequestInfo.routing(request);
        Context context = routing.vertx().getOrCreateContext();
        Reservation reservation = memory
        .new Reservation(
                size(routing) * (documents * documentBytes + REST_OF_ELEMENT),
                () -> context.runOnContext(_ -> request.resume()),
                () -> context.runOnContext(_ -> request.resume(ProblemException.nothingDone())));
        if (ResponseMemory.register(reservation, routing) && !reservation.acquire()) {
            request.suspend();
        }
    }

    /** The operation will refuse an invalid size, so that request needs no memory. */
    private static int size(RoutingContext routing) {
        return QueryText.parse(routing.request().query()).getOrDefault("size", List.of()).stream()
                .findFirst()
                .filter(size -> size.matches("[0-9]{1,3}"))
                .map(Integer::parseInt)
                .filter(size -> size >= 1 && size <= PageRequest.MAX_SIZE)
                .orElse(PageRequest.DEFAULT_SIZE);
    }
}
