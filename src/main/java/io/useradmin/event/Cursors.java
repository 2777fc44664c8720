package io.useradmin.event;

import io.useradmin.shared.Location;
import io.useradmin.shared.PageLinks;
import io.useradmin.shared.Violations;
import io.vertx.core.http.HttpServerRequest;
import java.util.Objects;
import java.util.Optional;

/** Parses cursors in queries, and writes them into links. */
final class Cursors {
    private Cursors() {}

    /** The position of the cursor {@code text}, which {@code location} contains. */
    static Optional<Position> read(Location location, String text, String tenantId, Violations violations) {
        Optional<Position> read = Position.read(text, tenantId);
        if (read.isEmpty()) {
            violations.unreadable(location, "malformed", "must be a cursor of this tenant");
        }
        return read;
    }

    /** The link to the next page: the same request with another cursor. */
    static String link(String name, String cursor, HttpServerRequest request) {
        return PageLinks.next(Objects.requireNonNull(request.path()), request.query(), name, cursor);
    }
}
