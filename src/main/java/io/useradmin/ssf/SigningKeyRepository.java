package io.useradmin.ssf;

import io.smallrye.mutiny.Uni;
import io.useradmin.database.DirectStatements;
import io.useradmin.database.RowColumns;
import io.vertx.sqlclient.Row;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;

/** Reads the keys that sign tokens. Commands write them. */
@Singleton
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
        var columns = new RowColumns(row);
        return new SigningKey(
                columns.required("key_id", String.class),
                columns.required("jwk", String.class),
                columns.required("public_jwk", String.class),
                columns.required("signs_from", OffsetDateTime.class).toInstant(),
                columns.instant("published_until"));
    }
}
