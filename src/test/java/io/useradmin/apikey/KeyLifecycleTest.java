package io.useradmin.apikey;

import static io.useradmin.testsupport.Api.withKey;
import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.useradmin.testsupport.Await;
import io.useradmin.testsupport.MovableClock;
import io.useradmin.testsupport.Sql;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import jakarta.inject.Inject;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class KeyLifecycleTest {
    @Inject
    MovableClock clock;

    final Tenant tenant = Tenant.create();
    final String user = tenant.user();

    @AfterEach
    void resetClock() {
        clock.reset();
    }

    @Test
    void aRevokedKeyStopsWorkingWithin30SecondsOnAWarmCache() {
        clock.stop();
        ApiKey key = tenant.key(Scope.ALL);
        assertThat(statusWith(key)).isEqualTo(200);

        Sql.run("update api_keys set revoked_at = now() where key_id = ?", key.keyId());
        assertThat(statusWith(key)).as("still cached").isEqualTo(200);
        clock.advance(Duration.ofSeconds(30));

        assertThat(statusWith(key)).isEqualTo(401);
    }

    @Test
    void aKeyExpiresToTheSecondEvenWhileItIsRemembered() {
        clock.stop();
        ApiKey key = tenant.expiringKey(clock.instant().plusSeconds(10));
        assertThat(statusWith(key)).isEqualTo(200);

        clock.advance(Duration.ofSeconds(10));

        assertThat(statusWith(key)).isEqualTo(401);
    }

    @Test
    void losingAScopeTakesEffectWithin30Seconds() {
        clock.stop();
        ApiKey key = tenant.key(Scope.ALL);
        assertThat(statusWith(key)).isEqualTo(200);

        Sql.run("update api_keys set scopes = '{users:delete}' where key_id = ?", key.keyId());
        clock.advance(Duration.ofSeconds(30));

        assertThat(statusWith(key)).isEqualTo(403);
    }

    @Test
    void recordsTheLastUseOfAKeyToTheMinute() throws Exception {
        clock.stop();
        ApiKey key = tenant.key(Scope.ALL);
        assertThat(lastUse(key)).isEqualTo("null");

        statusWith(key);
        Await.until("the first use is recorded", () -> !lastUse(key).equals("null"));
        String first = lastUse(key);
        clock.advance(Duration.ofSeconds(31));
        statusWith(key);
        awaitRecords();
        assertThat(lastUse(key)).as("within the minute").isEqualTo(first);
        clock.advance(Duration.ofSeconds(31));
        statusWith(key);
        Await.until("the use after the minute is recorded", () -> wasLastUsedNow(key));
    }

    @Test
    void aGuessedSecretIsNoUse() throws Exception {
        clock.stop();
        awaitRecords();
        ApiKey key = tenant.key(Scope.ALL);

        assertThat(statusWith(new ApiKey(key.keyId(), "f".repeat(48)))).isEqualTo(401);

        awaitRecords();
        assertThat(lastUse(key)).isEqualTo("null");
        assertThat(statusWith(key)).as("the good key is not locked out").isEqualTo(200);
    }

    /** Otherwise somebody who knows only the id of a key could make it look unused. */
    @Test
    void aGuessedSecretDoesNotHideAUse() throws Exception {
        clock.stop();
        ApiKey key = tenant.key(Scope.ALL);
        assertThat(statusWith(new ApiKey(key.keyId(), "f".repeat(48)))).isEqualTo(401);

        assertThat(statusWith(key)).as("the record is cached").isEqualTo(200);

        Await.until("the use is recorded", () -> wasLastUsedNow(key));
    }

    /** Waits until the service has recorded the uses so far: it records that of another key after them. */
    private void awaitRecords() throws Exception {
        ApiKey other = tenant.key(Scope.ALL);
        assertThat(statusWith(other)).isEqualTo(200);
        Await.until("the use of another key is recorded", () -> wasLastUsedNow(other));
    }

    private int statusWith(ApiKey key) {
        return withKey(key.reveal()).get("/api/users/{user}/public_data", user).statusCode();
    }

    private boolean wasLastUsedNow(ApiKey key) {
        return !Sql.list("select 1 from api_keys where key_id = ? and last_used_at = ?", key.keyId(), clock.instant())
                .isEmpty();
    }

    private static String lastUse(ApiKey key) {
        return Sql.value("select last_used_at from api_keys where key_id = ?", key.keyId());
    }
}
