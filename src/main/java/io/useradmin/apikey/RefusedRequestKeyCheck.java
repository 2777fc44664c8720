package io.useradmin.apikey;

import io.useradmin.apikey.Authentication.Accepted;
import io.useradmin.problem.Problem;
import io.useradmin.server.KeyCheck;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import jakarta.inject.Singleton;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** These requests are not admitted, so only {@link FailedKeyLimiter} bounds their lookups. */
@Singleton
class RefusedRequestKeyCheck implements KeyCheck {
    private final ApiKeyAuthenticator authenticator;
    private final RateLimitFilter rates;

    RefusedRequestKeyCheck(ApiKeyAuthenticator authenticator, RateLimitFilter rates) {
        this.authenticator = authenticator;
        this.rates = rates;
    }

    @Override
    public CompletableFuture<Optional<Problem>> refusal(HttpServerRequest request) {
        return authenticator
                .authenticate(KeyHeaders.key(request), () -> ClientNetwork.of(request))
                .thenApply(outcome -> refusal(outcome, request.response()));
    }

    private Optional<Problem> refusal(Authentication outcome, HttpServerResponse response) {
        return outcome instanceof Accepted accepted ? rates.refusal(accepted.caller(), response) : outcome.refusal();
    }

    @Override
    public Optional<Problem> refusalWithoutLookup(HttpServerRequest request) {
        boolean isWellFormed = Optional.ofNullable(KeyHeaders.key(request))
                .flatMap(ApiKey::parse)
                .isPresent();
        return isWellFormed ? Optional.empty() : refusal(request).join();
    }
}
