package io.useradmin.ssf;

import io.useradmin.json.JsonItem;
import io.useradmin.json.JsonMembers;
import io.useradmin.shared.Location.Parameter;
import io.useradmin.shared.QueryParameters;
import io.useradmin.shared.Violations;
import io.vertx.core.http.HttpServerRequest;
import java.util.Optional;

/** Reads the identifier of a stream. The standard puts it into the query or the body, not into the path. */
final class StreamId {
    static final String NAME = "stream_id";

    private StreamId() {}

    /** The required parameter of the query; empty if it is a violation. */
    static Optional<String> required(HttpServerRequest request, Violations violations) {
        Optional<String> given = optional(request, violations);
        if (given.isEmpty() && violations.isEmpty()) {
            violations.broken(new Parameter(NAME), "required", "is required");
        }
        return given;
    }

    /** The optional parameter of the query. */
    static Optional<String> optional(HttpServerRequest request, Violations violations) {
        return QueryParameters.of(request.query(), violations).identifier(NAME);
    }

    /** The required member of a body. */
    static Optional<String> required(JsonMembers members) {
        return members.required(NAME).flatMap(JsonItem::identifier);
    }
}
