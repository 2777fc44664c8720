package io.useradmin.apikey;

import io.smallrye.mutiny.Uni;
import io.useradmin.database.DirectStatements;
import io.useradmin.database.RowColumns;
import io.vertx.sqlclient.Row;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The table of keys. Both statements go {@linkplain DirectStatements straight to the pool}, because with many tenants keys are
 * looked up all the time.
 */
@Singleton
class ApiKeyRepository {
    private static final String RECORD = """
            select key_id, tenant_id, secret_sha256, scopes, expires_at, revoked_at, last_used_at,
                   rate_requests, rate_seconds, rate_burst
              from api_keys where key_id = $1
            """;
    private static final String NOTE_USE = """
            update api_keys set last_used_at = $2 where key_id = $1 and (last_used_at is null or last_used_at < $3)
            """;

    private final DirectStatements direct;

    ApiKeyRepository(DirectStatements direct) {
        this.direct = direct;
    }

    /** The columns of a key. */
    Uni<Optional<KeyRecord>> record(String keyId) {
        return direct.readNewest(RECORD, List.of(keyId))
                .map(rows -> rows.stream().map(ApiKeyRepository::record).findFirst());
    }

    /**
     * Stores that a key was used at {@code now}, unless a replica has stored a use
     * {@linkplain KeyRecord#LAST_USE_PRECISION recently}.
     */
    Uni<Void> noteUse(String keyId, Instant now) {
        return direct.write(NOTE_USE, List.of(keyId, now, now.minus(KeyRecord.LAST_USE_PRECISION)))
                .replaceWithVoid();
    }

    private static KeyRecord record(Row row) {
        var columns = new RowColumns(row);
        return new KeyRecord(
                columns.required("key_id", String.class),
                columns.required("tenant_id", String.class),
                SecretDigest.parse(columns.required("secret_sha256", String.class)),
                Set.copyOf(List.of(columns.required("scopes", String[].class))),
                columns.instant("expires_at"),
                columns.instant("revoked_at"),
                columns.instant("last_used_at"),
                RateLimit.read(columns),
                new AtomicBoolean());
    }
}
