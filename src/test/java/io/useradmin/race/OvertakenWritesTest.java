package io.useradmin.race;

import static io.useradmin.testsupport.Api.as;
import static org.hamcrest.Matchers.containsString;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.useradmin.testsupport.Sql;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A statement that finds neither the row nor a place for it was overtaken by another transaction, and is repeated. Here a trigger
 * skips each write, as if that happened every time.
 */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class OvertakenWritesTest {
    final Tenant tenant = Tenant.create();
    final String user = tenant.user();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "sessions  | /api/users/{user}/sessions/s | {'session_key': 'k', 'expires_at': 4000000000}",
                "ip_access | /api/users/{user}/blocked_ips/203.0.113.7"
                        + " | {'login_count': 1, 'failure_count': 0, 'last_login_attempt': 1}",
                "groups    | /api/groups/g | {'name': 'g'}",
            })
    void givesUpAndHasChangedNothing(String table, String path, String body) {
        Sql.run("create function skip_it() returns trigger language plpgsql as $$ begin return null; end $$");
        Sql.run("create trigger skip_it before insert on " + table + " for each row when (new.tenant_id = '"
                + tenant.id() + "') execute function skip_it()");
        try {
            as(tenant)
                    .body(body.replace('\'', '"'))
                    .put(path.replace("{user}", user))
                    .then()
                    .statusCode(503)
                    .body("detail", containsString("Nothing was changed"));
        } finally {
            Sql.run("drop trigger skip_it on " + table);
            Sql.run("drop function skip_it()");
        }
    }
}
