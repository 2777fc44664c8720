package io.useradmin.event;

import io.smallrye.mutiny.Uni;
import io.useradmin.apikey.Caller;
import io.useradmin.problem.ProblemException;
import io.useradmin.shared.Location;
import io.useradmin.shared.PageRequest;
import io.useradmin.shared.QueryParameters;
import io.useradmin.shared.Violations;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import jakarta.inject.Singleton;
import jakarta.ws.rs.core.HttpHeaders;
import java.util.List;
import java.util.Optional;
import org.jboss.resteasy.reactive.RestResponse;
import org.jboss.resteasy.reactive.RestResponse.ResponseBuilder;

/** The common part of the audit logs of a user and of the tenant. */
@Singleton
class AuditLogResponse {
    /** The end of the operations' descriptions. */
    static final String PAGING = """


            The newest entries come first. Follow the `next` link until there is none. All given filters must match; `type` may \
            be repeated. A request reads up to 10,000 entries, and ends early if they are large. So a page may have fewer \
            entries than `size`, with a filter even none, and still a `next` link.""";

    private final EventRepository events;

    AuditLogResponse(EventRepository events) {
        this.events = events;
    }

    /** A page of the audit log of one user, or of the tenant. */
    Uni<RestResponse<List<AuditEntry>>> list(Optional<String> userId, RoutingContext context, Violations violations) {
        String tenantId = Caller.of(context).tenantId();
        var query = QueryParameters.of(context.request().query(), violations);
        EventFilter filter = EventFilter.ofAuditLog(query, userId, violations);
        Position before = query.text("before")
                .flatMap(text -> Cursors.read(new Location.Parameter("before"), text, tenantId, violations))
                .orElse(Position.END);
        int size = query.integer("size", 1, PageRequest.MAX_SIZE, PageRequest.DEFAULT_SIZE);
        ProblemException.throwIfAny(violations);
        return events.before(tenantId, filter, before, size).map(page -> response(page, tenantId, context.request()));
    }

    private static RestResponse<List<AuditEntry>> response(EventPage page, String tenantId, HttpServerRequest request) {
        var response =
                ResponseBuilder.ok(page.events().stream().map(AuditEntry::of).toList());
        if (page.hasMore()) {
            response.header(HttpHeaders.LINK, Cursors.link("before", page.next().cursor(tenantId), request));
        }
        return response.build();
    }
}
