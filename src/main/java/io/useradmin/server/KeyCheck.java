package io.useradmin.server;

import io.useradmin.problem.Problem;
import io.vertx.core.http.HttpServerRequest;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Checks the key of a request that is refused before the filter for keys. */
public interface KeyCheck {
    /**
     * The refusal of the key; empty if it is valid and within its rate limit, for which the request counts. Fails if the database
     * does not respond. If the database is not needed, the future is already complete.
     */
    CompletableFuture<Optional<Problem>> refusal(HttpServerRequest request);

    /** The refusal of a key that is missing or malformed; empty for any other key. */
    Optional<Problem> refusalWithoutLookup(HttpServerRequest request);
}
