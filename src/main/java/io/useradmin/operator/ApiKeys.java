package io.useradmin.operator;

import io.useradmin.apikey.ApiKey;
import io.useradmin.apikey.KeyGrant;
import io.useradmin.apikey.RateLimit;
import io.useradmin.apikey.StoredKey;
import io.useradmin.audit.EventType;
import io.useradmin.operator.jdbc.Jdbc;
import io.useradmin.operator.jdbc.ResultColumns;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;

/** The table of API keys, which contains only the digest of each secret. Each change of a key inserts its event. */
final class ApiKeys {
    private final Connection connection;

    ApiKeys(Connection connection) {
        this.connection = connection;
    }

    void insert(ApiKey key, KeyGrant grant, Instant now) throws SQLException {
        RateLimit limit = grant.limit();
        Jdbc.update(
                connection,
                "insert into api_keys (key_id, tenant_id, name, secret_sha256, scopes, created_at, expires_at,"
                        + " rate_requests, rate_seconds, rate_burst) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                key.keyId(),
                grant.tenantId(),
                grant.name(),
                key.secretDigest(),
                grant.scopes(),
                now,
                grant.expiresAt(),
                limit == null ? null : limit.requests(),
                limit == null ? null : limit.unit().seconds(),
                limit == null ? null : limit.burst());
        append(EventType.KEY_CREATED, grant.tenantId(), key.keyId(), now);
    }

    List<StoredKey> list(String tenantId) throws SQLException {
        String query = "select " + StoredKey.COLUMNS + " from api_keys where tenant_id = ? order by created_at, key_id";
        return Jdbc.query(connection, query, row -> StoredKey.read(new ResultColumns(row)), tenantId);
    }

    /** Reads a key, and locks it against changes until the transaction ends. */
    StoredKey lock(String keyId) throws SQLException {
        String query = "select " + StoredKey.COLUMNS + " from api_keys where key_id = ? for update";
        return Jdbc.query(connection, query, row -> StoredKey.read(new ResultColumns(row)), keyId).stream()
                .findFirst()
                .orElseThrow(() -> new Failure("There is no key " + keyId + "."));
    }

    /** Sets the end of a key that is replaced at {@code now}. */
    void rotate(StoredKey key, Instant end, Instant now) throws SQLException {
        String update = "update api_keys set expires_at = ?, " + StoredKey.ROTATED + " where key_id = ?";
        Jdbc.update(connection, update, end, key.keyId());
        append(EventType.KEY_ROTATED, key.grant().tenantId(), key.keyId(), now);
    }

    void revoke(StoredKey key, Instant now) throws SQLException {
        Jdbc.update(connection, "update api_keys set revoked_at = ? where key_id = ?", now, key.keyId());
        append(EventType.KEY_REVOKED, key.grant().tenantId(), key.keyId(), now);
    }

    void revokeAll(String tenantId, Instant now) throws SQLException {
        Jdbc.update(connection, """
                with revoked as (
                    update api_keys set revoked_at = ? where tenant_id = ? and revoked_at is null returning *
                )
                insert into events (tenant_id, occurred_at, type, target_key_id)
                select tenant_id, revoked_at, ?, key_id from revoked
                """, now, tenantId, EventType.KEY_REVOKED.stored());
    }

    private void append(EventType type, String tenantId, String keyId, Instant now) throws SQLException {
        String insert = "insert into events (tenant_id, occurred_at, type, target_key_id) values (?, ?, ?, ?)";
        Jdbc.update(connection, insert, tenantId, now, type.stored(), keyId);
    }
}
