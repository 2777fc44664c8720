package io.useradmin.key;

import io.useradmin.apikey.KeyGrant;
import io.useradmin.apikey.RateLimit;
import io.useradmin.apikey.Scope;
import io.useradmin.apikey.StoredKey;
import io.useradmin.json.JsonItem;
import io.useradmin.json.JsonMembers;
import io.useradmin.shared.Location;
import io.useradmin.shared.Violations;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Parses the bodies that create or rotate keys. Errors are violations. */
final class KeyInput {
    /** The longest lifetime and overlap, in seconds: ten years. */
    static final int LONGEST_TTL = 315_576_000;

    private KeyInput() {}

    /** The grant of a new key; empty if the name is missing or invalid. */
    static Optional<KeyGrant> grant(JsonMembers body, String tenantId, Instant now) {
        Optional<String> name = body.required("name")
                .flatMap(item ->
                        item.text().filter(text -> item.require(KeyGrant.isName(text), "length", KeyGrant.NAME_RULE)));
        List<String> scopes = scopes(body);
        Instant end = end(body, now);
        RateLimit limit = limit(body);
        body.end();
        return name.map(given -> new KeyGrant(tenantId, given, scopes, end, limit));
    }

    /** How long the old key of a rotation still works. */
    static Duration overlap(JsonMembers body) {
        Duration overlap = body.optional("overlap")
                .flatMap(item -> item.integer(0, LONGEST_TTL))
                .map(Duration::ofSeconds)
                .orElse(StoredKey.USUAL_OVERLAP);
        body.end();
        return overlap;
    }

    private static List<String> scopes(JsonMembers body) {
        Optional<JsonItem> given = body.required("scopes");
        List<String> scopes = body.distinct("scopes", item -> item.oneOf(Scope.written()));
        given.ifPresent(item -> item.require(!item.isEmptyArray(), "length", "must have at least one scope"));
        return scopes;
    }

    private static @Nullable Instant end(JsonMembers body, Instant now) {
        Optional<JsonItem> ttl = body.optional("ttl");
        Optional<JsonItem> expiresAt = body.optional("expires_at");
        if (ttl.isPresent() && expiresAt.isPresent()) {
            ttl.get().require(false, "not_together", "must not be given together with expires_at");
            return null;
        }
        return ttl.flatMap(item -> item.integer(1, LONGEST_TTL))
                .map(seconds -> Instant.ofEpochSecond(now.getEpochSecond() + seconds))
                .or(() -> expiresAt.flatMap(item -> item.time()
                        .map(Instant::ofEpochSecond)
                        .filter(end -> item.require(end.isAfter(now), "out_of_range", "must be in the future"))))
                .orElse(null);
    }

    private static @Nullable RateLimit limit(JsonMembers body) {
        Optional<JsonItem> given = body.optional("rate");
        Optional<RateLimit> rate = given.flatMap(item -> item.parsed(KeyInput::rate));
        Optional<Integer> burst = body.optional("burst")
                .flatMap(item -> item.integer(1, RateLimit.MOST)
                        .filter(_ -> item.require(given.isPresent(), "not_together", "must not be given without rate")))
                .map(Long::intValue);
        return rate.map(limit -> burst.map(limit::withBurst).orElse(limit)).orElse(null);
    }

    private static Optional<RateLimit> rate(Location location, String text, Violations violations) {
        Optional<RateLimit> rate = RateLimit.parse(text);
        if (rate.isEmpty()) {
            violations.broken(location, "malformed", RateLimit.RULE);
        }
        return rate;
    }
}
