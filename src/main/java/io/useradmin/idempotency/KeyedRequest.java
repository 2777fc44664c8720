package io.useradmin.idempotency;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.unchecked.Unchecked;
import io.useradmin.apikey.ApiKey;
import io.useradmin.http.RequestBody;
import io.useradmin.idempotency.StoredResponseRepository.Stored;
import io.useradmin.problem.Problem;
import io.useradmin.problem.ProblemException;
import io.useradmin.problem.ProblemRenderer;
import io.useradmin.problem.ProblemType;
import io.useradmin.request.RequestInfo;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import jakarta.interceptor.InvocationContext;
import jakarta.ws.rs.core.HttpHeaders;
import java.util.Set;
import java.util.stream.Stream;

/** A request with an {@link IdempotencyKey}. */
final class KeyedRequest {
    /** Refusals of the API key. Most come before the operation, so they are not stored, and these are no exception. */
    private static final Set<Integer> OF_THE_KEY = Set.of(401, 403);

    private final InvocationContext operation;
    private final RoutingContext routing;
    private final IdempotencyKey key;
    private final ProblemRenderer problems;
    private final ObjectMapper json;
    private final RequestSecret secret;

    KeyedRequest(
            InvocationContext operation,
            RoutingContext routing,
            IdempotencyKey key,
            ProblemRenderer problems,
            ObjectMapper json) {
        this.operation = operation;
        this.routing = routing;
        this.key = key;
        this.problems = problems;
        this.json = json;
        this.secret = new RequestSecret(ApiKey.of(routing), key);
    }

    IdempotencyKey key() {
        return key;
    }

    /** Runs the operation. */
    Uni<Object> proceed() {
        return Uni.createFrom().deferred(Unchecked.supplier(this::operation));
    }

    /**
     * Converts a result to an outcome to store: a success or a refusal. Other failures (5xx) are not stored: either nothing was
     * changed, or the outcome is unknown.
     */
    static Uni<Outcome> outcome(Uni<Object> result) {
        return result.<Outcome>map(Outcome.Response::new)
                .onFailure(KeyedRequest::isRefusal)
                .recoverWithItem(failure -> new Outcome.Refusal((ProblemException) failure));
    }

    Stored stored(Outcome outcome) {
        byte[] response = StoredResponse.write(
                switch (outcome) {
                    case Outcome.Response(Object value) -> value;
                    case Outcome.Refusal(ProblemException refusal) -> problems.response(refusal.problem(), routing);
                },
                json);
        return new Stored(fingerprint(), Buffer.buffer(secret.encrypt(response)));
    }

    /** The stored response. Fails if it belongs to a different request. */
    Outcome replay(Stored stored) {
        if (!stored.fingerprint().equals(fingerprint())) {
            throw new ProblemException(new Problem.IdempotencyKeyReused());
        }
        if (stored.isClaim()) {
            throw inUse();
        }
        RequestInfo.of(routing).replay();
        return new Outcome.Response(
                StoredResponse.read(secret.decrypt(stored.response().getBytes()), json));
    }

    static ProblemException inUse() {
        return new ProblemException(new Problem.Refused(
                ProblemType.IDEMPOTENCY_KEY_IN_USE, "Wait for its response, or repeat the request later."));
    }

    /** With the preconditions: otherwise a client whose ETag was stale would get 412 for each newer one, too. */
    Buffer fingerprint() {
        HttpServerRequest request = routing.request();
        byte[] body = Stream.of(operation.getParameters())
                .filter(RequestBody.class::isInstance)
                .map(parameter -> ((RequestBody) parameter).bytes())
                .findFirst()
                .orElseGet(() -> new byte[0]);
        Stream<byte[]> preconditions = Stream.of(HttpHeaders.IF_MATCH, HttpHeaders.IF_NONE_MATCH)
                .flatMap(name -> request.headers().getAll(name).stream().map(value -> name + ": " + value))
                .map(header -> header.getBytes(UTF_8));
        return Buffer.buffer(secret.fingerprint(Stream.concat(
                        Stream.of(
                                request.method().name().getBytes(UTF_8),
                                request.uri().getBytes(UTF_8),
                                body),
                        preconditions)
                .toArray(byte[][]::new)));
    }

    @SuppressWarnings("unchecked") // Every operation returns a Uni.
    private Uni<Object> operation() throws Exception {
        return (Uni<Object>) operation.proceed();
    }

    private static boolean isRefusal(Throwable failure) {
        return failure instanceof ProblemException refusal
                && refusal.problem().type().status() < 500
                && !OF_THE_KEY.contains(refusal.problem().type().status());
    }
}
