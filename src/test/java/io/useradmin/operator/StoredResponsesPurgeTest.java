package io.useradmin.operator;

import static io.useradmin.testsupport.Api.as;
import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.useradmin.testsupport.Response;
import io.useradmin.testsupport.Sql;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import java.time.Clock;
import org.junit.jupiter.api.Test;

/** The purge of responses that are stored for an Idempotency-Key. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class StoredResponsesPurgeTest {
    private static final String STORED = "select idempotency_key from idempotency_keys where tenant_id = ? order by 1";

    final Tenant tenant = Tenant.create();
    final String user = tenant.user("{}", "{}");

    @Test
    void deletesThoseOlderThanADayAndKeepsTheOthers() {
        patch("expired", "green");
        age("25 hours");
        Response kept = patch("kept", "red");
        patch("new", "blue");
        assertThat(Sql.list(STORED, tenant.id())).containsExactly("expired", "kept", "new");

        assertThat(Commands.onTestDatabase(Clock.systemUTC()).line("purge").exitCode())
                .isZero();

        assertThat(Sql.list(STORED, tenant.id())).containsExactly("kept", "new");
        // The response is the stored one, and the request is not executed again.
        assertThat(patch("kept", "red").asString()).isEqualTo(kept.asString());
        assertThat(as(tenant).get("/api/users/{user}/public_data", user).asString())
                .contains("blue");
    }

    private void age(String time) {
        Sql.run(
                "update idempotency_keys set created_at = created_at - cast(? as interval) where tenant_id = ?",
                time,
                tenant.id());
    }

    private Response patch(String key, String color) {
        Response response = as(tenant)
                .header("Idempotency-Key", key)
                .body("{\"public_data\": {\"color\": \"%s\"}}".formatted(color))
                .patch("/api/users/{user}/public_data", user);
        assertThat(response.statusCode()).isEqualTo(200);
        return response;
    }
}
