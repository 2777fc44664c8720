package io.useradmin.testsupport;

import io.useradmin.apikey.ApiKey;
import io.useradmin.apikey.Scope;
import io.useradmin.audit.EventSql;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A tenant for one test, so that tests do not affect each other. Its rows are written directly by SQL. The methods take the
 * values that matter to a test and choose the others.
 */
public final class Tenant {
    private static final AtomicInteger COUNTER = new AtomicInteger();
    private static final SecureRandom RANDOM = new SecureRandom();

    private final String id;
    private final ApiKey key;

    private Tenant(String id) {
        this.id = id;
        Sql.run("insert into tenants (tenant_id, name, created_at) values (?, ?, now())", id, "Test tenant " + id);
        this.key = key(Scope.ALL);
    }

    /** A new tenant with a key that has all scopes. */
    public static Tenant create() {
        return new Tenant("tenant-" + ProcessHandle.current().pid() + "-" + COUNTER.incrementAndGet());
    }

    public String id() {
        return id;
    }

    /** The X-API-KEY header of a key that has all scopes. */
    public String apiKey() {
        return key.reveal();
    }

    /** A new key with {@code scopes}. */
    public ApiKey key(String... scopes) {
        return key(null, null, scopes);
    }

    /** Waits until the service has stored that a key was used. Requests do not wait for this. */
    public void awaitUseOfAKey() {
        Await.until(
                "the use of a key is recorded",
                () -> !Sql.list("select 1 from api_keys where tenant_id = ? and last_used_at is not null", id)
                        .isEmpty());
    }

    public ApiKey expiringKey(Instant expiresAt) {
        return key(expiresAt, null, Scope.ALL);
    }

    /** A key with an identifier that the test chooses, taken from another tenant if necessary. It cannot be used for requests. */
    public void keyToManage(String keyId) {
        Sql.run(
                "insert into api_keys (key_id, tenant_id, name, secret_sha256, scopes, created_at)"
                        + " values (?, ?, 'managed', ?, array['keys:manage'], now())"
                        + " on conflict (key_id) do update set tenant_id = excluded.tenant_id, revoked_at = null, expires_at = null",
                keyId,
                id,
                newKey().secretDigest());
    }

    public ApiKey revokedKey() {
        return key(null, Instant.now(), Scope.ALL);
    }

    private ApiKey key(Instant expiresAt, Instant revokedAt, String... scopes) {
        ApiKey made = newKey();
        Sql.run(
                "insert into api_keys (key_id, tenant_id, name, secret_sha256, scopes, created_at, expires_at, revoked_at)"
                        + " values (?, ?, 'test', ?, ?, now(), ?, ?)",
                made.keyId(),
                id,
                made.secretDigest(),
                List.of(scopes),
                expiresAt,
                revokedAt);
        return made;
    }

    /** A well-formed key that does not exist in the database. */
    public static ApiKey newKey() {
        return new ApiKey(randomHex(16), randomHex(24));
    }

    public String user() {
        return user("{}", "{}");
    }

    public String user(String publicData, String privateData) {
        String userId = "user-" + COUNTER.incrementAndGet();
        user(userId, publicData, privateData);
        return userId;
    }

    public void user(String userId, String publicData, String privateData) {
        Sql.run(
                "insert into users (tenant_id, user_id, created_at, last_updated_at, public_data, private_data)"
                        + " values (?, ?, '2025-01-01T00:00:00Z', '2025-01-01T00:00:00Z', cast(? as jsonb), cast(? as jsonb))",
                id,
                userId,
                publicData,
                privateData);
    }

    /** Creates a group, unless it exists. */
    public void group(String groupId) {
        Sql.run(
                "insert into groups (tenant_id, group_id, name, created_at) values (?, ?, 'Group', now())"
                        + " on conflict do nothing",
                id,
                groupId);
    }

    /** Creates a stream of signals, unless it exists. */
    public void stream(String streamId) {
        Sql.run(
                "insert into ssf_streams (tenant_id, stream_id, status, created_at, xid, seq)"
                        + " values (?, ?, 'enabled', now(), " + EventSql.FEED_END + ", 0)"
                        + " on conflict do nothing",
                id,
                streamId);
    }

    public void member(String userId, String groupId) {
        Sql.run(
                "insert into group_members (tenant_id, user_id, group_id, assigned_at) values (?, ?, ?, now())",
                id,
                userId,
                groupId);
    }

    /** A session that expires in an hour. */
    public void session(String userId, String sessionId, String... clientIds) {
        Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
        session(userId, sessionId, now, now.plus(Duration.ofHours(1)), now, List.of(clientIds));
    }

    public void session(
            String userId,
            String sessionId,
            Instant initiatedAt,
            Instant expiresAt,
            Instant lastUpdatedAt,
            List<String> clientIds) {
        Sql.run(
                "insert into sessions (tenant_id, user_id, session_id, session_key, initiated_at, expires_at,"
                        + " last_updated_at, client_ids, last_metadata) values (?, ?, ?, ?, ?, ?, ?, ?, cast(? as jsonb))",
                id,
                userId,
                sessionId,
                "sk-" + sessionId,
                initiatedAt,
                expiresAt,
                lastUpdatedAt,
                clientIds,
                """
                {"country": "FI", "city": "Turku", "region": "Varsinais-Suomi", "latitude": "60.45",
                 "longitude": "22.27", "ip_address": "2001:db8::7", "user_agent": "Mozilla/5.0"}""");
    }

    /** An IP address that is blocked for another hour, with 3 logins and 5 failures. */
    public void blocked(String userId, String ip) {
        Instant now = Instant.now();
        access(userId, ip, now.plus(Duration.ofHours(1)), now);
    }

    public void access(String userId, String ip, Instant blockUntil, Instant lastLoginAttempt) {
        Sql.run(
                "insert into ip_access (tenant_id, user_id, ip, login_count, failure_count, last_login_attempt, block_until)"
                        + " values (?, ?, cast(? as inet), 3, 5, ?, ?)",
                id,
                userId,
                ip,
                lastLoginAttempt,
                blockUntil);
    }

    public void identity(String userId, String authenticator, String providerUserId) {
        Sql.run(
                "insert into external_identities (tenant_id, user_id, authenticator, provider_user_id, claims)"
                        + " values (?, ?, ?, ?, '{\"email\": \"a@example.com\", \"email_verified\": \"true\"}')",
                id,
                userId,
                authenticator,
                providerUserId);
    }

    public void username(String userId, String username, String... idps) {
        Sql.run(
                "insert into usernames (tenant_id, user_id, username_id, username, authenticators, idps)"
                        + " values (?, ?, ?, ?, '{password}', ?)",
                id,
                userId,
                "un-" + username,
                username,
                List.of(idps));
    }

    public void email(String userId, String email, boolean primary, String... idps) {
        Sql.run(
                "insert into emails (tenant_id, user_id, email_id, email, verified, is_primary, authenticators, idps)"
                        + " values (?, ?, ?, ?, true, ?, '{email}', ?)",
                id,
                userId,
                "em-" + email,
                email,
                primary,
                List.of(idps));
    }

    /** Two email addresses and two phone numbers. The first of each is primary and verified. */
    public void contacts(String userId) {
        for (int number = 1; number <= 2; number++) {
            boolean isFirst = number == 1;
            contact("emails", "email", userId, "email-" + number, "mail-" + number + "@example.com", isFirst);
            contact("phones", "phone", userId, "phone-" + number, "+35840" + number, isFirst);
        }
    }

    /** An email or phone entry; if it is the first one, verified and primary. */
    public void contact(String table, String column, String userId, String entryId, String value, boolean isFirst) {
        Sql.run(
                "insert into " + table + " (tenant_id, user_id, " + column + "_id, " + column
                        + ", verified, is_primary, idps) values (?, ?, ?, ?, ?, ?, '{google}')",
                id,
                userId,
                entryId,
                value,
                isFirst,
                isFirst);
    }

    public void phone(String userId, String phone, String... idps) {
        Sql.run(
                "insert into phones (tenant_id, user_id, phone_id, phone, verified, is_primary, authenticators, idps)"
                        + " values (?, ?, ?, ?, false, true, '{phone}', ?)",
                id,
                userId,
                "ph-" + phone,
                phone,
                List.of(idps));
    }

    /** All stored sessions, as {@code user/session}, in this order. */
    public List<String> sessions() {
        return Sql.list(
                "select user_id || '/' || session_id from sessions where tenant_id = ? order by user_id, session_id",
                id);
    }

    private static String randomHex(int bytes) {
        byte[] random = new byte[bytes];
        RANDOM.nextBytes(random);
        return HexFormat.of().formatHex(random);
    }
}
