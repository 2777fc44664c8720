package io.useradmin.key;

import io.useradmin.apikey.KeyGrant;
import io.useradmin.apikey.StoredKey;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** The API key of the request. Times are in seconds since the Unix epoch. */
@Schema(description = "The key of the request.")
record OwnKey(
        @Schema(ref = "Identifier") String tenantId,
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

        @Schema(description = "When it ends; left out if it never does.", examples = "1893456000") @Nullable Long expiresAt) {

    static OwnKey of(StoredKey key) {
        KeyGrant grant = key.grant();
        return new OwnKey(
                grant.tenantId(),
                key.keyId(),
                grant.name(),
                grant.scopes(),
                Key.rate(grant),
                Key.burst(grant),
                Key.seconds(grant.expiresAt()));
    }
}
