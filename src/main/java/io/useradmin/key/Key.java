package io.useradmin.key;

import io.useradmin.apikey.KeyGrant;
import io.useradmin.apikey.RateLimit;
import io.useradmin.apikey.StoredKey;
import java.time.Instant;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** An API key in the list of keys, without its secret. Times are in seconds since the Unix epoch. */
@Schema(description = "A key, without its secret.")
record Key(
        @Schema(ref = "Identifier") String keyId,

        @Schema(description = "The name of the key.", examples = "support-tool")
        String name,

        @Schema(
                description = "Whether it works.",
                enumeration = {"active", "revoked", "expired"},
                examples = "active")
        String state,

        @Schema(description = "What it may do; `*` is everything.", examples = "[\"users:read\", \"sessions:read\"]")
        List<String> scopes,

        @Schema(
                description =
                        "How many requests it may send to each replica of the service; left out if there is no limit.",
                type = SchemaType.STRING,
                examples = "100/s")
        @Nullable String rate,

        @Schema(
                description = "How many requests may come at once after a pause; left out without `rate`.",
                examples = "200")
        @Nullable Integer burst,

        @Schema(description = "When it was created.") long createdAt,

        @Schema(description = "When it ends; left out if it never does.", examples = "1893456000") @Nullable Long expiresAt,

        @Schema(description = "When it was revoked; left out if it was not.") @Nullable Long revokedAt,

        @Schema(description = "When it was last used, up to 90 seconds too early; left out if it never was.") @Nullable Long lastUsedAt) {

    static Key of(StoredKey key, Instant now) {
        KeyGrant grant = key.grant();
        return new Key(
                key.keyId(),
                grant.name(),
                key.state(now).toString(),
                grant.scopes(),
                rate(grant),
                burst(grant),
                key.createdAt().getEpochSecond(),
                seconds(grant.expiresAt()),
                seconds(key.revokedAt()),
                seconds(key.lastUsedAt()));
    }

    static @Nullable String rate(KeyGrant grant) {
        RateLimit limit = grant.limit();
        return limit == null ? null : limit.rate();
    }

    static @Nullable Integer burst(KeyGrant grant) {
        RateLimit limit = grant.limit();
        return limit == null ? null : limit.burst();
    }

    static @Nullable Long seconds(@Nullable Instant instant) {
        return instant == null ? null : instant.getEpochSecond();
    }
}
