package io.useradmin.consistency;

import io.useradmin.database.replica.ConsistencyToken;
import io.useradmin.database.replica.ReadConsistency;
import io.useradmin.shared.Location.Header;
import io.useradmin.shared.Violations;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** The request headers that say how fresh the data of a read must be. */
final class ConsistencyHeaders {
    static final String TOKEN = "X-Consistency-Token";

    /** The directive of RFC 9111 that forbids stale data. */
    private static final Pattern NO_CACHE = Pattern.compile("(?i)(.*,)?\\s*no-cache\\s*(,.*)?");

    private ConsistencyHeaders() {}

    /** How consistent the reads of {@code request} must be. A malformed token is a violation. */
    static ReadConsistency read(HttpServerRequest request, Violations violations) {
        MultiMap headers = request.headers();
        Optional<ConsistencyToken> token =
                headers.contains(TOKEN) ? parse(headers.getAll(TOKEN), violations) : Optional.empty();
        return ReadConsistency.of(forbidsStaleData(headers) ? Optional.of(ConsistencyToken.UNKNOWN) : token);
    }

    private static boolean forbidsStaleData(MultiMap headers) {
        return headers.contains(HttpHeaders.CACHE_CONTROL)
                && headers.getAll(HttpHeaders.CACHE_CONTROL).stream()
                        .anyMatch(value -> NO_CACHE.matcher(value).matches());
    }

    private static Optional<ConsistencyToken> parse(List<String> values, Violations violations) {
        if (values.size() > 1) {
            violations.unreadable(new Header(TOKEN), "repeated", "must be sent only once");
        }
        Optional<ConsistencyToken> token = ConsistencyToken.parse(values.getFirst());
        if (token.isEmpty()) {
            violations.unreadable(
                    new Header(TOKEN),
                    "consistency_token",
                    "must be the value of this header in a response to a write");
        }
        return token;
    }
}
