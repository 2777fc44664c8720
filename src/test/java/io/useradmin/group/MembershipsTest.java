package io.useradmin.group;

import static io.useradmin.testsupport.Api.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.equalTo;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.useradmin.testsupport.Concurrently;
import io.useradmin.testsupport.Pages;
import io.useradmin.testsupport.Sql;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class MembershipsTest {
    final Tenant tenant = Tenant.create();
    final String user = tenant.user();

    @Test
    void assignsOnceDespiteRepeatedRequests() {
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

        assertThat(Concurrently.call(Collections.nCopies(32, assign))).containsOnly(201);
        assertThat(members("admins")).isEqualTo("1");
    }

    @Test
    void answers404ToAMissingOrForeignGroup() {
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
    void removesAUserFromAGroupOnce() {
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
    void getsAMembershipAsTheListHasIt() {
        tenant.group("admins");
        long before = Instant.now().getEpochSecond();
        as(tenant).post("/api/users/{user}/groups/admins", user).then().statusCode(201);

        Map<String, Object> membership = as(tenant)
                .get("/api/users/{user}/groups/admins", user)
                .then()
                .statusCode(200)
                .extract()
                .asMap();

        assertThat(membership)
                .containsOnlyKeys("group_id", "name", "assigned_at")
                .containsEntry("group_id", "admins")
                .containsEntry("name", "Group");
        assertThat(((Number) membership.get("assigned_at")).longValue())
                .isBetween(before, Instant.now().getEpochSecond());
        as(tenant).get("/api/users/{user}/groups", user).then().body("$", equalTo(List.of(membership)));
        for (String group : List.of("none", "unknown")) {
            tenant.group("none");
            as(tenant)
                    .get("/api/users/{user}/groups/{group}", user, group)
                    .then()
                    .statusCode(404)
                    .body("type", equalTo("urn:useradmin:problem:membership-not-found"));
        }
    }

    /** The order is exact below a second. Groups with the same time are ordered by their ids. */
    @Test
    void sortsTheGroupsOfAUserByTheTimeOfTheAssignment() {
        for (String assigned : List.of("b 3", "c 1", "a 1", "d 2")) {
            String group = assigned.substring(0, 1);
            tenant.group(group);
            Sql.run(
                    "insert into group_members (tenant_id, user_id, group_id, assigned_at)"
                            + " values (?, ?, ?, to_timestamp(1000 + cast(? as integer) * 0.1))",
                    tenant.id(),
                    user,
                    group,
                    assigned.substring(2));
        }

        String groups = "/api/users/" + user + "/groups?size=1&sort=assigned_at:";
        assertThat(Pages.walk(tenant, groups + "1", "group_id")).containsExactly("a", "c", "d", "b");
        assertThat(Pages.walk(tenant, groups + "-1", "group_id")).containsExactly("b", "d", "c", "a");
    }

    @Test
    void answers404ToAMissingUser() {
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
                .post("/api/users/a%20b/groups/c%20d")
                .then()
                .statusCode(422)
                .body("errors.parameter", contains("user_id", "group_id"));
    }

    private String members(String group) {
        return Sql.value("select count(*) from group_members where tenant_id = ? and group_id = ?", tenant.id(), group);
    }
}
