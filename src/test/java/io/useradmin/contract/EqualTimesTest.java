package io.useradmin.contract;

import static io.useradmin.testsupport.Api.as;
import static org.hamcrest.Matchers.contains;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.useradmin.testsupport.MovableClock;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Times are whole seconds. In a list, the identifier decides between two changes of the same second, not their order. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class EqualTimesTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final String SESSION = """
            {"session_key": "k", "expires_at": 9000000000}""";

    private final Tenant tenant = Tenant.create();

    @Inject
    MovableClock clock;

    @BeforeEach
    void beginASecond() {
        clock.stop();
        clock.advance(SECOND.minusNanos(clock.instant().getNano()));
    }

    @AfterEach
    void resetClock() {
        clock.reset();
    }

    @Test
    void ofSessions() {
        String user = tenant.user();
        inOneSecond(session -> as(tenant)
                .body(SESSION)
                .put("/api/users/{user}/sessions/{session}", user, session)
                .then()
                .statusCode(201));

        for (String key : List.of("initiated_at", "last_updated")) {
            as(tenant)
                    .get("/api/users/{user}/sessions?sort={key}:1", user, key)
                    .then()
                    .body("session_id", contains("a", "b", "c"));
        }
    }

    @Test
    void ofMemberships() {
        String user = tenant.user();
        inOneSecond(group -> {
            tenant.group(group);
            as(tenant)
                    .post("/api/users/{user}/groups/{group}", user, group)
                    .then()
                    .statusCode(201);
        });

        as(tenant)
                .get("/api/users/{user}/groups?sort=assigned_at:1", user)
                .then()
                .body("group_id", contains("a", "b", "c"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "PATCH  | /public_data       | {\"public_data\": {\"a\": 1}}         | 200",
                "PATCH  | /public_data       | {\"public_data\": {\"a\": {\"b\": 1}}}  | 200",
                "POST   | /disable           | {}                                 | 200",
                "POST   | /external_authenticator/disconnect | {\"authenticator\": \"google\", \"provider_user_id\": \"same\"} | 200",
            })
    void ofUsers(String method, String path, String body, int status) {
        inOneSecond(user -> {
            tenant.user(user, "{}", "{}");
            tenant.identity(user, "google", "same-" + user);
            as(tenant)
                    .body(body.replace("same", "same-" + user))
                    .request(method, "/api/users/" + user + path)
                    .then()
                    .statusCode(status);
        });

        as(tenant).get("/api/users?sort=last_updated:1").then().body("user_id", contains("a", "b", "c"));
    }

    /** In the order b, c, a. */
    private void inOneSecond(Consumer<String> change) {
        for (String identifier : List.of("b", "c", "a")) {
            change.accept(identifier);
            clock.advance(SECOND.dividedBy(10));
        }
    }
}
