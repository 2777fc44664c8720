package io.useradmin.ssf;

import io.smallrye.mutiny.Uni;
import io.useradmin.database.DirectStatements;
import io.vertx.sqlclient.Row;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the keys that sign tokens. Commands write them. */
@ApplicationScoped
class SigningKeyRepository {
    private static final String KEYS = """
            select key_id, jwk, public_jwk, signs_from, published_until from ssf_keys
             where published_until is null or published_until > $1
             order by signs_from desc, key_id desc
            """;

    private final DirectStatements direct;

    SigningKeyRepository(DirectStatements direct) {
        this.direct = direct;
    }

    /** The keys that are published at {@code now}, the latest {@code signsFrom} first. */
    Uni<List<SigningKey>> published(Instant now) {
        return direct.readNewest(KEYS, List.of(now))
                .map(rows -> rows.stream().map(SigningKeyRepository::key).toList());
    }

    private static SigningKey key(Row row) {
        return new SigningKey(
                row.getString("key_id"),
                row.getString("jwk"),
                row.getString("public_jwk"),
                row.getOffsetDateTime("signs_from").toInstant(),
                instant(row.getOffsetDateTime("published_until")));
    }

    private static @Nullable Instant instant(@Nullable OffsetDateTime time) {
        return time == null ? null : time.toInstant();
    }
}
