package io.useradmin.apikey;

import static io.useradmin.testsupport.Api.as;
import static io.useradmin.testsupport.Api.withKey;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.nullValue;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.useradmin.testsupport.Api;
import io.useradmin.testsupport.MovableClock;
import io.useradmin.testsupport.Response;
import io.useradmin.testsupport.Sql;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import jakarta.inject.Inject;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The rate limit of a key, and the headers that report it, while time stands still. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class KeyRateTest {
    @Inject
    MovableClock clock;

    final Tenant tenant = Tenant.create();
    final ApiKey key = tenant.key("users:read", "events:read");

    @BeforeEach
    void stopClock() {
        clock.stop();
    }

    @AfterEach
    void resetClock() {
        clock.reset();
    }

    @Test
    void refusesRequestsBeyondTheLimit() {
        limit(2);

        get("/api/users").then().statusCode(200).header("RateLimit-Policy", "\"key\";q=2;w=7200");
        get("/api/users").then().statusCode(200).header("RateLimit", "\"key\";r=0;t=3600");
        Response refused = get("/api/users");

        refused.then()
                .statusCode(429)
                .contentType("application/problem+json")
                .header("RateLimit-Policy", "\"key\";q=2;w=7200")
                .header("RateLimit", "\"key\";r=0;t=3600")
                .header("Cache-Control", "no-store")
                .body("type", equalTo("urn:useradmin:problem:rate-limited"));
        int delay = Integer.parseInt(refused.header("Retry-After"));
        assertThat(delay).isEqualTo(3_600);

        clock.advance(Duration.ofSeconds(delay));

        get("/api/users").then().statusCode(200);
        get("/api/users").then().statusCode(429);
    }

    /** Refused requests also count. */
    @Test
    void countsRequestsThatAreRefused() {
        limit(7);

        get("/api/groups").then().statusCode(403).header("RateLimit", "\"key\";r=6;t=3600");
        get("/api/nothing").then().statusCode(404).header("RateLimit", "\"key\";r=5;t=7200");
        get("/api/users?size=0").then().statusCode(422);
        withKey(key.reveal()).accept("text/html").get("/api/users").then().statusCode(406);
        withKey(key.reveal()).request("OPTIONS", "/api/users").then().header("RateLimit", "\"key\";r=2;t=18000");
        get("/api//users").then().statusCode(400).header("RateLimit", "\"key\";r=1;t=21600");
        get("/api/users").then().statusCode(200);
        get("/api/users").then().statusCode(429);
        withKey(key.reveal()).body("{").post("/api/keys").then().statusCode(429);
        get("/api//users")
                .then()
                .statusCode(429)
                .header("RateLimit-Policy", "\"key\";q=7;w=25200")
                .header("RateLimit", "\"key\";r=0;t=3600");
    }

    @Test
    void countsNothingWithoutAGoodKey() {
        limit(1);
        String wrong = new ApiKey(key.keyId(), "0".repeat(48)).reveal();

        for (int number = 0; number < 3; number++) {
            withKey(wrong).get("/api/users").then().statusCode(401).header("RateLimit", nullValue());
            Api.given().options("/api/users").then().statusCode(401).header("RateLimit", nullValue());
        }

        get("/api/users").then().statusCode(200);
    }

    @Test
    void limitsNoKeyWithoutALimit() {
        limit(1);
        get("/api/users").then().statusCode(200);

        for (int number = 0; number < 3; number++) {
            as(tenant)
                    .get("/api/users")
                    .then()
                    .statusCode(200)
                    .header("RateLimit", nullValue())
                    .header("RateLimit-Policy", nullValue());
        }
    }

    @Test
    void countsAStreamOnce() {
        limit(2);

        withKey(key.reveal())
                .get("/api/events?after=now&wait=1")
                .then()
                .statusCode(200)
                .header("RateLimit", "\"key\";r=1;t=3600");
    }

    @Test
    void aChangedLimitTakesEffectWhenTheKeyIsReadAgain() {
        limit(1);
        get("/api/users").then().statusCode(200);
        get("/api/users").then().statusCode(429);
        limit(3);
        get("/api/users").then().statusCode(429);

        clock.advance(Duration.ofSeconds(30));

        get("/api/users").then().statusCode(200).header("RateLimit-Policy", "\"key\";q=3;w=10800");
    }

    private void limit(int burst) {
        Sql.run(
                "update api_keys set rate_requests = 1, rate_seconds = 3600, rate_burst = ? where key_id = ?",
                burst,
                key.keyId());
    }

    private Response get(String path) {
        return withKey(key.reveal()).get(path);
    }
}
