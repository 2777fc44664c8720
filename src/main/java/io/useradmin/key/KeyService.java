package io.useradmin.key;

import io.quarkus.hibernate.reactive.panache.common.WithTransaction;
import io.smallrye.mutiny.Uni;
import io.useradmin.apikey.ApiKey;
import io.useradmin.apikey.Caller;
import io.useradmin.apikey.KeyGrant;
import io.useradmin.apikey.KeyRevalidation;
import io.useradmin.apikey.Scope;
import io.useradmin.apikey.StoredKey;
import io.useradmin.audit.Author;
import io.useradmin.key.NewKey.Replaced;
import io.useradmin.problem.Problem;
import io.useradmin.problem.ProblemException;
import io.useradmin.problem.ProblemType;
import io.useradmin.problem.Refusals;
import io.useradmin.shared.ListPage;
import io.useradmin.shared.PageRequest;
import io.useradmin.shared.PageResult;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The rules for managing keys. A change locks the caller's key and reads its scopes from the database: a replica may still have a
 * revoked key in its cache, and a thief of that key must not be able to create another one.
 */
@ApplicationScoped
class KeyService {
    private final KeyRepository keys;
    private final KeyRevalidation revalidation;
    private final Clock clock;

    KeyService(KeyRepository keys, KeyRevalidation revalidation, Clock clock) {
        this.keys = keys;
        this.revalidation = revalidation;
        this.clock = clock;
    }

    /** The locked keys of a change: the caller's own, and the target, which can be the same. */
    private record Locked(StoredKey own, Optional<StoredKey> found, Instant now) {
        StoredKey target() {
            return found.orElseThrow(() -> ProblemException.notFound(ProblemType.KEY_NOT_FOUND));
        }

        boolean isOwn() {
            return target().keyId().equals(own.keyId());
        }
    }

    /** The caller's own key; {@link ProblemType#UNAUTHENTICATED} if it has ended since the authentication of the request. */
    Uni<StoredKey> own(Caller caller) {
        return keys.read(caller).map(found -> requireActive(caller, found, clock.instant()));
    }

    /** The keys of the caller's tenant, including revoked and expired ones. */
    Uni<ListPage<Key>> list(Caller caller, PageRequest<KeySort> page) {
        return keys.list(caller.tenantId(), page)
                .flatMap(found -> found.orIfEmpty(
                        () -> keys.count(caller.tenantId(), page.counting()).map(PageResult::empty)))
                .map(found -> ListPage.of(page, keys(found)));
    }

    /**
     * Creates a key; {@link Problem.GrantExceedsKey}.
     *
     * @param now the start of its lifetime, even if the call waits for another change of keys
     */
    @WithTransaction
    Uni<NewKey> create(KeyGrant grant, Instant now, Caller caller, Author author) {
        return lock(caller, caller.keyId()).flatMap(locked -> {
            GrantRule.require(locked.own().grant(), grant);
            ApiKey key = ApiKey.make(now);
            return keys.create(key, grant, now, author).map(_ -> NewKey.of(key, grant, now, null));
        });
    }

    /**
     * Replaces a key with one that has the same grant. Both work until the overlap ends. {@link ProblemType#KEY_NOT_FOUND},
     * {@link ProblemType#KEY_ENDED}, {@link Problem.GrantExceedsKey}.
     */
    Uni<NewKey> rotate(String keyId, Duration overlap, Caller caller, Author author) {
        return rotateLocked(keyId, overlap, caller, author).invoke(_ -> revalidation.forget(keyId));
    }

    @WithTransaction
    Uni<NewKey> rotateLocked(String keyId, Duration overlap, Caller caller, Author author) {
        return lock(caller, keyId).flatMap(locked -> {
            StoredKey old = locked.target();
            GrantRule.requireRotation(locked.own().grant(), old.grant());
            if (!old.isActive(locked.now())) {
                throw new ProblemException(
                        Refusals.keyEnded(old.state(locked.now()).toString()));
            }
            Instant end = old.endAfter(overlap, locked.now());
            KeyGrant grant = old.successor(locked.now());
            ApiKey key = ApiKey.make(locked.now());
            return keys.rotate(keyId, end, key, grant, locked.now(), author)
                    .map(_ -> NewKey.of(key, grant, locked.now(), new Replaced(keyId, end.getEpochSecond())));
        });
    }

    /**
     * Revokes a key, on this replica at once. A repetition changes nothing. {@link ProblemType#KEY_NOT_FOUND},
     * {@link ProblemType#LAST_MANAGING_KEY}.
     */
    Uni<Void> revoke(String keyId, Caller caller, Author author) {
        return revokeLocked(keyId, caller, author).invoke(() -> revalidation.forget(keyId));
    }

    @WithTransaction
    Uni<Void> revokeLocked(String keyId, Caller caller, Author author) {
        return lock(caller, keyId).flatMap(locked -> {
            if (locked.target().revokedAt() != null) {
                return Uni.createFrom().voidItem();
            }
            return canLoseTarget(caller, locked).flatMap(canLose -> {
                if (!canLose) {
                    throw new ProblemException(Refusals.lastManagingKey());
                }
                return keys.revoke(caller.tenantId(), keyId, locked.now(), author);
            });
        });
    }

    /** Whether a key that can manage keys remains. Without the target, that is the caller's. */
    private Uni<Boolean> canLoseTarget(Caller caller, Locked locked) {
        return locked.isOwn()
                ? keys.hasAnotherManager(caller, locked.own().leastEndOfSubstitute(locked.now()))
                : Uni.createFrom().item(true);
    }

    /** If it waits for another change, it reads the keys as that change left them. */
    private Uni<Locked> lock(Caller caller, String keyId) {
        return keys.lock(caller, keyId).map(found -> {
            Instant now = clock.instant();
            StoredKey own = requireActive(caller, find(found, caller.keyId()), now);
            if (!own.grant().covers(Scope.KEYS_MANAGE.toString())) {
                throw new ProblemException(new Problem.MissingScope(Scope.KEYS_MANAGE.toString()));
            }
            return new Locked(own, find(found, keyId), now);
        });
    }

    private StoredKey requireActive(Caller caller, Optional<StoredKey> own, Instant now) {
        return own.filter(key -> key.isActive(now)).orElseThrow(() -> {
            revalidation.forget(caller.keyId());
            return new ProblemException(new Problem.Unauthenticated());
        });
    }

    private PageResult<Key> keys(PageResult<StoredKey> found) {
        Instant now = clock.instant();
        return new PageResult<>(
                found.items().stream().map(key -> Key.of(key, now)).toList(), found.total());
    }

    private static Optional<StoredKey> find(List<StoredKey> keys, String keyId) {
        return keys.stream().filter(key -> key.keyId().equals(keyId)).findFirst();
    }
}
