package io.useradmin.audit;

import io.useradmin.shared.RequestAttribute;
import io.vertx.ext.web.RoutingContext;
import java.util.Optional;

/** What an operation says about its request for the audit log line. */
public final class AuditedRequest {
    private static final RequestAttribute<Selection> SELECTION = RequestAttribute.of(Selection.class);
    private static final RequestAttribute<Effect> EFFECT = RequestAttribute.of(Effect.class);

    private AuditedRequest() {}

    /**
     * What a bulk action selects.
     *
     * @param isDryRun whether the action changes nothing
     */
    public record Selection(String selector, boolean isDryRun) {}

    /** What a request changes, if it is not what its method says. */
    private enum Effect {
        NONE
    }

    /** Sets the selection of a bulk action. */
    public static void selects(RoutingContext request, String selector, boolean isDryRun) {
        SELECTION.set(request, new Selection(selector, isDryRun));
    }

    /** The selection of a bulk action, if {@link #selects} was called. */
    public static Optional<Selection> selection(RoutingContext request) {
        return SELECTION.find(request);
    }

    /** Marks {@code request}, which has the method of a write, as a read. It gets no audit log line. */
    public static void onlyReads(RoutingContext request) {
        EFFECT.set(request, Effect.NONE);
    }

    /** Whether {@link #onlyReads} was called. */
    public static boolean isOnlyReading(RoutingContext request) {
        return EFFECT.get(request) == Effect.NONE;
    }
}
