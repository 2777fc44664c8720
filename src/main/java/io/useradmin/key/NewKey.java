package io.useradmin.key;

import io.quarkus.runtime.annotations.RegisterForReflection;
import io.useradmin.apikey.ApiKey;
import io.useradmin.apikey.KeyGrant;
import java.time.Instant;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** A new API key with its secret. No later response shows the secret. Times are in seconds since the Unix epoch. */
@Schema(description = "A new key. It is shown only here: the service stores only a digest.")
record NewKey(
        @Schema(
                description = "The key, as `X-API-KEY` takes it.",
                pattern = "^" + ApiKey.PATTERN + "$",
                maxLength = 93,
                examples =
                        "uak_019a2b3c4d5e7f608a9b0c1d2e3f4a5b_0123456789abcdef0123456789abcdef0123456789abcdef1c291ca3")
        String key,

        @Schema(ref = "Identifier") String keyId,

        @Schema(description = "The name of the key.", examples = "support-tool")
        String name,

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

        @Schema(description = "The key that this one replaces; only after a rotation.") @Nullable Replaced replaces) {

    /** The old key of a rotation. */
    @RegisterForReflection
    @Schema(name = "ReplacedKey", description = "The old key of a rotation.")
    record Replaced(
            @Schema(ref = "Identifier") String keyId,

            @Schema(description = "When it ends, to the second.", examples = "1893456000")
            long expiresAt) {}

    static NewKey of(ApiKey key, KeyGrant grant, Instant now, @Nullable Replaced replaces) {
        return new NewKey(
                key.reveal(),
                key.keyId(),
                grant.name(),
                grant.scopes(),
                Key.rate(grant),
                Key.burst(grant),
                now.getEpochSecond(),
                Key.seconds(grant.expiresAt()),
                replaces);
    }

    /** Only the identifier, so that the secret does not get into a log. */
    @Override
    public String toString() {
        return "NewKey[" + keyId + "]";
    }
}
