package io.useradmin.contract;

import static io.useradmin.testsupport.Api.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.useradmin.testsupport.ApiOperation;
import io.useradmin.testsupport.Response;
import io.useradmin.testsupport.Sql;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A failed commit is never acknowledged, whatever error PostgreSQL reports. With SQLSTATE 57P01, a Citus coordinator passes on
 * that another node ended the connection. The driver takes this for the end of its own connection, not for the response to the
 * commit.
 */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class FailedCommitTest {
    private final Tenant tenant = Tenant.create();
    private final String user = ApiOperation.userFor(tenant);

    @AfterEach
    void commitAgain() {
        Sql.run("drop trigger if exists fails_commit on users");
        Sql.run("drop function if exists fail_commit()");
    }

    @ParameterizedTest
    @ValueSource(strings = {"57P01", "57P05", "25P03", "XX000"})
    void isNotAcknowledged(String state) {
        Sql.run("create function fail_commit() returns trigger language plpgsql as"
                + " $$ begin raise exception 'terminating connection due to a test' using errcode = '" + state
                + "'; end $$");
        Sql.run(
                "create constraint trigger fails_commit after update on users deferrable initially deferred for each row when (new.tenant_id = '"
                        + tenant.id() + "') execute function fail_commit()");

        assertUnknown(
                as(tenant).body("{\"public_data\": {\"lost\": true}}").patch("/api/users/{user}/public_data", user));
        assertUnknown(as(tenant).body("{}").post("/api/users/{user}/disable", user));
        assertUnknown(as(tenant)
                .body("{\"authenticator\": \"google\", \"provider_user_id\": \"google-1\"}")
                .post("/api/users/{user}/external_authenticator/disconnect", user));
        assertUnknown(as(tenant).header("Idempotency-Key", "once").body("{}").post("/api/users/{user}/disable", user));

        commitAgain();
        assertThat(as(tenant)
                        .get("/api/users/{user}/public_data", user)
                        .jsonPath()
                        .getMap("public_data"))
                .doesNotContainKey("lost");
        as(tenant).body("{}").post("/api/users/{user}/disable", user).then().statusCode(200);
    }

    private static void assertUnknown(Response response) {
        response.then().statusCode(503).body("detail", containsString("unknown"));
    }
}
