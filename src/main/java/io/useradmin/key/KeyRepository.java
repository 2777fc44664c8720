package io.useradmin.key;

import io.quarkus.hibernate.reactive.panache.PanacheRepositoryBase;
import io.smallrye.mutiny.Uni;
import io.useradmin.apikey.ApiKey;
import io.useradmin.apikey.Caller;
import io.useradmin.apikey.KeyGrant;
import io.useradmin.apikey.RateLimit;
import io.useradmin.apikey.Scope;
import io.useradmin.apikey.StoredKey;
import io.useradmin.audit.Author;
import io.useradmin.audit.EventInsert;
import io.useradmin.audit.EventSql;
import io.useradmin.audit.EventType;
import io.useradmin.database.DirectStatements;
import io.useradmin.database.ListStatement;
import io.useradmin.database.RowColumns;
import io.useradmin.shared.Counting;
import io.useradmin.shared.PageRequest;
import io.useradmin.shared.PageResult;
import io.useradmin.shared.TotalCount;
import io.vertx.sqlclient.Row;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.hibernate.reactive.mutiny.Mutiny;

/**
 * The table of API keys. Reads are {@linkplain DirectStatements direct statements}; other methods join the caller's transaction.
 */
@Singleton
class KeyRepository implements PanacheRepositoryBase<KeyEntity, String> {
    private static final String COLUMNS = "select " + StoredKey.COLUMNS;
    private static final String OF_TENANT = " from api_keys where tenant_id = $1";
    private static final ListStatement LIST = new ListStatement(COLUMNS, OF_TENANT, OF_TENANT, "key_id");
    private static final String READ = COLUMNS + OF_TENANT + " and key_id = $2";

    /**
     * In a fixed order, so that two concurrent changes cannot deadlock. Native SQL, because Hibernate's first HQL query of a process
     * occupies the event loop for a second: it loads its parser.
     */
    private static final String LOCK = """
            select key_id from api_keys
             where tenant_id = :tenant and key_id in (:own, :key)
             order by key_id
               for no key update
            """;

    /** Not the row of the tenant, because the service's role may not lock it. */
    private static final String LOCK_TENANT = "select " + EventSql.lock(":tenant");

    private static final String HAS_ANOTHER_MANAGER = """
            select exists (
                select from api_keys
                 where tenant_id = :tenant and key_id <> :own and (:all = any(scopes) or :manage = any(scopes))
                       and revoked_at is null and (expires_at is null or expires_at >= :end))
            """;

    private static final String INSERT = """
            created as (
                insert into api_keys (key_id, tenant_id, name, secret_sha256, scopes, created_at, expires_at,
                                      rate_requests, rate_seconds, rate_burst)
                values (:newKey, :tenant, :name, :digest, cast(:scopes as text[]), :now, cast(cast(:expires as text) as timestamptz),
                        cast(:requests as integer), cast(:seconds as integer), cast(:burst as integer))
                returning key_id
            )""";

    private static final String CREATE = EventSql.begin() + ", " + INSERT
            + EventInsert.of(EventType.KEY_CREATED)
                    .targetKey("key_id")
                    .from("created")
                    .end();

    private static final String ROTATE = EventSql.begin()
            + """
            , ended as (
                update api_keys set expires_at = :end, %s where tenant_id = :tenant and key_id = :key returning key_id
            ),\s""".formatted(StoredKey.ROTATED)
            + INSERT
            + EventInsert.of("type")
                    .targetKey("key_id")
                    .from("(select %s as type, key_id from ended union all select %s, key_id from created) as changed"
                            .formatted(
                                    EventSql.literal(EventType.KEY_ROTATED), EventSql.literal(EventType.KEY_CREATED)))
                    .end();

    private static final String REVOKE = EventSql.begin()
            + """
            , revoked as (
                update api_keys set revoked_at = :now where tenant_id = :tenant and key_id = :key returning key_id
            )"""
            + EventInsert.of(EventType.KEY_REVOKED)
                    .targetKey("key_id")
                    .from("revoked")
                    .end();

    private final DirectStatements direct;

    KeyRepository(DirectStatements direct) {
        this.direct = direct;
    }

    /** The caller's own key, like the key check on the primary: a replica may not know it yet. Empty if it no longer exists. */
    Uni<Optional<StoredKey>> read(Caller caller) {
        return direct.readNewest(READ, List.of(caller.tenantId(), caller.keyId()))
                .map(rows -> rows.stream().map(KeyRepository::key).findFirst());
    }

    /** A page of the tenant's keys, with one more element if there is one. Past the end, the page is empty and has no count. */
    Uni<PageResult<StoredKey>> list(String tenantId, PageRequest<KeySort> page) {
        return direct.page(LIST, page, List.of(tenantId), KeyRepository::key);
    }

    /** The number of the tenant's keys, up to the limit. */
    Uni<TotalCount> count(String tenantId, Counting counting) {
        return direct.count(LIST, List.of(tenantId), counting);
    }

    /** Locks and returns the caller's key and the key {@code keyId}. They stay locked until the transaction ends. */
    Uni<List<StoredKey>> lock(Caller caller, String keyId) {
        return getSession()
                .flatMap(session -> session.createNativeQuery(LOCK, String.class)
                        .setParameter("tenant", caller.tenantId())
                        .setParameter("own", caller.keyId())
                        .setParameter("key", keyId)
                        .getResultList()
                        .flatMap(locked -> session.find(KeyEntity.class, locked.toArray())))
                .map(found -> found.stream().map(KeyEntity::key).toList());
    }

    /**
     * Whether the tenant has another key than the caller's that can manage keys, and works until {@code end}. Until the transaction
     * ends, other transactions wait here: otherwise, two keys that revoke themselves could each rely on the other.
     */
    Uni<Boolean> hasAnotherManager(Caller caller, Instant end) {
        return getSession()
                .flatMap(session -> session.createNativeQuery(LOCK_TENANT, String.class)
                        .setParameter("tenant", caller.tenantId())
                        .getSingleResultOrNull()
                        // A statement of its own: it sees what others did while this one waited for the lock.
                        .flatMap(_ -> session.createNativeQuery(HAS_ANOTHER_MANAGER, Boolean.class)
                                .setParameter("tenant", caller.tenantId())
                                .setParameter("own", caller.keyId())
                                .setParameter("all", Scope.ALL)
                                .setParameter("manage", Scope.KEYS_MANAGE.toString())
                                .setParameter("end", end)
                                .getSingleResult()));
    }

    /** Inserts a key and its event. */
    Uni<Void> create(ApiKey key, KeyGrant grant, Instant now, Author author) {
        return run(CREATE, now, author, query -> bind(query, key, grant));
    }

    /** Makes a key end at {@code end} and inserts its successor, with the events of both. */
    Uni<Void> rotate(String keyId, Instant end, ApiKey successor, KeyGrant grant, Instant now, Author author) {
        return run(
                ROTATE,
                now,
                author,
                query ->
                        bind(query, successor, grant).setParameter("key", keyId).setParameter("end", end));
    }

    /** Revokes a key, with its event. */
    Uni<Void> revoke(String tenantId, String keyId, Instant now, Author author) {
        return run(
                REVOKE,
                now,
                author,
                query -> query.setParameter("tenant", tenantId).setParameter("key", keyId));
    }

    private Uni<Void> run(
            String statement, Instant now, Author author, UnaryOperator<Mutiny.SelectionQuery<String>> binding) {
        return getSession()
                .flatMap(session -> binding.apply(session.createNativeQuery(statement, String.class))
                        .setParameter("now", now)
                        .setParameter("author", author.columns(now))
                        .getResultList())
                .invoke(events -> events.forEach(author.events()::add))
                .replaceWithVoid();
    }

    private static Mutiny.SelectionQuery<String> bind(Mutiny.SelectionQuery<String> query, ApiKey key, KeyGrant grant) {
        Instant end = grant.expiresAt();
        RateLimit limit = grant.limit();
        return query.setParameter("newKey", key.keyId())
                .setParameter("tenant", grant.tenantId())
                .setParameter("name", grant.name())
                .setParameter("digest", key.secretDigest())
                .setParameter("scopes", grant.scopes().toArray(String[]::new))
                .setParameter("expires", end == null ? null : end.toString())
                .setParameter("requests", limit == null ? null : limit.requests())
                .setParameter("seconds", limit == null ? null : limit.unit().seconds())
                .setParameter("burst", limit == null ? null : limit.burst());
    }

    private static StoredKey key(Row row) {
        return StoredKey.read(new RowColumns(row));
    }
}
