package io.useradmin.contract;

import static io.useradmin.testsupport.Api.as;
import static io.useradmin.testsupport.Api.withKey;
import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.useradmin.apikey.ApiKey;
import io.useradmin.testsupport.ApiOperation;
import io.useradmin.testsupport.CapturedLog;
import io.useradmin.testsupport.Operation;
import io.useradmin.testsupport.Sql;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import java.util.List;
import org.junit.jupiter.api.Test;

/** No key, no secret, no private data and no session key gets into a log or an error. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class PrivacyTest {
    private static final String CANARY = "canary-6f1c";

    final Tenant tenant = Tenant.create();

    @Test
    void logsNothingPrivateOverAWholeScenario() {
        List<String> logged;
        try (CapturedLog log = CapturedLog.start()) {
            everyOperationInEveryWay();
            failInsideTheDatabase();
            logged = log.entries();
        }

        assertThat(logged).as("the failure itself is logged").anyMatch(entry -> entry.contains("SQLSTATE P0001"));
        ApiKey key = ApiKey.parse(tenant.apiKey()).orElseThrow();
        for (String secret : List.of(CANARY, "sk-session-1", key.secret(), key.secretDigest())) {
            assertThat(logged).noneMatch(entry -> entry.contains(secret));
        }
    }

    private void everyOperationInEveryWay() {
        for (ApiOperation operation : ApiOperation.all().toList()) {
            String user = Operation.userFor(tenant);
            Sql.run("update users set private_data = '{\"a\": \"" + CANARY + "\"}' where tenant_id = ?", tenant.id());
            operation.send(tenant.apiKey(), user).then().statusCode(operation.success());
            if (operation.needsUser()) {
                operation.send(tenant.apiKey(), "nobody").then().statusCode(404);
            }
            operation.send(tenant.apiKey().replace('a', 'b'), user).then().statusCode(401);
            assertThat(operation
                            .send(withKey(tenant.apiKey()).header("Accept", "text/" + CANARY), user)
                            .asString())
                    .doesNotContain(CANARY);
            Sql.run("delete from users where tenant_id = ?", tenant.id());
        }
        for (String body : List.of(
                "{\"private_data\": {\"" + CANARY + "\": ",
                "{\"private_data\": \"" + CANARY + "\"}",
                "{\"private_data\": {\"a\": 1, \"a\": \"" + CANARY + "\"}}",
                "{\"private_data\": {\"a\": \"" + CANARY + "\\u0000\"}}",
                "{\"private_data\": {\"a\": \"" + CANARY.repeat(7000) + "\"}}",
                CANARY)) {
            String answer = as(tenant)
                    .body(body)
                    .patch("/api/users/{user}/private_data", tenant.user())
                    .asString();
            assertThat(answer).contains("urn:useradmin:problem:").doesNotContain(CANARY);
        }
    }

    /** PostgreSQL's messages quote what they are about: here is one that does so for certain. */
    private void failInsideTheDatabase() {
        String user = tenant.user();
        Sql.run("create function quote_it() returns trigger language plpgsql as"
                + " $$ begin raise exception 'refused: %', new.private_data; end $$");
        Sql.run("create trigger quote_it before update on users for each row when (new.tenant_id = '" + tenant.id()
                + "') execute function quote_it()");
        try {
            var answer = as(tenant)
                    .body("{\"private_data\": {\"a\": \"" + CANARY + "\"}}")
                    .patch("/api/users/{user}/private_data", user);
            assertThat(answer.statusCode()).isEqualTo(500);
            assertThat(answer.asString())
                    .contains("urn:useradmin:problem:internal-error")
                    .doesNotContain(CANARY)
                    .doesNotContain("Exception")
                    .doesNotContain("SQL");
        } finally {
            Sql.run("drop trigger quote_it on users");
            Sql.run("drop function quote_it()");
        }
    }
}
