package io.useradmin.operator;

import static io.useradmin.testsupport.Api.withKey;
import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.useradmin.apikey.ApiKey;
import io.useradmin.testsupport.MovableClock;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import jakarta.inject.Inject;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** That what an operator does to keys is what callers notice. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class KeyOverHttpTest {
    @Inject
    MovableClock clock;

    final Tenant tenant = Tenant.create();
    final String user = tenant.user();

    @AfterEach
    void resetClock() {
        clock.reset();
    }

    @Test
    void aCreatedKeyWorksWithinItsTenantAndScopes() {
        String key = create("--scope public_data:read");
        assertThat(statusWith(key)).isEqualTo(200);
        assertThat(withKey(key).delete("/api/users/{user}", user).statusCode()).isEqualTo(403);
        assertThat(withKey(key)
                        .get("/api/users/{user}/public_data", Tenant.create().user())
                        .statusCode())
                .isEqualTo(404);
    }

    @Test
    void bothKeysWorkUntilTheOverlapEnds() {
        String old = create("--scope *");
        String replacement = line("key rotate " + idOf(old) + " --overlap PT1H");
        assertThat(statusWith(old)).isEqualTo(200);
        assertThat(statusWith(replacement)).isEqualTo(200);
        clock.advance(Duration.ofHours(1).plusSeconds(1));
        assertThat(statusWith(old)).isEqualTo(401);
        assertThat(statusWith(replacement)).isEqualTo(200);
    }

    @Test
    void aRevokedKeyStopsWorking() {
        String key = create("--scope *");
        assertThat(statusWith(key)).isEqualTo(200);
        line("key revoke " + idOf(key));
        clock.advance(Duration.ofSeconds(30));
        assertThat(statusWith(key)).isEqualTo(401);
    }

    private String create(String options) {
        return line("key create --tenant " + tenant.id() + " --name portal " + options);
    }

    private String line(String line) {
        return Commands.onTestDatabase(clock).line(line).onlyLine();
    }

    private static String idOf(String key) {
        return ApiKey.parse(key).orElseThrow().keyId();
    }

    private int statusWith(String key) {
        return withKey(key).get("/api/users/{user}/public_data", user).statusCode();
    }
}
