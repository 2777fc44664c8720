package io.useradmin.operator;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.useradmin.apikey.ApiKey;
import io.useradmin.apikey.KeyGrant;
import io.useradmin.apikey.RateLimit;
import java.time.Instant;

/** A new key, the only time that its secret is known. */
record IssuedKey(ApiKey key, KeyGrant grant) {
    /** A line for people on standard error. Standard output has only the key. */
    String description() {
        Instant end = grant.expiresAt();
        RateLimit limit = grant.limit();
        return "Key %s of tenant %s, named %s, scopes %s, %s%s. It is shown only once."
                .formatted(
                        key.keyId(),
                        grant.tenantId(),
                        grant.name(),
                        String.join(" ", grant.scopes()),
                        limit == null ? "" : "rate " + limit + ", ",
                        end == null ? "never expires" : "expires " + end);
    }

    ObjectNode json() {
        ObjectNode json = DatabaseCommand.JSON
                .objectNode()
                .put("key", key.reveal())
                .put("key_id", key.keyId())
                .put("tenant_id", grant.tenantId())
                .put("name", grant.name());
        grant.scopes().forEach(json.putArray("scopes")::add);
        Instant end = grant.expiresAt();
        if (end != null) {
            json.put("expires_at", end.getEpochSecond());
        }
        putLimit(json, grant);
        return json;
    }

    static void putLimit(ObjectNode json, KeyGrant grant) {
        RateLimit limit = grant.limit();
        if (limit != null) {
            json.put("rate", limit.rate()).put("burst", limit.burst());
        }
    }
}
