package io.useradmin.apikey;

import io.quarkus.hibernate.reactive.panache.PanacheRepositoryBase;
import io.quarkus.hibernate.reactive.panache.common.WithSession;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

@ApplicationScoped
class ApiKeyRepository implements PanacheRepositoryBase<ApiKeyEntity, String> {
    /** The last use is told to this precision, so that a busy key costs a write a minute and not one a request. */
    private static final Duration LAST_USE_PRECISION = Duration.ofMinutes(1);

    @WithSession
    Uni<Optional<KeyRecord>> record(String keyId) {
        return find("keyId", keyId).project(KeyRecord.class).firstResult().map(Optional::ofNullable);
    }

    @WithSession
    Uni<Integer> noteUse(String keyId, Instant now) {
        return update(
                "set lastUsedAt = :now where keyId = :keyId and (lastUsedAt is null or lastUsedAt < :stale)",
                Map.of("now", now, "keyId", keyId, "stale", now.minus(LAST_USE_PRECISION)));
    }
}
