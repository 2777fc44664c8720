package io.useradmin.telemetry;

import static io.restassured.RestAssured.given;
import static io.useradmin.testsupport.ServiceProcess.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import io.useradmin.testsupport.CapturedLog;
import io.useradmin.testsupport.Management;
import io.useradmin.testsupport.TestDatabase;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What is turned away because too much is under way is counted, and has no line of the access log. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(TurnedAwayTest.Full.class)
class TurnedAwayTest {
    private static final Pattern COUNTED =
            Pattern.compile("http_server_requests_seconds_count\\{.*status=\"503\".*} 1");

    /** Whatever comes is too much. */
    public static final class Full implements QuarkusTestProfile {
        @Override
        public Map<String, String> getConfigOverrides() {
            return Map.of("useradmin.http.max-in-flight", "0");
        }
    }

    @Test
    void isCountedAndNotLogged() throws Exception {
        try (CapturedLog log = CapturedLog.listen()) {
            given().get("/api/users/somebody/sessions").then().statusCode(503);

            await(
                    "it is counted",
                    () -> COUNTED.matcher(Management.get("/q/metrics").asString())
                            .find());
            assertThat(log.lines("access")).isEmpty();
        }
    }
}
