package io.useradmin.operator;

import static io.useradmin.testsupport.Api.withKey;
import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.useradmin.apikey.ApiKey;
import io.useradmin.operator.Commands.Outcome;
import io.useradmin.testsupport.MovableClock;
import io.useradmin.testsupport.Sql;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Changes of keys by commands take effect for clients. */
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

    /** A replica with the key in its cache must have read it again by then. */
    @Test
    void theOldKeyEndsAtThePrintedTimeEvenWithAShortOverlap() {
        String old = create("--scope *");
        clock.stop();
        assertThat(statusWith(old)).isEqualTo(200);
        Outcome rotated = Commands.onTestDatabase(clock).line("key rotate " + idOf(old) + " --overlap PT12S");
        Instant end = end(rotated.err());
        assertThat(end)
                .isBetween(clock.instant().plusSeconds(29), clock.instant().plusSeconds(32));

        clock.advance(Duration.ofSeconds(19));
        assertThat(statusWith(old)).isEqualTo(200);
        clock.advance(Duration.between(clock.instant(), end));
        assertThat(statusWith(old)).isEqualTo(401);
    }

    @Test
    void aCachedKeyOfADeletedTenantIsRefused() {
        String key = create("--scope *");
        assertThat(statusWith(key)).isEqualTo(200);
        Sql.run("delete from users where tenant_id = ?", tenant.id());
        Sql.run("delete from api_keys where tenant_id = ?", tenant.id());
        Sql.run("delete from tenants where tenant_id = ?", tenant.id());

        assertThat(withKey(key).body("{}").put("/api/users/new").statusCode()).isEqualTo(401);
        assertThat(withKey(key)
                        .body("{\"name\": \"new\"}")
                        .put("/api/groups/new")
                        .statusCode())
                .isEqualTo(401);
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

    private static Instant end(String said) {
        return Instant.parse(said.replaceFirst("(?s).* ends at (\\S+)\\.\\s*$", "$1"));
    }

    private static String idOf(String key) {
        return ApiKey.parse(key).orElseThrow().keyId();
    }

    private int statusWith(String key) {
        return withKey(key).get("/api/users/{user}/public_data", user).statusCode();
    }
}
