package io.useradmin.group;

import static io.useradmin.testsupport.Api.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.equalTo;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.useradmin.testsupport.Sql;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import java.util.Collections;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class MembershipsTest {
    final Tenant tenant = Tenant.create();
    final String user = tenant.user();

    @Test
    void assignsOnceHoweverOftenItIsAsked() {
        tenant.group("admins");

        for (int time = 0; time < 3; time++) {
            var answer = as(tenant).post("/api/users/{user}/groups/admins", user);
            assertThat(answer.statusCode()).isEqualTo(201);
            assertThat(answer.asByteArray()).isEmpty();
        }

        assertThat(members("admins")).isEqualTo("1");
    }

    @Test
    void assignsOnceWhenAskedByManyAtOnce() throws Exception {
        tenant.group("admins");
        Callable<Integer> assign =
                () -> as(tenant).post("/api/users/{user}/groups/admins", user).statusCode();

        try (var threads = Executors.newFixedThreadPool(16)) {
            for (Future<Integer> status : threads.invokeAll(Collections.nCopies(32, assign))) {
                assertThat(status.get()).isEqualTo(201);
            }
        }

        assertThat(members("admins")).isEqualTo("1");
    }

    @Test
    void answers404ToAGroupThatIsNotThereOrAnotherTenants() {
        Tenant.create().group("theirs");

        for (String group : new String[] {"unknown", "theirs"}) {
            as(tenant)
                    .post("/api/users/{user}/groups/{group}", user, group)
                    .then()
                    .statusCode(404)
                    .body("type", equalTo("urn:useradmin:problem:group-not-found"));
        }
    }

    @Test
    void takesAUserOutOfAGroupOnce() {
        tenant.group("admins");
        as(tenant).post("/api/users/{user}/groups/admins", user).then().statusCode(201);

        as(tenant).delete("/api/users/{user}/groups/admins", user).then().statusCode(204);

        assertThat(members("admins")).isEqualTo("0");
        for (String group : new String[] {"admins", "unknown"}) {
            as(tenant)
                    .delete("/api/users/{user}/groups/{group}", user, group)
                    .then()
                    .statusCode(404)
                    .body("type", equalTo("urn:useradmin:problem:membership-not-found"));
        }
    }

    @Test
    void answers404ToAUserWhoIsNotThere() {
        tenant.group("admins");

        as(tenant)
                .post("/api/users/nobody/groups/admins")
                .then()
                .statusCode(404)
                .body("type", equalTo("urn:useradmin:problem:user-not-found"));
    }

    @Test
    void refusesAGroupIdThatIsNoIdentifier() {
        as(tenant)
                .urlEncodingEnabled(false)
                .post("/api/users/a%20b/groups/c%20d")
                .then()
                .statusCode(422)
                .body("errors.parameter", contains("user_id", "group_id"));
    }

    private String members(String group) {
        return Sql.value("select count(*) from group_members where tenant_id = ? and group_id = ?", tenant.id(), group);
    }
}
