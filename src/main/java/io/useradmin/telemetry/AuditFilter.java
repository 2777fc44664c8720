package io.useradmin.telemetry;

import io.useradmin.apikey.Caller;
import io.useradmin.audit.Author;
import io.useradmin.problem.ProblemBody;
import io.useradmin.request.Operation;
import io.useradmin.request.Operations;
import io.useradmin.request.RequestInfo;
import io.useradmin.request.RequestPipeline.ResponseFilter;
import io.useradmin.shared.Identifier;
import io.vertx.ext.web.RoutingContext;
import jakarta.annotation.Priority;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.ext.Provider;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * The audit log: one line for every write, and every read that is recorded, with who, what and the outcome, also for refused ones. The line is written when the
 * operation ends, even if the client has disconnected. A request without a valid key belongs to nobody and is only in the access
 * log.
 */
@Provider
@Priority(ResponseFilter.AUDIT)
class AuditFilter implements ContainerResponseFilter {
    private static final StructuredLog LOG = new StructuredLog("audit");
    /** Path parameters that are left out: an IP address may reveal where a person is. */
    private static final Set<String> PRIVATE = Set.of("ip");

    /** The key that is managed, as events call it. */
    private static final String TARGET_KEY_ID = "target_key_id";

    private final Operations operations;

    AuditFilter(Operations operations) {
        this.operations = operations;
    }

    @Override
    public void filter(ContainerRequestContext request, ContainerResponseContext response) {
        if (LOG.isEnabled()) {
            RoutingContext context = RequestInfo.routing(request);
            Caller.find(context)
                    .ifPresent(caller -> RequestOutcome.operation(context, operations)
                            .filter(operation -> isRecorded(operation, context))
                            .ifPresent(operation -> write(caller, operation, context, response)));
        }
    }

    /** Reads have an author only where they are recorded. */
    private static boolean isRecorded(Operation operation, RoutingContext context) {
        return operation.method().equals("GET") ? Author.find(context).isPresent() : !Author.isOnlyReading(context);
    }

    private static void write(
            Caller caller, Operation operation, RoutingContext context, ContainerResponseContext response) {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put(RequestInfo.KEY_ID, caller.keyId());
        fields.put("tenant_id", caller.tenantId());
        fields.put("operation", operation.id());
        fields.putAll(targets(operation, context.normalizedPath()));
        String outcome = RequestInfo.of(context).isReplayed() ? "replayed" : outcome(response.getStatus());
        fields.put("outcome", outcome);
        fields.put("status", Integer.toString(response.getStatus()));
        if (response.getEntity() instanceof ProblemBody problem) {
            fields.put("problem", problem.type());
        }
        Author.find(context).ifPresent(author -> {
            author.actor().ifPresent(actor -> fields.put("actor", actor));
            author.reason().ifPresent(reason -> fields.put("reason", reason));
            author.selector().ifPresent(selector -> fields.put("selector", selector));
            if (author.isDryRun()) {
                fields.put("dry_run", "true");
            }
            if (response.getStatus() < 400) {
                putEvents(author, fields);
            }
        });
        LOG.write(operation.id() + " " + outcome, fields);
    }

    private static void putEvents(Author author, Map<String, String> fields) {
        if (!author.eventIds().isEmpty()) {
            fields.put("event_id", String.join(" ", author.eventIds()));
        }
        if (author.unnamedEvents() > 0) {
            fields.put("events", Integer.toString(author.unnamedEvents()));
        }
    }

    private static String outcome(int status) {
        return status < 400 ? "done" : status < 500 ? "refused" : "failed";
    }

    /** The path parameters with valid identifiers; other values could be anything. */
    private static Map<String, String> targets(Operation operation, String path) {
        Map<String, String> targets = new LinkedHashMap<>();
        operation.parameters(path).forEach((name, value) -> {
            if (!PRIVATE.contains(name) && Identifier.isValid(value)) {
                // The key that acts has the field already.
                targets.put(name.equals(RequestInfo.KEY_ID) ? TARGET_KEY_ID : name, value);
            }
        });
        return targets;
    }
}
