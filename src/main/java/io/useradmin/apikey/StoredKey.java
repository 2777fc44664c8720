package io.useradmin.apikey;

import io.useradmin.shared.Columns;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A stored key without its digest, for listing and managing keys. It has the rules for rotation, which the command line and the
 * API share.
 *
 * @param madeToExpireAt the expiry before the first rotation; null means never
 * @param lastUsedAt can be up to 90 s too early (a minute, and the time that a replica caches a key); null means never
 */
public record StoredKey(
        String keyId,
        KeyGrant grant,
        Instant createdAt,
        @Nullable Instant madeToExpireAt,
        @Nullable Instant revokedAt,
        @Nullable Instant lastUsedAt) {
    /** The columns that {@link #read} needs. */
    public static final String COLUMNS = "key_id, tenant_id, name, scopes, created_at, expires_at, revoked_at,"
            + " last_used_at, rate_requests, rate_seconds, rate_burst,"
            + " case when rotated then made_to_expire_at else expires_at end as made_to_expire_at";

    /** Assignments for an update that changes {@code expires_at} because of a rotation. */
    public static final String ROTATED =
            "rotated = true, made_to_expire_at = case when rotated then made_to_expire_at else expires_at end";

    /** The default overlap: how long the old key works after a rotation. */
    public static final Duration USUAL_OVERLAP = Duration.ofHours(1);

    /**
     * The shortest overlap: replicas with a cached record see the new expiry only when they read the key again. That is longer than
     * {@link KeyCacheConfig#LONGEST_TTL}, because the record is as old as its lookup took.
     */
    public static final Duration SHORTEST_OVERLAP = Duration.ofSeconds(30);

    /** A tenant cannot rely on a key that expires sooner than this, such as the old key of a rotation. */
    private static final Duration RELIABLE_LIFETIME = Duration.ofDays(1);

    /** The latest time of the API, which PostgreSQL can read and clients can repeat. */
    private static final Instant LATEST_END = Instant.parse("9999-12-31T23:59:59Z");

    /** The key in a row of {@link #COLUMNS}. */
    public static StoredKey read(Columns columns) {
        return new StoredKey(
                columns.required("key_id", String.class),
                new KeyGrant(
                        columns.required("tenant_id", String.class),
                        columns.required("name", String.class),
                        List.of(columns.required("scopes", String[].class)),
                        columns.instant("expires_at"),
                        RateLimit.read(columns)),
                columns.required("created_at", OffsetDateTime.class).toInstant(),
                columns.instant("made_to_expire_at"),
                columns.instant("revoked_at"),
                columns.instant("last_used_at"));
    }

    /** The state of a key. */
    public enum State {
        ACTIVE,
        REVOKED,
        EXPIRED;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public State state(Instant now) {
        if (revokedAt != null) {
            return State.REVOKED;
        }
        Instant expiresAt = grant.expiresAt();
        return expiresAt != null && !now.isBefore(expiresAt) ? State.EXPIRED : State.ACTIVE;
    }

    public boolean isActive(Instant now) {
        return state(now) == State.ACTIVE;
    }

    /** The expiry of the old key of a rotation, in whole seconds. It is never later than the previous expiry. */
    public Instant endAfter(Duration overlap, Instant now) {
        Duration longEnough = overlap.compareTo(SHORTEST_OVERLAP) < 0 ? SHORTEST_OVERLAP : overlap;
        Instant overlapEnd = now.plus(longEnough).plusSeconds(1).minusNanos(1).truncatedTo(ChronoUnit.SECONDS);
        Instant ownEnd = grant.expiresAt();
        return ownEnd != null && ownEnd.isBefore(overlapEnd) ? ownEnd : overlapEnd;
    }

    /**
     * The grant of the new key of a rotation: the same, with the full original lifetime, but no later than {@link #LATEST_END}. So
     * a second rotation can replace a lost key.
     */
    public KeyGrant successor(Instant now) {
        Instant end = lifetime()
                .map(now::plus)
                .map(instant -> instant.truncatedTo(ChronoUnit.SECONDS))
                .map(instant -> instant.isAfter(LATEST_END) ? LATEST_END : instant)
                .orElse(null);
        return new KeyGrant(grant.tenantId(), grant.name(), grant.scopes(), end, grant.limit());
    }

    /** How long another key must work if the tenant loses this one: as long as this one, or for a day. */
    public Instant leastEndOfSubstitute(Instant now) {
        Instant end = grant.expiresAt();
        Instant reliable = now.plus(RELIABLE_LIFETIME);
        return end != null && end.isBefore(reliable) ? end : reliable;
    }

    private Optional<Duration> lifetime() {
        return Optional.ofNullable(madeToExpireAt).map(end -> Duration.between(createdAt, end));
    }
}
