package io.useradmin.apikey;

import io.useradmin.request.HttpRequests;
import io.useradmin.server.RequestTargetGuard;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpServerRequest;
import jakarta.ws.rs.core.HttpHeaders;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads the key of a request from its headers. */
final class KeyHeaders {
    private static final String SIGNALS = "/api/ssf/";
    private static final String BEARER = "Bearer ";

    private KeyHeaders() {}

    /**
     * The key of {@code request}; null if there is none, or several. Reads the headers from Vert.x, because Quarkus would copy all of
     * them to a map.
     */
    static @Nullable String key(HttpServerRequest request) {
        MultiMap headers = request.headers();
        List<String> values = headers.getAll(RequestTargetGuard.KEY_HEADER);
        if (HttpRequests.path(request).startsWith(SIGNALS)) {
            values = Stream.concat(values.stream(), bearer(headers)).toList();
        }
        return values.size() == 1 ? values.getFirst() : null;
    }

    /** Receivers of Shared Signals send the key as an OAuth bearer token (RFC 6750). */
    private static Stream<String> bearer(MultiMap headers) {
        return headers.getAll(HttpHeaders.AUTHORIZATION).stream()
                .map(value -> value.regionMatches(true, 0, BEARER, 0, BEARER.length())
                        ? value.substring(BEARER.length())
                        : value);
    }
}
