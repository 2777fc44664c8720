package io.useradmin.apikey;

import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.apikey.RateLimit.Unit;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rules for rotating and replacing keys. */
class StoredKeyTest {
    private static final Instant NOW = Instant.parse("2030-01-01T00:00:00.5Z");
    private static final RateLimit LIMIT = new RateLimit(1, Unit.SECOND, 1);

    @ParameterizedTest
    @CsvSource({
        ", , active",
        "PT1S, , active",
        "PT0S, , expired",
        "PT-1S, , expired",
        "PT1S, PT0S, revoked",
        "PT-1S, PT0S, revoked"
    })
    void hasAState(Duration end, Duration revoked, String state) {
        assertThat(key(end, revoked).state(NOW)).hasToString(state);
        assertThat(key(end, revoked).isActive(NOW)).isEqualTo(state.equals("active"));
    }

    @ParameterizedTest
    @CsvSource({
        "PT1H, , 2030-01-01T01:00:01Z",
        "PT29.5S, , 2030-01-01T00:00:31Z",
        "PT30.5S, , 2030-01-01T00:00:31Z",
        "PT0S, , 2030-01-01T00:00:31Z",
        "PT1H, PT10S, 2030-01-01T00:00:10.5Z",
        "PT1H, P1D, 2030-01-01T01:00:01Z"
    })
    void endsAfterTheOverlapAndNeverLater(Duration overlap, Duration end, Instant expected) {
        assertThat(key(end, null).endAfter(overlap, NOW)).isEqualTo(expected);
    }

    @Test
    void hasASuccessorOfTheSameKind() {
        StoredKey old = key(Duration.ofDays(9), null);

        assertThat(old.successor(NOW))
                .isEqualTo(new KeyGrant(
                        "tenant", "name", List.of("users:read"), Instant.parse("2030-01-11T00:00:00Z"), LIMIT));
        assertThat(key(null, null).successor(NOW).expiresAt()).isNull();
        assertThat(rotatedKey(Duration.ofHours(1), Duration.ofDays(9), null).successor(NOW))
                .as("another successor")
                .isEqualTo(old.successor(NOW));
        assertThat(rotatedKey(Duration.ofHours(1), null, null).successor(NOW).expiresAt())
                .isNull();
    }

    @Test
    void hasASuccessorThatEndsAtTheLatestTimeAtMost() {
        Duration untilTheLatest = Duration.between(NOW, Instant.parse("9999-12-31T23:59:59Z"));

        assertThat(key(untilTheLatest, null).successor(NOW.plusSeconds(1)).expiresAt())
                .isEqualTo("9999-12-31T23:59:59Z");
    }

    @ParameterizedTest
    @CsvSource({", P1D", "P30D, P1D", "P1D, P1D", "PT23H59M, PT23H59M", "PT1H, PT1H"})
    void needsASubstituteThatWorksAsLongOrForADay(Duration end, Duration least) {
        assertThat(key(end, null).leastEndOfSubstitute(NOW)).isEqualTo(NOW.plus(least));
    }

    @ParameterizedTest
    @CsvSource({
        "users:read, users:read, true",
        "users:read, users:write, false",
        "users:read, *, false",
        "users:read, Users:read, false",
        "users:read, users:*, false",
        "*, users:read, true",
        "*, *, true"
    })
    void coversItsScopes(String own, String wanted, boolean covers) {
        assertThat(grant(own, null).covers(wanted)).isEqualTo(covers);
    }

    @Test
    void coversNoMoreThanItsRate() {
        assertThat(grant("*", null).covers((RateLimit) null)).isTrue();
        assertThat(grant("*", null).covers(LIMIT)).isTrue();
        assertThat(grant("*", LIMIT).covers(LIMIT)).isTrue();
        assertThat(grant("*", LIMIT).covers(LIMIT.withBurst(2))).isFalse();
        assertThat(grant("*", LIMIT).covers((RateLimit) null)).as("no limit").isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "a, true",
                "\" \", false",
                "\"\", false",
                "\"a\u0000\", false",
                "\"a\nb\", false",
                "\"a\u2028b\", false",
                "\"a\u2029b\", false",
                "\"a\u200b\", false",
                "\"a\u202eb\", false",
                "\"a\ufeff\", false",
                "\u00e9\u0639, true"
            })
    void knowsNames(String name, boolean isName) {
        assertThat(KeyGrant.isName(name)).isEqualTo(isName);
        assertThat(KeyGrant.isName("x".repeat(200))).isTrue();
        assertThat(KeyGrant.isName("\ud83e\udd8a".repeat(200))).isTrue();
        assertThat(KeyGrant.isName("x".repeat(201))).isFalse();
    }

    private static KeyGrant grant(String scope, RateLimit limit) {
        return new KeyGrant("tenant", "name", List.of(scope), null, limit);
    }

    private static StoredKey key(Duration end, Duration revoked) {
        return rotatedKey(end, end, revoked);
    }

    private static StoredKey rotatedKey(Duration end, Duration madeToEnd, Duration revoked) {
        return new StoredKey(
                "key",
                new KeyGrant("tenant", "name", List.of("users:read"), end == null ? null : NOW.plus(end), LIMIT),
                NOW.minus(Duration.ofDays(1)),
                madeToEnd == null ? null : NOW.plus(madeToEnd),
                revoked == null ? null : NOW.plus(revoked),
                null);
    }
}
