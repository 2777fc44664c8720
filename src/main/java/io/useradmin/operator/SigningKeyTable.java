package io.useradmin.operator;

import io.useradmin.operator.jdbc.Jdbc;
import io.useradmin.shared.TimeOrderedUuids;
import io.useradmin.ssf.SigningKey;
import io.useradmin.ssf.SigningPeriod;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The table of keys that sign tokens. Only {@link #insert} handles private keys. */
final class SigningKeyTable {
    private static final TimeOrderedUuids KEY_IDS = new TimeOrderedUuids();

    private final Connection connection;

    SigningKeyTable(Connection connection) {
        this.connection = connection;
    }

    /** A key without its private part. */
    record Row(
            String keyId,
            Instant createdAt,
            Instant signsFrom,
            @Nullable Instant publishedUntil) implements SigningPeriod {
        private static Row read(ResultSet row) throws SQLException {
            return new Row(
                    row.getString("key_id"),
                    Jdbc.instant(row, "created_at"),
                    Jdbc.instant(row, "signs_from"),
                    Jdbc.optionalInstant(row, "published_until"));
        }
    }

    /** Locks all keys until the transaction ends. */
    void lock() throws SQLException {
        Jdbc.update(connection, "lock table ssf_keys in share row exclusive mode");
    }

    /** All keys, the latest {@code signsFrom} first. */
    List<Row> list() throws SQLException {
        return Jdbc.query(
                connection,
                "select key_id, created_at, signs_from, published_until from ssf_keys order by signs_from desc, key_id desc",
                Row::read);
    }

    /**
     * Inserts a new key.
     *
     * @param now exact to the millisecond: if two keys sign from the same second, the newer one must have the greater identifier
     * @return the identifier
     */
    String insert(Instant now, Instant signsFrom) throws SQLException {
        String keyId = KEY_IDS.construct(now.toEpochMilli()).toString();
        SigningKey key = SigningKey.generate(keyId, signsFrom);
        Jdbc.update(
                connection,
                "insert into ssf_keys (key_id, jwk, public_jwk, created_at, signs_from) values (?, ?, ?, ?, ?)",
                keyId,
                key.jwk(),
                key.publicJwk(),
                now,
                signsFrom);
        return keyId;
    }

    /**
     * Makes the key that signs now end at {@code end}, and all others then at the latest. Deletes keys that have already ended or
     * have not yet signed anything. Such a key may have given an earlier end to the one that signs now.
     */
    void end(Instant now, Instant end) throws SQLException {
        String signing = SigningPeriod.signing(list(), now).map(Row::keyId).orElse("");
        Jdbc.update(
                connection,
                "update ssf_keys set published_until = case when key_id = ? then cast(? as timestamptz)"
                        + " else least(coalesce(published_until, 'infinity'), cast(? as timestamptz)) end",
                signing,
                end,
                end);
        Jdbc.update(connection, "delete from ssf_keys where published_until <= ? or signs_from > ?", now, now);
    }
}
