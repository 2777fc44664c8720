package io.useradmin.session;

import static io.useradmin.testsupport.Api.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.useradmin.testsupport.Pages;
import io.useradmin.testsupport.Response;
import io.useradmin.testsupport.Sql;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class SessionsTest {
    private static final Instant NOW = Instant.now().truncatedTo(ChronoUnit.SECONDS);

    final Tenant tenant = Tenant.create();
    final String user = tenant.user();

    @Test
    void listsASessionWithEveryField() {
        Instant expiry = NOW.plus(Duration.ofDays(1));
        tenant.session(user, "s1", NOW.minusSeconds(60), expiry, NOW.minusSeconds(5), List.of("web", "ios"));

        String body = as(tenant).get("/api/users/{user}/sessions", user).asString();

        assertThat(body)
                .isEqualTo("""
                        [{"session_id":"s1","session_key":"sk-s1","initiated_at":%d,"expires_at":%d,"last_updated":%d,\
                        "client_ids":["web","ios"],"last_metadata":{"city": "Turku", "region": "Varsinais-Suomi", \
                        "country": "FI", "latitude": "60.45", "longitude": "22.27", "ip_address": "2001:db8::7", \
                        "user_agent": "Mozilla/5.0"}}]""".formatted(NOW.getEpochSecond() - 60, expiry.getEpochSecond(), NOW.getEpochSecond() - 5));
    }

    @Test
    void listsNothingAsAnEmptyArray() {
        as(tenant)
                .get("/api/users/{user}/sessions", user)
                .then()
                .statusCode(200)
                .body("$", empty())
                .header(
                        "X-Pagination",
                        "{\"page_size\":10,\"current_page\":1,\"total_count\":0,\"has_previous\":false,\"has_next\":false}")
                .header(
                        "Link",
                        "</api/users/%1$s/sessions?page=1&size=10>; rel=\"first\", </api/users/%1$s/sessions?page=1&size=10>; rel=\"last\""
                                .formatted(user));
    }

    @Test
    void listsOnlyActiveSessions() {
        tenant.session(user, "expired", NOW, NOW.minusSeconds(1), NOW, List.of());
        tenant.session(user, "live", NOW, NOW.plusSeconds(600), NOW, List.of());
        tenant.session(tenant.user(), "of-another-user");

        as(tenant).get("/api/users/{user}/sessions", user).then().body("session_id", contains("live"));
    }

    @Test
    void filtersByAnyClientOfASession() {
        tenant.session(user, "a", "web", "ios");
        tenant.session(user, "b", "ios");
        tenant.session(user, "c");

        for (String query : List.of("client_id=ios&sort=session_id:1", "sort=session_id:1&clientId=ios")) {
            Response page = as(tenant).get("/api/users/" + user + "/sessions?" + query);
            page.then().statusCode(200).body("session_id", contains("a", "b"));
            assertThat(Pages.pagination(page).get("total_count").asInt()).isEqualTo(2);
        }
        as(tenant).get("/api/users/{user}/sessions?client_id=WEB", user).then().body("$", empty());
    }

    /** Compares each sort order and page with an order computed in the test. */
    @ParameterizedTest
    @CsvSource({
        "session_id:1", "session_id:-1", "initiated_at:1", "initiated_at:-1",
        "expires_at:1", "expires_at:-1", "last_updated:1", "last_updated:-1"
    })
    void sortsAndPagesStablyWithTies(String sort) {
        record Row(String id, Instant initiatedAt, Instant expiresAt, Instant lastUpdatedAt) {}
        var random = new Random(42);
        List<Row> rows = new ArrayList<>();
        for (int index = 0; index < 47; index++) {
            // Only a few different times, so that most sessions have the same time as another one.
            Row row = new Row(
                    "s-" + random.nextInt(10_000) + "-" + index + (index % 2 == 0 ? "A" : "b"),
                    NOW.minusSeconds(random.nextInt(4)),
                    NOW.plusSeconds(600 + random.nextInt(4)),
                    NOW.minusSeconds(random.nextInt(4)));
            rows.add(row);
            tenant.session(user, row.id(), row.initiatedAt(), row.expiresAt(), row.lastUpdatedAt(), List.of());
        }
        String key = sort.split(":")[0];
        Comparator<Row> byKey = switch (key) {
            case "initiated_at" -> Comparator.comparing(Row::initiatedAt);
            case "expires_at" -> Comparator.comparing(Row::expiresAt);
            case "last_updated" -> Comparator.comparing(Row::lastUpdatedAt);
            default -> Comparator.comparing(row -> "");
        };
        Comparator<Row> order = byKey.thenComparing(Row::id);
        List<String> expected = rows.stream()
                .sorted(sort.endsWith(":1") ? order : order.reversed())
                .map(Row::id)
                .toList();

        for (int size : new int[] {1, 7, 47, 100}) {
            String path = "/api/users/" + user + "/sessions?size=" + size + "&sort=" + sort;
            assertThat(Pages.walk(tenant, path, "session_id")).isEqualTo(expected);
        }
    }

    @Test
    void sortsByLastUpdateDescendingByDefault() {
        tenant.session(user, "old", NOW, NOW.plusSeconds(600), NOW.minusSeconds(10), List.of());
        tenant.session(user, "new", NOW, NOW.plusSeconds(600), NOW, List.of());

        as(tenant).get("/api/users/{user}/sessions", user).then().body("session_id", contains("new", "old"));
    }

    @Test
    void answersAPagePastTheEndEmptyButWithTheTotal() {
        tenant.session(user, "s1");

        Response page = as(tenant).get("/api/users/{user}/sessions?page=10000000&size=100", user);

        page.then().statusCode(200).body("$", empty());
        assertThat(page.header("X-Pagination"))
                .isEqualTo(
                        "{\"page_size\":100,\"current_page\":10000000,\"total_count\":1,\"has_previous\":true,\"has_next\":false}");
        assertThat(Pages.link(page, "prev")).isEqualTo("/api/users/" + user + "/sessions?page=1&size=100");
    }

    @Test
    void keepsTheCallersOtherParametersInItsLinks() {
        tenant.session(user, "a", "web");
        tenant.session(user, "b", "web");

        Response page = as(tenant)
                .get("/api/users/" + user + "/sessions?x=%3Cy%3E&page=1&client_id=web&size=1&sort=session_id:1");

        assertThat(Pages.link(page, "next"))
                .isEqualTo("/api/users/" + user + "/sessions?page=2&size=1&x=%3Cy%3E&client_id=web&sort=session_id:1");
    }

    @ParameterizedTest
    @CsvSource({
        "page=abc,       400, page,      not_an_integer",
        "page=1.0,       400, page,      not_an_integer",
        "size=1e1,       400, size,      not_an_integer",
        "page=,          400, page,      empty",
        "page=1&page=2,  400, page,      repeated",
        "client_id=a&clientId=b, 400, clientId, repeated",
        "clientId=,      400, clientId,  empty",
        "sort=expires_at,        400, sort, malformed",
        "sort=expires_at:2,      400, sort, malformed",
        "sort=:1,        400, sort,      malformed",
        "sort=expires_at:1:1,    400, sort, malformed",
        "sort=expires_at:desc,   400, sort, malformed",
        "page=0,         422, page,      out_of_range",
        "page=-1,        422, page,      out_of_range",
        "page=2147483648, 422, page,     out_of_range",
        "page=99999999999999999999, 422, page, out_of_range",
        "size=0,         422, size,      out_of_range",
        "size=101,       422, size,      out_of_range",
        "sort=user_agent:1,      422, sort, unknown_key",
        "client_id=a%20b,        422, client_id, identifier",
        "clientId=a%20b,         422, clientId, identifier",
    })
    void refusesInvalidQueries(String query, int status, String parameter, String code) {
        as(tenant)
                .get("/api/users/" + user + "/sessions?" + query)
                .then()
                .statusCode(status)
                .body("errors.parameter", contains(parameter))
                .body("errors.code", contains(code));
    }

    @Test
    void reportsAllErrorsAtOnce() {
        as(tenant)
                .get("/api/users/a%20b/sessions?page=0&size=x&sort=y")
                .then()
                .statusCode(400)
                .body("type", equalTo("urn:useradmin:problem:malformed-request"))
                .body("errors.parameter", contains("user_id", "page", "size", "sort"));
    }

    @Test
    void ignoresParametersThatItDoesNotKnow() {
        as(tenant)
                .get("/api/users/{user}/sessions?unknown=1&unknown=2&empty=", user)
                .then()
                .statusCode(200);
    }

    @Test
    void revokesASessionAtOnce() {
        tenant.session(user, "s1");
        tenant.session(user, "s2");

        as(tenant).delete("/api/users/{user}/sessions/s1", user).then().statusCode(204);

        as(tenant).get("/api/users/{user}/sessions", user).then().body("session_id", contains("s2"));
        as(tenant)
                .delete("/api/users/{user}/sessions/s1", user)
                .then()
                .statusCode(404)
                .body("type", equalTo("urn:useradmin:problem:session-not-found"));
        assertThat(lastUpdated()).isEqualTo("2025-01-01 00:00:00+00");
    }

    @Test
    void doesNotRevokeAMissingSession() {
        String other = tenant.user();
        tenant.session(other, "of-another-user");
        tenant.session(user, "expired", NOW, NOW.minusSeconds(1), NOW, List.of());

        for (String session : List.of("of-another-user", "expired", "unknown")) {
            as(tenant)
                    .delete("/api/users/{user}/sessions/{session}", user, session)
                    .then()
                    .statusCode(404)
                    .body("type", equalTo("urn:useradmin:problem:session-not-found"));
        }
        as(tenant).get("/api/users/{user}/sessions", other).then().body("session_id", contains("of-another-user"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a%20b", "%00", "a%27--"})
    void refusesASessionIdThatIsNoIdentifier(String session) {
        as(tenant)
                .delete("/api/users/" + user + "/sessions/" + session)
                .then()
                .statusCode(422)
                .body("errors.parameter", contains("session_id"));
    }

    private String lastUpdated() {
        return Sql.value(
                "select (last_updated_at at time zone 'UTC')::text || '+00' from users where tenant_id = ? and user_id = ?",
                tenant.id(),
                user);
    }
}
