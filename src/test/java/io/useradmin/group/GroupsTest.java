package io.useradmin.group;

import static io.useradmin.testsupport.Api.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.useradmin.operator.jdbc.Jdbc;
import io.useradmin.testsupport.Concurrently;
import io.useradmin.testsupport.Locks;
import io.useradmin.testsupport.Pages;
import io.useradmin.testsupport.Response;
import io.useradmin.testsupport.Sql;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import java.sql.Connection;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class GroupsTest {
    final Tenant tenant = Tenant.create();

    @Test
    void createsReplacesAndDeletes() {
        Response created = put("admins", "{\"group_id\": \"admins\", \"name\": \"Ädmins\", \"description\": \"All\"}");
        created.then().statusCode(201);
        assertThat(created.asString())
                .isEqualTo("{\"group_id\":\"admins\",\"name\":\"Ädmins\",\"description\":\"All\"}");
        assertThat(get("admins").asString()).isEqualTo(created.asString());

        put("admins", "{\"name\": \"Other\"}").then().statusCode(200);
        assertThat(get("admins").asString()).isEqualTo("{\"group_id\":\"admins\",\"name\":\"Other\"}");

        as(tenant).delete("/api/groups/admins").then().statusCode(204);
        for (String method : List.of("GET", "DELETE")) {
            as(tenant)
                    .request(method, "/api/groups/admins")
                    .then()
                    .statusCode(404)
                    .body("type", equalTo("urn:useradmin:problem:group-not-found"));
        }
    }

    @Test
    void addsAndRemovesADescription() {
        for (String group : List.of(
                "{\"group_id\":\"admins\",\"name\":\"A\"}",
                "{\"group_id\":\"admins\",\"name\":\"A\",\"description\":\"All\"}",
                "{\"group_id\":\"admins\",\"name\":\"A\"}")) {
            put("admins", group);
            assertThat(get("admins").asString()).isEqualTo(group);
        }

        assertThat(Sql.list(
                        "select type || coalesce(changed::text, '') from events where tenant_id = ? order by xid",
                        tenant.id()))
                .containsExactly("group.created", "group.updated{/description}", "group.updated{/description}");
    }

    @Test
    void keepsMembersOfAReplacedGroupAndRemovesThoseOfADeletedOne() {
        String user = tenant.user();
        put("admins", "{\"name\": \"Admins\"}");
        as(tenant).post("/api/users/{user}/groups/admins", user).then().statusCode(201);

        put("admins", "{\"name\": \"Other\"}").then().statusCode(200);
        groupsOf(user).then().body("name", contains("Other"));

        as(tenant).delete("/api/groups/admins").then().statusCode(204);
        groupsOf(user).then().statusCode(200).body("$", empty());
    }

    @Test
    void showsATenantOnlyItsOwnGroups() {
        Tenant other = Tenant.create();
        other.group("theirs");

        get("theirs").then().statusCode(404);
        as(tenant).delete("/api/groups/theirs").then().statusCode(404);
        as(tenant).get("/api/groups").then().body("$", empty());
        put("theirs", "{\"name\": \"Mine\"}").then().statusCode(201);
        as(other).get("/api/groups/theirs").then().body("name", equalTo("Group"));
    }

    /** Another transaction, whose event is not there, gives the group the same name. So this request has no event. */
    @Test
    void comparesWithANameThatWasCommittedWhileItWaited() throws Exception {
        tenant.group("admins");
        CompletableFuture<Response> putting;
        try (Connection other = TestDatabase.begin()) {
            Jdbc.update(other, "update groups set name = 'New', description = null where tenant_id = ?", tenant.id());
            putting = Concurrently.begin(() -> put("admins", "{\"name\": \"New\"}"));
            Locks.awaitBlockedBy(other);
            other.commit();
        }

        putting.join().then().statusCode(200);
        assertThat(Sql.list("select type from events where tenant_id = ?", tenant.id()))
                .isEmpty();
    }

    @Test
    void listsInOrderAndByPages() {
        for (String[] group : new String[][] {{"c", "a"}, {"a", "b"}, {"b", "B"}, {"d", "a"}, {"E", "ä"}}) {
            put(group[0], "{\"name\": \"" + group[1] + "\"}").then().statusCode(201);
        }

        assertThat(walk("?size=2")).containsExactly("E", "a", "b", "c", "d");
        assertThat(walk("?size=2&sort=group_id:-1")).containsExactly("d", "c", "b", "a", "E");
        assertThat(walk("?size=2&sort=name:1")).containsExactly("b", "c", "d", "a", "E");
        assertThat(walk("?size=3&sort=name:-1")).containsExactly("E", "a", "d", "c", "b");
        Response beyond = as(tenant).get("/api/groups?page=9");
        beyond.then().statusCode(200).body("$", empty());
        assertThat(Pages.pagination(beyond).get("total_count").asInt()).isEqualTo(5);
    }

    @Test
    void listsTheGroupsOfAUser() {
        String user = tenant.user();
        for (String group : List.of("a", "b", "c")) {
            put(group, "{\"name\": \"Group " + group + "\"}");
        }
        as(tenant).post("/api/users/{user}/groups/c", user);
        as(tenant).post("/api/users/{user}/groups/a", user);

        assertThat(Pages.walk(tenant, "/api/users/" + user + "/groups?size=1", "group_id"))
                .containsExactly("a", "c");
        groupsOf(user).then().body("name", contains("Group a", "Group c"));
    }

    @Test
    void createsOnceWhenAskedByManyAtOnce() throws Exception {
        List<Integer> statuses = Concurrently.call(
                Collections.nCopies(24, () -> put("admins", "{\"name\": \"x\"}").statusCode()));

        assertThat(statuses).filteredOn(status -> status == 201).hasSize(1);
        assertThat(statuses).filteredOn(status -> status == 200).hasSize(23);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}                                          | /name        | required",
                "{\"name\": \"\"}                            | /name        | length",
                "{\"name\": 1}                               | /name        | wrong_type",
                "{\"name\": \"\\u0000\"}                     | /name        | not_storable",
                "{\"name\": \"x\", \"description\": null}    | /description | wrong_type",
                "{\"name\": \"x\", \"group_id\": \"other\"}  | /group_id    | mismatch",
                "{\"name\": \"x\", \"members\": []}          | /members     | unknown_member",
            })
    void refusesABodyThatIsWrong(String body, String pointer, String code) {
        put("admins", body)
                .then()
                .statusCode(422)
                .body("errors.pointer", contains(pointer))
                .body("errors.code", contains(code));
        get("admins").then().statusCode(404);
    }

    @Test
    void refusesAGroupIdThatIsNoIdentifier() {
        for (String method : List.of("GET", "PUT", "DELETE")) {
            as(tenant)
                    .body("{\"name\": \"x\"}")
                    .request(method, "/api/groups/a%20b")
                    .then()
                    .statusCode(422)
                    .body("errors.parameter", contains("group_id"));
        }
    }

    private Response put(String group, String body) {
        return as(tenant).body(body).put("/api/groups/{group}", group);
    }

    private Response get(String group) {
        return as(tenant).get("/api/groups/{group}", group);
    }

    private Response groupsOf(String user) {
        return as(tenant).get("/api/users/{user}/groups", user);
    }

    private List<String> walk(String query) {
        return Pages.walk(tenant, "/api/groups" + query, "group_id");
    }
}
