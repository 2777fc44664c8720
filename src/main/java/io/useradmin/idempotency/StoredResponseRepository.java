package io.useradmin.idempotency;

import io.smallrye.mutiny.Uni;
import io.useradmin.database.DirectStatements;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The stored responses. All statements run in the transaction of the request. */
@Singleton
class StoredResponseRepository {
    /** The lock ends with the transaction. The locks of users have two numbers (EventSql), so they cannot collide with these. */
    private static final String TRY_LOCK =
            "select pg_try_advisory_xact_lock(hashtextextended($1 || '/' || $2 || '/' || $3, 0)) as locked";

    private static final String FIND = """
            select fingerprint, response from idempotency_keys
             where tenant_id = $1 and key_id = $2 and idempotency_key = $3 and created_at > $4
            """;

    /** The response of an older row with the same key is no longer kept. */
    private static final String STORE = """
            insert into idempotency_keys (tenant_id, key_id, idempotency_key, created_at, fingerprint, response)
            values ($1, $2, $3, $4, $5, $6)
            on conflict (tenant_id, key_id, idempotency_key) do update
               set created_at = excluded.created_at, fingerprint = excluded.fingerprint, response = excluded.response
            """;

    private final DirectStatements statements;

    StoredResponseRepository(DirectStatements statements) {
        this.statements = statements;
    }

    /** The stored response to a request with this fingerprint. */
    record Stored(Buffer fingerprint, Buffer response) {}

    /** Locks {@code key} until the transaction ends; false if another transaction holds it. */
    Uni<Boolean> tryLock(IdempotencyKey key) {
        return statements
                .read(TRY_LOCK, values(key))
                .map(rows -> rows.iterator().next().getBoolean("locked"));
    }

    /** A separate statement: one that also locks would not see what the previous holder of the lock has committed. */
    Uni<Optional<Stored>> find(IdempotencyKey key, Instant now) {
        return statements
                .read(FIND, DirectStatements.values(values(key), List.of(now.minus(IdempotencyKey.KEPT))))
                .map(rows -> rows.stream().findFirst().map(StoredResponseRepository::stored));
    }

    Uni<Void> store(IdempotencyKey key, Stored stored, Instant now) {
        return statements
                .write(STORE, DirectStatements.values(values(key), List.of(now, stored.fingerprint, stored.response)))
                .replaceWithVoid();
    }

    private static List<Object> values(IdempotencyKey key) {
        return List.of(key.tenantId(), key.keyId(), key.value());
    }

    private static Stored stored(Row row) {
        return new Stored(row.getBuffer("fingerprint"), row.getBuffer("response"));
    }
}
