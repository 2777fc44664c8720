package io.useradmin.idempotency;

import io.smallrye.mutiny.Uni;
import io.useradmin.database.DirectStatements;
import io.useradmin.server.HttpLimits;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The stored responses, and the claims of requests that run in several transactions: rows with an empty response. */
@Singleton
class StoredResponseRepository {
    /**
     * A lock until the end of the transaction. The locks of users have two numbers (EventSql), so they cannot collide with this
     * one.
     */
    private static final String LOCK = "pg_try_advisory_xact_lock(hashtextextended($1 || '/' || $2 || '/' || $3, 0))";

    private static final String TRY_LOCK = "select " + LOCK + " as locked";

    private static final String FIND = """
            select fingerprint, response from idempotency_keys
             where tenant_id = $1 and key_id = $2 and idempotency_key = $3 and created_at > $4
            """;

    /** Replaces an expired row with the same key. */
    private static final String STORE = """
            insert into idempotency_keys (tenant_id, key_id, idempotency_key, created_at, fingerprint, response)
            values ($1, $2, $3, $4, $5, $6)
            on conflict (tenant_id, key_id, idempotency_key) do update
               set created_at = excluded.created_at, fingerprint = excluded.fingerprint, response = excluded.response
            """;

    /** The claim of this request. A repetition may have taken it over in the meantime. */
    private static final String CLAIMED =
            " where tenant_id = $1 and key_id = $2 and idempotency_key = $3 and created_at = $4 and response = ''";

    private static final String COMPLETE = "update idempotency_keys set response = $5" + CLAIMED;
    private static final String RELEASE = "delete from idempotency_keys" + CLAIMED;

    private final DirectStatements statements;
    private final String claim;

    /** The times are literals, because Citus allows no parameters in {@code on conflict}. */
    StoredResponseRepository(DirectStatements statements, HttpLimits limits) {
        this.statements = statements;
        this.claim = """
            insert into idempotency_keys as k (tenant_id, key_id, idempotency_key, created_at, fingerprint, response)
            select $1, $2, $3, $4, $5, '' where %s
            on conflict (tenant_id, key_id, idempotency_key) do update
               set created_at = excluded.created_at, fingerprint = excluded.fingerprint, response = excluded.response
             where excluded.created_at - k.created_at >= interval '%d milliseconds'
                or (k.response = '' and excluded.created_at - k.created_at >= interval '%d milliseconds'
                    and k.fingerprint = excluded.fingerprint)
            returning true
            """.formatted(
                        LOCK, IdempotencyKey.KEPT.toMillis(), limits.deadline().toMillis());
    }

    /** The stored response to a request with this fingerprint. */
    record Stored(Buffer fingerprint, Buffer response) {
        /** Whether there is no response yet. */
        boolean isClaim() {
            return response.length() == 0;
        }
    }

    /** Locks {@code key} until the transaction ends. Returns false if another transaction holds the lock. */
    Uni<Boolean> tryLock(IdempotencyKey key) {
        return statements
                .read(TRY_LOCK, values(key))
                .map(rows -> rows.iterator().next().getBoolean("locked"));
    }

    /** A separate statement: a statement that also locks would not see what the previous holder of the lock has committed. */
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

    /**
     * Claims {@code key} for a request. Returns false if another transaction holds the lock, or if there is a stored response or
     * a claim. A claim of the same request that is older than its deadline is taken over.
     *
     * @param now the time, which identifies the claim
     */
    Uni<Boolean> claim(IdempotencyKey key, Buffer fingerprint, Instant now) {
        return statements
                .write(claim, DirectStatements.values(values(key), List.of(now, fingerprint)))
                .map(rows -> rows.size() > 0);
    }

    /** Stores the response of the request that claimed {@code key}. */
    Uni<Void> complete(IdempotencyKey key, Instant claimedAt, Stored stored) {
        return statements
                .write(COMPLETE, DirectStatements.values(values(key), List.of(claimedAt, stored.response)))
                .replaceWithVoid();
    }

    /** Deletes the claim of a request that has no response. */
    Uni<Void> release(IdempotencyKey key, Instant claimedAt) {
        return statements
                .write(RELEASE, DirectStatements.values(values(key), List.of(claimedAt)))
                .replaceWithVoid();
    }

    private static List<Object> values(IdempotencyKey key) {
        return List.of(key.tenantId(), key.keyId(), key.value());
    }

    private static Stored stored(Row row) {
        return new Stored(row.getBuffer("fingerprint"), row.getBuffer("response"));
    }
}
