package io.useradmin.apikey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.github.benmanes.caffeine.cache.Ticker;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Uni;
import io.useradmin.apikey.Authentication.Accepted;
import io.useradmin.apikey.Authentication.Limited;
import io.useradmin.apikey.Authentication.Refused;
import io.useradmin.problem.BackgroundFailures;
import io.useradmin.shared.OutageLog;
import io.useradmin.testsupport.Tenant;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The cache of API keys: how long it keeps a key, and which keys never cause a database query. */
class ApiKeyAuthenticatorTest {
    private static final Duration TTL = Duration.ofSeconds(20);
    private static final int PER_MINUTE = 60;
    private static final ClientNetwork SOURCE = ClientNetwork.of("192.0.2.1").orElseThrow();
    private static final ClientNetwork NEIGHBOUR = ClientNetwork.of("192.0.2.2").orElseThrow();

    private final Store store = new Store();
    private final MovedClock clock = new MovedClock();
    private final ApiKey key = Tenant.newKey();
    private final KeyCache cache = new KeyCache(store, clock, () -> TTL);
    private final ApiKeyAuthenticator authenticator = new ApiKeyAuthenticator(
            store,
            cache,
            new FailedKeyLimiter(() -> PER_MINUTE, clock),
            new BackgroundFailures(new OutageLog()),
            clock);

    @ParameterizedTest
    @NullSource
    @ValueSource(
            strings = {"", "nonsense", "uak_0123456789abcdef0123456789abcdef_00112233445566778899aabbccddeeff00000000"})
    void refusesAMalformedKeyWithoutAskingTheDatabase(String header) {
        assertThat(authenticate(header)).isEqualTo(new Refused());
        assertThat(store.lookUps).isZero();
    }

    @Test
    void refusesAMistypedKeyWithoutAskingTheDatabase() {
        store.add(key, null, null);
        String revealed = key.reveal();
        char last = revealed.charAt(revealed.length() - 1);

        assertThat(authenticate(revealed.substring(0, revealed.length() - 1) + (last == '0' ? '1' : '0')))
                .isEqualTo(new Refused());
        assertThat(store.lookUps).isZero();
    }

    @Test
    void asksTheDatabaseOnceInALifetime() {
        store.add(key, null, null);

        for (int second = 0; second < 20; second++) {
            assertThat(authenticate(key)).isInstanceOf(Accepted.class);
            clock.move(Duration.ofSeconds(1));
        }
        assertThat(store.lookUps).isEqualTo(1);
        assertThat(authenticate(key)).isInstanceOf(Accepted.class);
        assertThat(store.lookUps).isEqualTo(2);
    }

    /** Futures of the framework capture its contexts, which takes longer than the check. */
    @Test
    void answersFromTheCacheWithAPlainFuture() {
        store.add(key, null, null);
        authenticate(key);

        assertThat(authenticator.authenticate(key.reveal(), () -> SOURCE))
                .isExactlyInstanceOf(CompletableFuture.class)
                .isCompletedWithValueMatching(Accepted.class::isInstance);
    }

    @Test
    void cachesAnUnknownKeyToo() {
        assertThat(authenticate(key)).isEqualTo(new Refused());
        assertThat(authenticate(key)).isEqualTo(new Refused());
        assertThat(store.lookUps).isEqualTo(1);
    }

    @Test
    void refusesARevokedKeyOnceTheLifetimeIsOver() {
        store.add(key, null, null);
        assertThat(authenticate(key)).isInstanceOf(Accepted.class);

        store.add(key, null, clock.instant());
        clock.move(TTL);

        assertThat(authenticate(key)).isEqualTo(new Refused());
    }

    /** The network loses the packets of a response, and delivers it later. It is as old as the lookup. */
    @Test
    void cachesNoRecordThatArrivesLate() {
        store.add(key, null, null);
        store.isSlow = true;
        CompletableFuture<Authentication> waiting = authenticator.authenticate(key.reveal(), () -> SOURCE);
        store.add(key, null, clock.instant());
        clock.move(Duration.ofSeconds(4));
        store.isSlow = false;
        store.responses.forEach(Runnable::run);

        assertThat(waiting.join()).isInstanceOf(Accepted.class);
        assertThat(authenticate(key)).isEqualTo(new Refused());
        assertThat(authenticate(key)).isEqualTo(new Refused());
        assertThat(store.lookUps).isEqualTo(2);
    }

    /** An operator corrects the time, or a virtual machine continues after a pause. */
    @Test
    void refusesARevokedKeyAlthoughTheClockWasSetBack() {
        store.add(key, null, null);
        assertThat(authenticate(key)).isInstanceOf(Accepted.class);

        store.add(key, null, clock.instant());
        clock.setBack(Duration.ofHours(1));
        clock.move(TTL);

        assertThat(authenticate(key)).isEqualTo(new Refused());
    }

    @Test
    void refusesAKeyThatExpiresWhileItIsRemembered() {
        store.add(key, clock.instant().plusSeconds(5), null);
        assertThat(authenticate(key)).isInstanceOf(Accepted.class);

        clock.move(Duration.ofSeconds(5));

        assertThat(authenticate(key)).isEqualTo(new Refused());
        assertThat(store.lookUps).isEqualTo(1);
    }

    @Test
    void checksTheSecretOfARememberedKey() {
        store.add(key, null, null);
        ApiKey guessed = new ApiKey(key.keyId(), "0".repeat(48));

        assertThat(authenticate(guessed)).isEqualTo(new Refused());
        assertThat(authenticate(key)).isInstanceOf(Accepted.class);
        assertThat(authenticate(guessed)).isEqualTo(new Refused());
        assertThat(store.lookUps).isEqualTo(1);
    }

    @Test
    void limitsDatabaseQueriesByFailedKeysOfASource() {
        exhaust();
        assertThat(store.lookUps).isEqualTo(PER_MINUTE);

        for (int guess = 0; guess < 100; guess++) {
            assertThat(authenticate(Tenant.newKey())).isInstanceOf(Limited.class);
        }
        assertThat(store.lookUps).isEqualTo(PER_MINUTE);
        assertThat(authenticator
                        .authenticate(Tenant.newKey().reveal(), () -> NEIGHBOUR)
                        .join())
                .isEqualTo(new Refused());

        clock.move(Duration.ofSeconds(1));
        assertThat(authenticate(Tenant.newKey()))
                .as("one more failure allowed after a second")
                .isEqualTo(new Refused());
        assertThat(authenticate(Tenant.newKey())).isInstanceOf(Limited.class);
        assertThat(store.lookUps).isEqualTo(PER_MINUTE + 2);
    }

    @Test
    void readsACachedKeyAgainDespiteFailuresOfItsNeighbours() {
        store.add(key, null, null);
        assertThat(authenticate(key)).isInstanceOf(Accepted.class);

        for (int day = 0; day < 3; day++) {
            exhaust();
            assertThat(authenticate(key)).isInstanceOf(Accepted.class);
            clock.move(Duration.ofDays(1));
        }
    }

    @Test
    void readsAnUnknownKeyWhenTheLimitAllowsItAgain() {
        store.add(key, null, null);
        exhaust();

        Duration wait = ((Limited) authenticate(key)).retryAfter();

        assertThat(wait).isPositive().isLessThanOrEqualTo(Duration.ofSeconds(1));
        clock.move(wait);
        assertThat(authenticate(key)).isInstanceOf(Accepted.class);
    }

    @Test
    void countsNoLookUpOfAGoodKey() {
        for (int caller = 0; caller < 2 * PER_MINUTE; caller++) {
            ApiKey good = Tenant.newKey();
            store.add(good, null, null);
            assertThat(authenticate(good)).isInstanceOf(Accepted.class);
        }
        exhaust();
    }

    @Test
    void countsNoLookUpThatFailed() {
        store.isAway = true;
        for (int request = 0; request < 2 * PER_MINUTE; request++) {
            assertThatExceptionOfType(CompletionException.class).isThrownBy(() -> authenticate(Tenant.newKey()));
        }
        store.isAway = false;
        exhaust();
    }

    @Test
    void countsAWrongSecretOfAKeyThatItKnows() {
        store.add(key, null, null);
        ApiKey guessed = new ApiKey(key.keyId(), "0".repeat(48));
        for (int guess = 0; guess < PER_MINUTE; guess++) {
            assertThat(authenticate(guessed)).isEqualTo(new Refused());
        }

        assertThat(authenticate(guessed)).isInstanceOf(Limited.class);
        assertThat(authenticate("no key")).isInstanceOf(Limited.class);
        assertThat(authenticator.authenticate(null, () -> SOURCE).join()).isEqualTo(new Refused());
        assertThat(authenticate(key)).isInstanceOf(Accepted.class);
        assertThat(store.lookUps).isEqualTo(1);
    }

    @Test
    void countsNoRequestWithoutAKey() {
        for (int request = 0; request < 2 * PER_MINUTE; request++) {
            assertThat(authenticator.authenticate(null, () -> SOURCE).join()).isEqualTo(new Refused());
        }
        exhaust();
    }

    @Test
    void notesTheUseOfGoodKeysOnly() {
        store.add(key, null, null);
        ApiKey unknown = Tenant.newKey();
        ApiKey revoked = Tenant.newKey();
        store.add(revoked, null, clock.instant());

        List.of(key, unknown, revoked).forEach(this::authenticate);

        assertThat(store.uses).isEqualTo(Map.of(key.keyId(), clock.instant()));
    }

    @Test
    void notesAUseOnceAMinute() {
        store.add(key, null, null);
        Instant first = clock.instant();
        for (Duration passed : List.of(Duration.ZERO, TTL, TTL, Duration.ofSeconds(19), Duration.ofMillis(999))) {
            clock.move(passed);
            authenticate(key);
            store.add(key, null, null);
        }
        assertThat(store.uses).isEqualTo(Map.of(key.keyId(), first));

        clock.move(TTL);
        authenticate(key);

        assertThat(store.uses).isEqualTo(Map.of(key.keyId(), clock.instant()));
    }

    @Test
    void acceptsAKeyWhoseUseCannotBeRecorded() {
        store.add(key, null, null);
        store.refusesWrites = true;

        assertThat(authenticate(key)).isInstanceOf(Accepted.class);
    }

    @Test
    void doesNotCacheThatTheDatabaseWasDown() {
        store.add(key, null, null);
        store.isAway = true;
        assertThatExceptionOfType(CompletionException.class)
                .isThrownBy(() -> authenticate(key))
                .withCauseInstanceOf(IllegalStateException.class);

        store.isAway = false;

        assertThat(authenticate(key)).isInstanceOf(Accepted.class);
    }

    @Test
    void metersEachRequestOnceAndNoneBeyondTheLimit() {
        var metrics = new SimpleMeterRegistry();
        cache.start(new StartupEvent(), metrics);
        store.add(key, null, null);

        authenticate(key);
        assertThat(gets(metrics, "miss")).isEqualTo(1);
        assertThat(gets(metrics, "hit")).isZero();
        authenticate(key);
        assertThat(gets(metrics, "hit")).isEqualTo(1);

        exhaust();
        assertThat(gets(metrics, "miss")).isEqualTo(1 + PER_MINUTE);
        assertThat(gets(metrics, "hit")).isEqualTo(1);
    }

    private static double gets(SimpleMeterRegistry metrics, String result) {
        return metrics.get("cache.gets").tag("result", result).functionCounter().count();
    }

    private Authentication authenticate(ApiKey presented) {
        return authenticate(presented.reveal());
    }

    private Authentication authenticate(String header) {
        return authenticator.authenticate(header, () -> SOURCE).join();
    }

    /** Tries unknown keys until the source address is limited. */
    private void exhaust() {
        for (int guess = 0; guess < PER_MINUTE; guess++) {
            assertThat(authenticate(Tenant.newKey())).isEqualTo(new Refused());
        }
        assertThat(authenticate(Tenant.newKey())).isInstanceOf(Limited.class);
    }

    /** API keys in memory, with simulated database errors. */
    private static final class Store extends ApiKeyRepository {
        private final Map<String, KeyRecord> records = new HashMap<>();
        private final Map<String, Instant> uses = new HashMap<>();
        private int lookUps;
        private boolean isAway;
        private boolean refusesWrites;
        private boolean isSlow;
        private final List<Runnable> responses = new ArrayList<>();

        Store() {
            super(null);
        }

        void add(ApiKey key, Instant expiresAt, Instant revokedAt) {
            records.put(
                    key.keyId(),
                    new KeyRecord(
                            key.keyId(),
                            "tenant",
                            key.digest(),
                            Set.of("*"),
                            expiresAt,
                            revokedAt,
                            uses.get(key.keyId()),
                            null,
                            new AtomicBoolean()));
        }

        @Override
        Uni<Optional<KeyRecord>> record(String keyId) {
            lookUps++;
            if (isSlow) {
                Optional<KeyRecord> found = Optional.ofNullable(records.get(keyId));
                return Uni.createFrom().emitter(response -> responses.add(() -> response.complete(found)));
            }
            return isAway
                    ? Uni.createFrom().failure(new IllegalStateException("away"))
                    : Uni.createFrom().item(Optional.ofNullable(records.get(keyId)));
        }

        @Override
        Uni<Void> noteUse(String keyId, Instant now) {
            uses.put(keyId, now);
            return refusesWrites
                    ? Uni.createFrom().failure(new IllegalStateException("read-only"))
                    : Uni.createFrom().voidItem();
        }
    }

    private static final class MovedClock extends Clock implements Ticker {
        private Instant now = Instant.parse("2025-06-01T12:00:00Z");
        private long nanos;

        void move(Duration duration) {
            now = now.plus(duration);
            nanos += duration.toNanos();
        }

        void setBack(Duration duration) {
            now = now.minus(duration);
        }

        @Override
        public long read() {
            return nanos;
        }

        @Override
        public Instant instant() {
            return now;
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            throw new UnsupportedOperationException("time here has no zone");
        }
    }
}
