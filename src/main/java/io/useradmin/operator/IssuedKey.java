package io.useradmin.operator;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.useradmin.apikey.ApiKey;
import io.useradmin.operator.ApiKeys.Grant;
import java.time.Instant;

/** A new key, the only time that its secret is known. */
record IssuedKey(ApiKey key, Grant grant) {
    /** A message for people. The key is alone on standard output. */
    String description() {
        Instant end = grant.expiresAt();
        return "Key %s of tenant %s, named %s, scopes %s, %s. It is shown only once."
                .formatted(
                        key.keyId(),
                        grant.tenantId(),
                        grant.name(),
                        String.join(" ", grant.scopes()),
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
        return json;
    }
}
