package io.useradmin.idempotency;

import io.useradmin.apikey.Caller;
import io.useradmin.problem.Problem.IdempotencyKeyReused;
import io.useradmin.shared.Location.Header;
import io.useradmin.shared.Violations;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The header that marks repetitions of a request (draft-ietf-httpapi-idempotency-key-header). Each API key has its own values.
 *
 * @param tenantId the tenant of the API key
 * @param keyId the API key
 * @param value 1 to 255 visible ASCII characters other than quotes and backslashes
 */
public record IdempotencyKey(String tenantId, String keyId, String value) {
    /** How long a response is stored. */
    public static final Duration KEPT = Duration.ofHours(24);

    /** The header. The draft requires quotes around the value, but many clients send none. */
    static final String HEADER = IdempotencyKeyReused.HEADER;

    private static final Set<HttpMethod> METHODS = Set.of(HttpMethod.POST, HttpMethod.PATCH);

    private static final Pattern FORM = Pattern.compile("(\"?)([!#-\\[\\]-~]{1,255})\\1");

    /** Whether {@code request} has the header, and its method is not idempotent anyway. */
    static boolean isIn(HttpServerRequest request) {
        return METHODS.contains(request.method()) && request.headers().contains(HEADER);
    }

    /** The key of a request with the header; empty if it is invalid, which is a violation. */
    static Optional<IdempotencyKey> of(RoutingContext routing, Violations violations) {
        Caller caller = Caller.of(routing);
        return parse(routing.request().headers().getAll(HEADER), violations)
                .map(value -> new IdempotencyKey(caller.tenantId(), caller.keyId(), value));
    }

    private static Optional<String> parse(List<String> values, Violations violations) {
        if (values.size() > 1) {
            violations.broken(new Header(HEADER), "repeated", "must be sent only once");
            return Optional.empty();
        }
        Matcher matcher = FORM.matcher(values.getFirst().strip());
        if (!matcher.matches()) {
            violations.broken(
                    new Header(HEADER),
                    "idempotency_key",
                    "must be 1 to 255 visible ASCII characters without quotes and backslashes, or those in quotes");
            return Optional.empty();
        }
        return Optional.of(matcher.group(2));
    }
}
