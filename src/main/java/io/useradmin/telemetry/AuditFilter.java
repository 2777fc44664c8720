package io.useradmin.telemetry;

import io.useradmin.apikey.Caller;
import io.useradmin.audit.AuditedRequest;
import io.useradmin.audit.Author;
import io.useradmin.audit.RecordedEvents;
import io.useradmin.problem.ProblemBody;
import io.useradmin.request.HttpRequests;
import io.useradmin.request.Operation;
import io.useradmin.request.Operations;
import io.useradmin.request.RequestInfo;
import io.useradmin.request.RequestPipeline.ResponseFilter;
import io.useradmin.shared.Identifier;
import io.useradmin.shared.Violations;
import io.vertx.ext.web.RoutingContext;
import jakarta.annotation.Priority;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.ext.Provider;
import java.util.List;
import java.util.Set;

/**
 * Writes the audit log lines: one for every write and every recorded read, with who, what and the outcome, also if it was
 * refused. It writes the line when the operation ends, even if the client has disconnected. A request without a valid key has no
 * known author, so it is only in the access log.
 */
@Provider
@Priority(ResponseFilter.AUDIT)
class AuditFilter implements ContainerResponseFilter {
    private static final StructuredLog LOG = new StructuredLog("audit");
    /** Path parameters that are left out, because an IP address can reveal where a person is. */
    private static final Set<String> PRIVATE = Set.of("ip");

    /** The managed key. Events use the same name. */
    private static final String TARGET_KEY_ID = "target_key_id";

    private final Operations operations;

    AuditFilter(Operations operations) {
        this.operations = operations;
    }

    @Override
    public void filter(ContainerRequestContext request, ContainerResponseContext response) {
        if (LOG.isEnabled()) {
            RoutingContext context = HttpRequests.routing(request);
            Caller.find(context)
                    .ifPresent(caller -> RequestOutcome.operation(context, operations)
                            .filter(operation -> isRecorded(operation, context))
                            .ifPresent(operation -> write(caller, operation, context, response)));
        }
    }

    /** A read has an author only if it is recorded. */
    private static boolean isRecorded(Operation operation, RoutingContext context) {
        return operation.method().equals("GET")
                ? Author.find(context).isPresent()
                : !AuditedRequest.isOnlyReading(context);
    }

    private static void write(
            Caller caller, Operation operation, RoutingContext context, ContainerResponseContext response) {
        int status = response.getStatus();
        boolean replayed = RequestInfo.of(context).isReplayed();
        String outcome = replayed ? "replayed" : outcome(status);
        StructuredLog.Line line = LOG.line(operation.id() + " " + outcome);
        line.put(RequestInfo.KEY_ID, caller.keyId());
        line.put("tenant_id", caller.tenantId());
        line.put("operation", operation.id());
        operation.parameters(context.normalizedPath()).forEach((name, value) -> putTarget(name, value, line));
        line.put("outcome", outcome);
        line.put("status", Integer.toString(status));
        if (response.getEntity() instanceof ProblemBody problem) {
            line.put("problem", problem.type());
        }
        // A request that did not reach its operation has no author yet. Its errors do not matter any more.
        Author author = Author.find(context).orElseGet(() -> Author.of(context, new Violations()));
        putAuthor(author, line);
        AuditedRequest.selection(context).ifPresent(selection -> putSelection(selection, line));
        if (areCommitted(status, operation) && !replayed) {
            putEvents(author.events(), line);
        }
        line.write();
    }

    /** A failed write rolls its events back. A read commits its event before it evaluates preconditions. */
    private static boolean areCommitted(int status, Operation operation) {
        return status < 400 || operation.method().equals("GET");
    }

    /** Adds a path parameter if it is a valid identifier. Other values could be anything. */
    private static void putTarget(String name, String value, StructuredLog.Line line) {
        if (!PRIVATE.contains(name) && Identifier.isValid(value)) {
            // The line already has a field with this name: the caller's key.
            line.put(name.equals(RequestInfo.KEY_ID) ? TARGET_KEY_ID : name, value);
        }
    }

    private static void putAuthor(Author author, StructuredLog.Line line) {
        author.actor().ifPresent(actor -> line.put("actor", actor));
        author.reason().ifPresent(reason -> line.put("reason", reason));
    }

    private static void putSelection(AuditedRequest.Selection selection, StructuredLog.Line line) {
        line.put("selector", selection.selector());
        if (selection.isDryRun()) {
            line.put("dry_run", "true");
        }
    }

    private static void putEvents(RecordedEvents events, StructuredLog.Line line) {
        List<String> ids = events.ids();
        if (!ids.isEmpty()) {
            line.put("event_id", String.join(" ", ids));
        }
        if (events.unlisted() > 0) {
            line.put("events", Integer.toString(events.unlisted()));
        }
    }

    private static String outcome(int status) {
        if (status < 400) {
            return "done";
        }
        return status < 500 ? "refused" : "failed";
    }
}
