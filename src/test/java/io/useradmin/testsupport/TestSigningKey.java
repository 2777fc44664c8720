package io.useradmin.testsupport;

import io.useradmin.operator.jdbc.Jdbc;
import io.useradmin.ssf.SigningKey;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;

/**
 * A signing key for Security Event Tokens in tests. Generating one takes seconds without the JVM's C2 compiler, so the JVMs of
 * a build share one.
 */
public final class TestSigningKey {
    /** The key's identifier. */
    public static final String ID = "first";

    private TestSigningKey() {}

    /** Adds it to a database. */
    public static void add(Connection connection) throws SQLException {
        List<String> jwks = jwks();
        Jdbc.update(
                connection,
                "insert into ssf_keys (key_id, jwk, public_jwk, created_at, signs_from) values (?, ?, ?, now(), 'epoch')",
                ID,
                jwks.getFirst(),
                jwks.getLast());
    }

    /** The private and the public JWK. */
    private static List<String> jwks() {
        try {
            return Files.readAllLines(MadeOnce.get("test-signing-key", List.of(), TestSigningKey::make));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static void make(Path file) throws IOException {
        SigningKey key = SigningKey.generate(ID, Instant.EPOCH);
        Files.write(file, List.of(key.jwk(), key.publicJwk()));
    }
}
