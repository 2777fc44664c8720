package io.useradmin.event;

import static io.useradmin.testsupport.Api.as;
import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.useradmin.testsupport.Pages;
import io.useradmin.testsupport.Response;
import io.useradmin.testsupport.Sql;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The audit log of the tenant and of a user shows exactly the entries that all filters select, newest first. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class AuditLogFiltersTest {
    private static final String CREATED = "type=io.useradmin.user.created";
    private static final String UPDATED = "type=io.useradmin.user.updated";
    private static final String DELETED = "type=io.useradmin.user.deleted";

    final Tenant tenant = Tenant.create();
    final String user = tenant.user();

    @ParameterizedTest
    @CsvSource({
        "actor=ann, 4 3 1",
        "actor=bob, 2",
        "actor=k1, ''",
        "key_id=k1, 3 2 1",
        "key_id=k2, 5 4",
        "key_id=ann, ''",
        CREATED + ", 4 2 1",
        CREATED + "&" + DELETED + ", 5 4 2 1",
        "actor=ann&key_id=k1, 3 1",
        "actor=ann&key_id=k1&" + CREATED + "&" + DELETED + ", 1",
        "actor=bob&key_id=k1&" + UPDATED + ", ''",
        "'', 5 4 3 2 1",
    })
    void selectTogether(String filters, String selected) {
        event(1, "user.created", "ann", "k1");
        event(2, "user.created", "bob", "k1");
        event(3, "user.updated", "ann", "k1");
        event(4, "user.created", "ann", "k2");
        event(5, "user.deleted", null, "k2");
        List<String> expected = selected.isEmpty() ? List.of() : List.of(selected.split(" "));

        for (String log : List.of("/api/audit_log", "/api/users/" + user + "/audit_log")) {
            for (int size : List.of(1, 2, 100)) {
                assertThat(walk(log + "?size=" + size + "&" + filters))
                        .as("%s, %d per page", log, size)
                        .isEqualTo(expected);
            }
        }
    }

    private List<String> walk(String path) {
        List<String> reasons = new ArrayList<>();
        for (String next = path; next != null; ) {
            Response page = as(tenant).get(next);
            page.then().statusCode(200);
            reasons.addAll(page.path("reason"));
            next = page.header("Link") == null ? null : Pages.link(page, "next");
        }
        return reasons;
    }

    private void event(int number, String type, String actor, String key) {
        Sql.run(
                "insert into events (tenant_id, occurred_at, type, user_id, actor, key_id, reason) values (?, now(), ?, ?, ?, ?, ?)",
                tenant.id(),
                type,
                user,
                actor,
                key,
                Integer.toString(number));
    }
}
