package io.useradmin.apikey;

import io.useradmin.problem.Problem;
import io.useradmin.server.KeyCheck;
import io.vertx.core.http.HttpServerRequest;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** These requests are not admitted, so only {@link FailedKeyLimit} bounds their lookups. */
@ApplicationScoped
class RefusedRequestKeyCheck implements KeyCheck {
    private final ApiKeyAuthenticator authenticator;

    RefusedRequestKeyCheck(ApiKeyAuthenticator authenticator) {
        this.authenticator = authenticator;
    }

    @Override
    public CompletableFuture<Optional<Problem>> refusal(HttpServerRequest request) {
        return authenticator
                .authenticate(KeyHeaders.key(request), () -> KeySource.of(request))
                .thenApply(Authentication::refusal);
    }

    @Override
    public Optional<Problem> refusalWithoutLookup(HttpServerRequest request) {
        boolean isWellFormed = Optional.ofNullable(KeyHeaders.key(request))
                .flatMap(ApiKey::parse)
                .isPresent();
        return isWellFormed ? Optional.empty() : refusal(request).join();
    }
}
