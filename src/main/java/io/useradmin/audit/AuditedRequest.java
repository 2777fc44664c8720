package io.useradmin.audit;

import io.vertx.ext.web.RoutingContext;
import java.util.Optional;

/** What an operation says about its request for the audit log line. */
public final class AuditedRequest {
    private static final String NAME = AuditedRequest.class.getName();
    private static final String SELECTION = NAME + ".selection";
    private static final String ONLY_READS = NAME + ".onlyReads";

    private AuditedRequest() {}

    /**
     * What a bulk action selects.
     *
     * @param isDryRun whether the action changes nothing
     */
    public record Selection(String selector, boolean isDryRun) {}

    /** Sets the selection of a bulk action. */
    public static void selects(RoutingContext request, String selector, boolean isDryRun) {
        request.put(SELECTION, new Selection(selector, isDryRun));
    }

    /** The selection of a bulk action, if {@link #selects} was called. */
    public static Optional<Selection> selection(RoutingContext request) {
        return Optional.ofNullable(request.get(SELECTION));
    }

    /** Marks {@code request}, which has the method of a write, as a read. It gets no audit log line. */
    public static void onlyReads(RoutingContext request) {
        request.put(ONLY_READS, true);
    }

    /** Whether {@link #onlyReads} was called. */
    public static boolean isOnlyReading(RoutingContext request) {
        return request.get(ONLY_READS, false);
    }
}
