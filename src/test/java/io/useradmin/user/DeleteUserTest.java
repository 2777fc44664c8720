package io.useradmin.user;

import static io.useradmin.testsupport.Api.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.useradmin.testsupport.Locks;
import io.useradmin.testsupport.Sql;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class DeleteUserTest {
    /** All tables except PostgreSQL's own ones and the events. RecordedEventsTest checks what stays in the events. */
    private static final String TABLES = """
            select pg_class.oid::regclass::text from pg_class
              join pg_namespace on pg_namespace.oid = relnamespace
             where relkind in ('r', 'p', 'm') and nspname !~ '^pg_' and nspname <> 'information_schema'
               and relname <> 'events'
            """;

    /** Tables that contain no user ids. */
    private static final List<String> WITHOUT_USERS = List.of(
            "tenants",
            "api_keys",
            "groups",
            "import_progress",
            "flyway_schema_history",
            "purged_events",
            "deliveries",
            "idempotency_keys",
            "ssf_keys",
            "ssf_streams");

    final Tenant tenant = Tenant.create();

    /** Reads the tables and columns from the catalogue, so that a new table is checked automatically. */
    @Test
    void leavesNoTraceOfTheUserInAnyTable() {
        List<String> tables = Sql.list(TABLES);
        String user = complete("ann");
        String other = complete("bob");
        assertThat(tables).containsAll(WITHOUT_USERS);
        assertThat(tables)
                .filteredOn(table -> !WITHOUT_USERS.contains(table))
                .allSatisfy(table -> assertThat(rowsThatMention(user, table))
                        .as("rows of the user in %s: the test has some, or the table is in WITHOUT_USERS", table)
                        .isPositive());

        as(tenant).delete("/api/users/{user}", user).then().statusCode(204);

        assertThat(tables)
                .allSatisfy(table ->
                        assertThat(rowsThatMention(user, table)).as(table).isZero());
        assertThat(tables)
                .filteredOn(table -> !WITHOUT_USERS.contains(table))
                .allSatisfy(table ->
                        assertThat(rowsThatMention(other, table)).as(table).isPositive());
        as(tenant)
                .delete("/api/users/{user}", user)
                .then()
                .statusCode(404)
                .body("type", equalTo("urn:useradmin:problem:user-not-found"));
    }

    @Test
    void answers204ToOneOfManyCallsAtOnce() throws Exception {
        String user = complete("ann");
        Supplier<Integer> delete =
                () -> as(tenant).delete("/api/users/{user}", user).statusCode();

        List<Integer> statuses = Locks.callTogether(tenant, user, Collections.nCopies(8, delete));

        assertThat(statuses).filteredOn(status -> status == 204).hasSize(1);
        assertThat(statuses).filteredOn(status -> status == 404).hasSize(7);
    }

    /** A user with rows in every table. The id occurs nowhere else. */
    private String complete(String name) {
        String user = name + "-" + UUID.randomUUID();
        tenant.user(user, "{\"nickname\": \"" + user + "\"}", "{\"account\": \"" + user + "\"}");
        tenant.session(user, "s1");
        tenant.blocked(user, "192.0.2.1");
        tenant.identity(user, "google", "g-" + user);
        tenant.username(user, user);
        tenant.email(user, user + "@example.com", true);
        tenant.phone(user, "+35840" + Math.abs(user.hashCode()));
        tenant.group("admins");
        as(tenant).post("/api/users/{user}/groups/admins", user).then().statusCode(201);
        return user;
    }

    private static long rowsThatMention(String user, String table) {
        return Long.parseLong(
                Sql.value("select count(*) from " + table + " row where strpos(row_to_json(row)::text, ?) > 0", user));
    }
}
