package io.useradmin.key;

import io.useradmin.apikey.KeyGrant;
import io.useradmin.apikey.RateLimit;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** Documents the body that creates a key, which {@link KeyInput} reads. */
@Schema(description = "The key to create.", additionalProperties = Schema.False.class, examples = """
                {"name": "support-tool", "scopes": ["users:read", "sessions:read"], "ttl": 7776000, "rate": "100/s", "burst": 200}""")
record KeyBody(
        @Schema(
                description = "The name of the key in lists, such as the client that uses it, in visible characters.",
                minLength = 1,
                maxLength = KeyGrant.LONGEST_NAME,
                examples = "support-tool")
        String name,

        @Schema(
                description =
                        "What it may do, without duplicates. Your key must have each of these scopes. Only a key with `*` can grant `*`.",
                minItems = 1,
                examples = "[\"users:read\", \"sessions:read\"]")
        List<String> scopes,

        @Schema(
                description = "When it ends, in the future. If left out, it never ends. Not together with `ttl`.",
                examples = "1893456000")
        @Nullable Long expiresAt,

        @Schema(
                description = "After how many seconds it ends. Not together with `expires_at`.",
                minimum = "1",
                maximum = "" + KeyInput.LONGEST_TTL,
                examples = "7776000")
        @Nullable Integer ttl,

        @Schema(
                description =
                        "How many requests it may send to each replica of the service, per `s`, `min` or `h`. If left out, there is"
                                + " no limit. If your key has a rate, this is required and must not be higher.",
                type = SchemaType.STRING,
                pattern = "^" + RateLimit.PATTERN + "$",
                examples = "100/s")
        @Nullable String rate,

        @Schema(
                description =
                        "How many requests may come at once after a pause. If left out, the number in `rate`. Not without `rate`.",
                minimum = "1",
                maximum = "" + RateLimit.MOST,
                examples = "200")
        @Nullable Integer burst) {}
