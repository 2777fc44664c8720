package io.useradmin.contract;

import static io.useradmin.testsupport.Api.as;
import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.useradmin.testsupport.ApiOperation;
import io.useradmin.testsupport.Pages;
import io.useradmin.testsupport.Response;
import io.useradmin.testsupport.Sql;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Lists with more entries than the counting limit can still be read to their end. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class LongListsTest {
    private static final int COUNT_LIMIT = 10_000;

    private final Tenant tenant = Tenant.create();
    private final String user = tenant.user();

    /** Lists that can be long, with the statement that fills them. */
    enum LongList {
        SESSIONS("/api/users/%s/sessions", "session_id", """
                insert into sessions (tenant_id, user_id, session_id, session_key, initiated_at, expires_at, last_updated_at)
                select ?, ?, 's' || n, 'k', now(), now() + n * interval '1 hour', now()
                  from generate_series(1, ?) n
                """),
        BLOCKED_IPS("/api/users/%s/blocked_ips", "ip", """
                insert into ip_access (tenant_id, user_id, ip, last_login_attempt, block_until)
                select ?, ?, inet '10.0.0.0' + n, now(), now() + n * interval '1 hour'
                  from generate_series(1, ?) n
                """),
        GROUPS_OF_USER("/api/users/%s/groups", "group_id", """
                with given as (select ? as tenant, ? as member, generate_series(1, ?) as n),
                     made as (insert into groups (tenant_id, group_id, name, created_at)
                              select tenant, 'g' || n, 'name', now() from given returning tenant_id, group_id)
                insert into group_members (tenant_id, user_id, group_id, assigned_at)
                select tenant_id, member, group_id, now() from made, (select distinct member from given) as who
                """);

        private final String path;
        private final String id;
        private final String insert;

        LongList(String path, String id, String insert) {
            this.path = path;
            this.id = id;
            this.insert = insert;
        }
    }

    @ParameterizedTest
    @EnumSource
    void areReadToTheirEnd(LongList list) {
        String path = list.path.formatted(user) + "?size=100";
        fill(list, COUNT_LIMIT + 150);

        assertThat(Pages.walk(tenant, path + "&page=99", list.id))
                .as("the last 200 within the counting limit, and the others")
                .hasSize(350)
                .doesNotHaveDuplicates();
        Response first = as(tenant).get(path);
        assertThat(first.header("X-Pagination"))
                .isEqualTo("{\"page_size\":100,\"current_page\":1,\"total_count\":10000,\"total_count_is_exact\":false,"
                        + "\"has_previous\":false,\"has_next\":true}");
        assertThat(Pages.link(first, "last")).isNull();
        Response last = as(tenant).get(path + "&page=102");
        assertThat(Pages.pagination(last).get("total_count").asInt()).isEqualTo(COUNT_LIMIT);
        assertThat(Pages.pagination(last).get("has_next").asBoolean()).isFalse();
        Response beyond = as(tenant).get(path + "&page=103");
        beyond.then().statusCode(200);
        assertThat(Pages.pagination(beyond).get("has_next").asBoolean()).isFalse();
        assertThat(Pages.link(beyond, "prev")).contains("page=102");
    }

    @ParameterizedTest
    @EnumSource
    void areCountedToTheBound(LongList list) {
        fill(list, COUNT_LIMIT);

        Response page = as(tenant).get(list.path.formatted(user));

        assertThat(page.header("X-Pagination"))
                .isEqualTo("{\"page_size\":10,\"current_page\":1,\"total_count\":10000,\"has_previous\":false,"
                        + "\"has_next\":true}");
        assertThat(Pages.link(page, "last")).contains("page=1000");
    }

    @ParameterizedTest
    @EnumSource
    void areCountedExactlyOnRequest(LongList list) {
        fill(list, COUNT_LIMIT + 150);

        for (String preference : List.of("count=exact", "respond-async, Count=\"exact\"", "wait=1,count = exact;a=b")) {
            Response page = as(tenant).header("Prefer", preference).get(list.path.formatted(user));
            assertThat(page.header("Preference-Applied")).isEqualTo("count=exact");
            assertThat(page.header("X-Pagination"))
                    .isEqualTo("{\"page_size\":10,\"current_page\":1,\"total_count\":10150,\"has_previous\":false,"
                            + "\"has_next\":true}");
            assertThat(Pages.link(page, "last")).contains("page=1015");
        }
        Response beyond = as(tenant).header("Prefer", "count=exact").get(list.path.formatted(user) + "?page=1016");
        assertThat(Pages.pagination(beyond).get("total_count").asInt()).isEqualTo(COUNT_LIMIT + 150);
    }

    static Stream<ApiOperation> everyListWithNumberedPages() {
        return ApiOperation.all()
                .filter(operation -> operation.query().stream()
                        .anyMatch(parameter -> parameter.name().equals("page")));
    }

    @ParameterizedTest
    @MethodSource("everyListWithNumberedPages")
    void followThePreferenceThatTheyKnow(ApiOperation operation) {
        String someone = ApiOperation.userFor(tenant);

        Response exact = operation.send(as(tenant).header("Prefer", "count=exact"), someone);
        assertThat(exact.statusCode()).isEqualTo(200);
        assertThat(exact.header("Preference-Applied")).isEqualTo("count=exact");
        for (String other :
                List.of("count=estimated", "count", "count=estimated, count=exact", "return=minimal", ",;=")) {
            Response ignored = operation.send(as(tenant).header("Prefer", other), someone);
            assertThat(ignored.statusCode()).isEqualTo(200);
            assertThat(ignored.header("Preference-Applied")).isNull();
        }
    }

    /** An empty list too has an exact count. */
    @ParameterizedTest
    @EnumSource
    void followThePreferenceIfTheyAreEmpty(LongList list) {
        for (String page : List.of("?page=1", "?page=2")) {
            Response empty = as(tenant).header("Prefer", "count=exact").get(list.path.formatted(user) + page);
            assertThat(empty.statusCode()).isEqualTo(200);
            assertThat(empty.header("Preference-Applied")).isEqualTo("count=exact");
            Response nobody = as(tenant).header("Prefer", "count=exact").get(list.path.formatted("nobody") + page);
            assertThat(nobody.statusCode()).isEqualTo(404);
        }
    }

    @Test
    void ofUsersAreCountedToTheirEnd() {
        Sql.run(
                "insert into users (tenant_id, user_id, created_at, last_updated_at)"
                        + " select ?, 'many-' || n, now(), now() from generate_series(1, ?) n",
                tenant.id(),
                COUNT_LIMIT);

        Response page = as(tenant).header("Prefer", "count=exact").get("/api/users");
        assertThat(Pages.pagination(page).get("total_count").asInt()).isEqualTo(COUNT_LIMIT + 1);
        String next = Pages.link(page, "next");
        Response second = as(tenant).header("Prefer", "count=exact").get(next);
        assertThat(Pages.pagination(second).get("total_count").asInt()).isEqualTo(COUNT_LIMIT + 1);
    }

    @Test
    void ofGroupsAreReadToTheirEnd() {
        fill(LongList.GROUPS_OF_USER, COUNT_LIMIT + 1);

        assertThat(Pages.walk(tenant, "/api/groups?size=100&page=99", "group_id"))
                .hasSize(201);
    }

    private void fill(LongList list, int count) {
        Sql.run(list.insert, tenant.id(), user, count);
    }
}
