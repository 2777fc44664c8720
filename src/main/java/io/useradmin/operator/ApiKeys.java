package io.useradmin.operator;

import io.useradmin.apikey.ApiKey;
import io.useradmin.audit.EventType;
import io.useradmin.operator.jdbc.Jdbc;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The table of API keys. It has only the digest of each secret. */
final class ApiKeys {
    private static final String COLUMNS =
            "key_id, tenant_id, name, scopes, created_at, expires_at, revoked_at, last_used_at";

    private final Connection connection;

    ApiKeys(Connection connection) {
        this.connection = connection;
    }

    /** What the operator chooses for a key. */
    record Grant(
            String tenantId,
            String name,
            List<String> scopes,
            @Nullable Instant expiresAt) {}

    /** A row of the table. */
    record Row(
            String keyId,
            Grant grant,
            Instant createdAt,
            @Nullable Instant revokedAt,
            @Nullable Instant lastUsedAt) {

        boolean isExpired(Instant now) {
            Instant expiresAt = grant.expiresAt();
            return expiresAt != null && !now.isBefore(expiresAt);
        }

        /** The lifetime that was chosen at creation; empty if unlimited. */
        Optional<Duration> lifetime() {
            return Optional.ofNullable(grant.expiresAt()).map(end -> Duration.between(createdAt, end));
        }

        String state(Instant now) {
            if (revokedAt != null) {
                return "revoked";
            }
            return isExpired(now) ? "expired" : "active";
        }

        private static Row read(ResultSet row) throws SQLException {
            return new Row(
                    row.getString("key_id"),
                    new Grant(
                            row.getString("tenant_id"),
                            row.getString("name"),
                            Jdbc.texts(row, "scopes"),
                            Jdbc.optionalInstant(row, "expires_at")),
                    Jdbc.instant(row, "created_at"),
                    Jdbc.optionalInstant(row, "revoked_at"),
                    Jdbc.optionalInstant(row, "last_used_at"));
        }
    }

    void insert(ApiKey key, Grant grant, Instant now) throws SQLException {
        Jdbc.update(
                connection,
                "insert into api_keys (key_id, tenant_id, name, secret_sha256, scopes, created_at, expires_at)"
                        + " values (?, ?, ?, ?, ?, ?, ?)",
                key.keyId(),
                grant.tenantId(),
                grant.name(),
                key.secretDigest(),
                grant.scopes(),
                now,
                grant.expiresAt());
    }

    List<Row> list(String tenantId) throws SQLException {
        String query = "select " + COLUMNS + " from api_keys where tenant_id = ? order by created_at, key_id";
        return Jdbc.query(connection, query, Row::read, tenantId);
    }

    /** The key, locked until the transaction ends. */
    Row lock(String keyId) throws SQLException {
        String query = "select " + COLUMNS + " from api_keys where key_id = ? for update";
        return Jdbc.query(connection, query, Row::read, keyId).stream()
                .findFirst()
                .orElseThrow(() -> new Failure("There is no key " + keyId + "."));
    }

    void expire(String keyId, Instant end) throws SQLException {
        Jdbc.update(connection, "update api_keys set expires_at = ? where key_id = ?", end, keyId);
    }

    void revoke(String keyId, Instant now) throws SQLException {
        Jdbc.update(connection, "update api_keys set revoked_at = ? where key_id = ?", now, keyId);
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
}
