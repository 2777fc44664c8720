package io.useradmin.audit;

import io.useradmin.shared.Violations;
import io.vertx.ext.web.RoutingContext;
import jakarta.inject.Singleton;
import java.util.Optional;

/** Decides whether a read of private data is recorded. */
@Singleton
public class ReadRecorder {
    private final boolean isOn;

    ReadRecorder(AuditConfig config) {
        this.isOn = config.reads();
    }

    /** The author of a read that is recorded; empty if reads are not recorded. Invalid headers are violations. */
    public Optional<Author> author(RoutingContext request, Violations violations) {
        return isOn ? Optional.of(Author.of(request, violations)) : Optional.empty();
    }

    /** The same for a read that may show no private data. Then it is not recorded. */
    public Optional<Author> authorIf(boolean showsPrivateData, RoutingContext request, Violations violations) {
        return showsPrivateData ? author(request, violations) : Optional.empty();
    }
}
