package io.useradmin.idempotency;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.quarkus.vertx.http.runtime.CurrentVertxRequest;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.unchecked.Unchecked;
import io.useradmin.admission.Admitted;
import io.useradmin.apikey.ApiKey;
import io.useradmin.database.RequestTransaction;
import io.useradmin.http.RequestBody;
import io.useradmin.http.WithoutIdempotencyKey;
import io.useradmin.idempotency.StoredResponseRepository.Stored;
import io.useradmin.problem.Problem;
import io.useradmin.problem.ProblemException;
import io.useradmin.problem.ProblemRenderer;
import io.useradmin.problem.ProblemType;
import io.useradmin.request.RequestInfo;
import io.useradmin.request.RequestPipeline.MethodInterceptor;
import io.vertx.core.buffer.Buffer;
import io.vertx.ext.web.RoutingContext;
import jakarta.annotation.Priority;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.Interceptor;
import jakarta.interceptor.InvocationContext;
import java.time.Clock;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Runs a POST or PATCH with an {@link IdempotencyKey} once, and returns the stored response for its repetitions. The response is
 * stored in the transaction of the change, after it, because the change locks its user before it writes (ADR 13).
 *
 * <p>Stored are successes and refusals by the operation (4xx). What fails (5xx) changed nothing, or its outcome is open, which a
 * repetition finds out.
 */
@Admitted
@Interceptor
@Priority(MethodInterceptor.IDEMPOTENCY)
class IdempotencyInterceptor {
    private final CurrentVertxRequest current;
    private final RequestTransaction transaction;
    private final StoredResponseRepository responses;
    private final ProblemRenderer problems;
    private final ObjectMapper json;
    private final Clock clock;

    IdempotencyInterceptor(
            CurrentVertxRequest current,
            RequestTransaction transaction,
            StoredResponseRepository responses,
            ProblemRenderer problems,
            ObjectMapper json,
            Clock clock) {
        this.current = current;
        this.transaction = transaction;
        this.responses = responses;
        this.problems = problems;
        this.json = json;
        this.clock = clock;
    }

    @AroundInvoke
    Object once(InvocationContext operation) throws Exception {
        RoutingContext routing = current.getCurrent();
        if (operation.getMethod().isAnnotationPresent(WithoutIdempotencyKey.class)) {
            return operation.proceed();
        }
        Optional<IdempotencyKey> key = IdempotencyKey.of(routing);
        return key.isEmpty() ? operation.proceed() : new Request(operation, routing, key.get()).run();
    }

    /** The result of a request within its transaction, which a refusal must not roll back. */
    private sealed interface Outcome {
        record Response(Object result) implements Outcome {}

        record Refusal(ProblemException problem) implements Outcome {}
    }

    /** A request with a key. */
    private final class Request {
        private final InvocationContext operation;
        private final RoutingContext routing;
        private final IdempotencyKey key;
        private final RequestSecret secret;

        private Request(InvocationContext operation, RoutingContext routing, IdempotencyKey key) {
            this.operation = operation;
            this.routing = routing;
            this.key = key;
            this.secret = new RequestSecret(ApiKey.of(routing), key);
        }

        private Uni<Object> run() {
            return transaction.run(this::answer).map(outcome -> switch (outcome) {
                case Outcome.Response(Object result) -> result;
                case Outcome.Refusal(ProblemException problem) -> throw problem;
            });
        }

        private Uni<Outcome> answer() {
            return responses
                    .tryLock(key)
                    .invoke(locked -> requireFree(locked))
                    .chain(() -> responses.find(key, clock.instant()))
                    .flatMap(found -> found.map(this::replay).orElseGet(this::first));
        }

        private static void requireFree(boolean locked) {
            if (!locked) {
                throw refusal(
                        ProblemType.IDEMPOTENCY_KEY_IN_USE, "Wait for its response, or repeat the request later.");
            }
        }

        private Uni<Outcome> replay(Stored stored) {
            if (!stored.fingerprint().equals(fingerprint())) {
                throw refusal(
                        ProblemType.IDEMPOTENCY_KEY_REUSED,
                        "Method, path, query or body differ; send a new Idempotency-Key for a new request.");
            }
            RequestInfo.of(routing).replay();
            return Uni.createFrom()
                    .item(new Outcome.Response(
                            StoredResponse.read(secret.decrypt(stored.response().getBytes()), json)));
        }

        private Uni<Outcome> first() {
            return transaction
                    .attempt(() -> Uni.createFrom().deferred(Unchecked.supplier(this::proceed)))
                    .<Outcome>map(Outcome.Response::new)
                    .onFailure(Request::isRefusal)
                    .recoverWithItem(failure -> new Outcome.Refusal((ProblemException) failure))
                    .call(outcome -> responses.store(
                            key,
                            new Stored(fingerprint(), Buffer.buffer(secret.encrypt(stored(outcome)))),
                            clock.instant()));
        }

        @SuppressWarnings("unchecked") // Every operation returns a Uni.
        private Uni<Object> proceed() throws Exception {
            return (Uni<Object>) operation.proceed();
        }

        private static boolean isRefusal(Throwable failure) {
            return failure instanceof ProblemException refusal
                    && refusal.problem().type().status() < 500;
        }

        private byte[] stored(Outcome outcome) {
            return StoredResponse.write(
                    switch (outcome) {
                        case Outcome.Response(Object result) -> result;
                        case Outcome.Refusal(ProblemException refusal) -> problems.response(refusal.problem(), routing);
                    },
                    json);
        }

        private Buffer fingerprint() {
            return Buffer.buffer(secret.fingerprint(
                    routing.request().method().name().getBytes(UTF_8),
                    routing.request().uri().getBytes(UTF_8),
                    Stream.of(operation.getParameters())
                            .filter(RequestBody.class::isInstance)
                            .map(body -> ((RequestBody) body).bytes())
                            .findFirst()
                            .orElseGet(() -> new byte[0])));
        }

        private static ProblemException refusal(ProblemType type, String detail) {
            return new ProblemException(new Problem.Refused(type, detail));
        }
    }
}
