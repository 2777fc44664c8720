package io.useradmin.idempotency;

import io.useradmin.apikey.Caller;
import io.useradmin.problem.ProblemException;
import io.useradmin.shared.Location.Header;
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
    static final String HEADER = "Idempotency-Key";

    private static final Set<HttpMethod> METHODS = Set.of(HttpMethod.POST, HttpMethod.PATCH);

    private static final Pattern FORM = Pattern.compile("(\"?)([!#-\\[\\]-~]{1,255})\\1");

    /** The key of {@code request}; empty if it has none, or if its method is idempotent anyway. */
    static Optional<IdempotencyKey> of(RoutingContext routing) {
        HttpServerRequest request = routing.request();
        if (!METHODS.contains(request.method()) || !request.headers().contains(HEADER)) {
            return Optional.empty();
        }
        Caller caller = Caller.of(routing);
        return Optional.of(new IdempotencyKey(
                caller.tenantId(), caller.keyId(), parse(request.headers().getAll(HEADER))));
    }

    private static String parse(List<String> values) {
        if (values.size() > 1) {
            throw ProblemException.invalid(new Header(HEADER), "repeated", "must be sent only once");
        }
        Matcher matcher = FORM.matcher(values.getFirst().strip());
        if (!matcher.matches()) {
            throw ProblemException.invalid(
                    new Header(HEADER),
                    "idempotency_key",
                    "must be 1 to 255 visible ASCII characters without quotes and backslashes, or those in quotes");
        }
        return matcher.group(2);
    }
}
