package io.useradmin.user;

import static io.useradmin.testsupport.Api.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.useradmin.testsupport.Sql;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class DeleteUserTest {
    final Tenant tenant = Tenant.create();

    /** Reads the catalogue, so that a table that is added later cannot be forgotten. */
    @Test
    void leavesNoTraceOfTheUserInAnyTable() {
        List<String> tables = Sql.list(
                "select distinct table_name from information_schema.columns where table_schema = 'public' and column_name = 'user_id'");
        String user = complete("ann");
        complete("bob");
        assertThat(tables).hasSizeGreaterThanOrEqualTo(8);
        assertThat(tables)
                .allSatisfy(table -> assertThat(rows(table, user)).as(table).isPositive());

        as(tenant).delete("/api/users/{user}", user).then().statusCode(204);

        assertThat(tables)
                .allSatisfy(table -> assertThat(rows(table, user)).as(table).isZero());
        assertThat(tables)
                .allSatisfy(table -> assertThat(rows(table, "bob")).as(table).isPositive());
        as(tenant)
                .delete("/api/users/{user}", user)
                .then()
                .statusCode(404)
                .body("type", equalTo("urn:useradmin:problem:user-not-found"));
    }

    @Test
    void answers204ToOneOfManyCallsAtOnce() throws Exception {
        String user = complete("ann");
        Callable<Integer> delete =
                () -> as(tenant).delete("/api/users/{user}", user).statusCode();

        List<Integer> statuses;
        try (var threads = Executors.newFixedThreadPool(8)) {
            statuses = threads.invokeAll(Collections.nCopies(8, delete)).stream()
                    .map(Future::resultNow)
                    .toList();
        }

        assertThat(statuses).filteredOn(status -> status == 204).hasSize(1);
        assertThat(statuses).filteredOn(status -> status == 404).hasSize(7);
    }

    private String complete(String user) {
        tenant.user(user, "{}", "{}");
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

    private long rows(String table, String user) {
        return Long.parseLong(
                Sql.value("select count(*) from " + table + " where tenant_id = ? and user_id = ?", tenant.id(), user));
    }
}
