package io.useradmin.user;

import static io.useradmin.testsupport.Api.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.useradmin.testsupport.Pages;
import io.useradmin.testsupport.Response;
import io.useradmin.testsupport.Sql;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class ListUsersTest {
    final Tenant tenant = Tenant.create();

    @ParameterizedTest
    @ValueSource(strings = {"creation_time", "last_updated", "user_id"})
    void pagesThroughAllUsersInOrderWithTies(String key) {
        record Listed(String id, long created, long updated) {}
        var random = new Random(7);
        List<Listed> users = new ArrayList<>();
        for (int index = 0; index < 60; index++) {
            var user = new Listed("u" + random.nextInt(10) + "." + index, random.nextInt(5), random.nextInt(60));
            users.add(user);
            put(user.id(), "{\"creation_time\": %d, \"last_updated\": %d}".formatted(user.created(), user.updated()));
        }
        Comparator<Listed> order = switch (key) {
            case "creation_time" -> Comparator.comparing(Listed::created);
            case "last_updated" -> Comparator.comparing(Listed::updated);
            default -> Comparator.comparing(Listed::id);
        };
        List<String> ascending = users.stream()
                .sorted(order.thenComparing(Listed::id))
                .map(Listed::id)
                .toList();
        List<String> descending = new ArrayList<>(ascending);
        Collections.reverse(descending);

        for (int size : new int[] {1, 7, 60, 100}) {
            assertThat(walk("?sort=" + key + ":1&size=" + size)).isEqualTo(ascending);
            assertThat(walk("?size=" + size + "&sort=" + key + ":-1")).isEqualTo(descending);
        }
        if (key.equals("creation_time")) {
            assertThat(walk("")).as("the default").isEqualTo(descending);
        }
        List<String> byPage = new ArrayList<>();
        for (int page = 1; page <= 9; page++) {
            byPage.addAll(
                    list("?sort=" + key + ":1&size=7&page=" + page).jsonPath().getList("user_id"));
        }
        assertThat(byPage).isEqualTo(ascending);
    }

    @Test
    void answersTheUsersLikeSingleReads() {
        put("u1", "{\"emails\": [{\"email\": \"a@b\"}], \"public_data\": {\"n\": 1.0}}");
        put("u2", "{\"username\": {\"username\": \"u2\"}}");

        Response both = list("?sort=user_id:1");

        both.then().statusCode(200).header("Cache-Control", "no-store").contentType("application/json");
        assertThat(both.asString()).isEqualTo("[" + get("u1") + "," + get("u2") + "]");
    }

    @Test
    void hasThePositionOfAPage() {
        for (int index = 1; index <= 5; index++) {
            put("u" + index, "{}");
        }

        Response first = list("?size=2&sort=user_id:1&x=%3Cy%3E");
        assertThat(first.header("X-Pagination"))
                .isEqualTo("{\"page_size\":2,\"current_page\":1,\"total_count\":5,"
                        + "\"has_previous\":false,\"has_next\":true}");
        assertThat(Pages.link(first, "first")).isEqualTo("/api/users?page=1&size=2&sort=user_id:1&x=%3Cy%3E");
        assertThat(Pages.link(first, "last")).isEqualTo("/api/users?page=3&size=2&sort=user_id:1&x=%3Cy%3E");
        assertThat(Pages.link(first, "prev")).isNull();
        assertThat(Pages.link(first, "next"))
                .matches("/api/users\\?cursor=[A-Za-z0-9_-]+&size=2&sort=user_id:1&x=%3Cy%3E");

        Response second = as(tenant).get(Pages.link(first, "next"));
        second.then().body("user_id", contains("u3", "u4"));
        assertThat(second.header("X-Pagination"))
                .isEqualTo("{\"page_size\":2,\"total_count\":5," + "\"has_previous\":true,\"has_next\":true}");
        assertThat(Pages.link(second, "prev")).isNull();
        assertThat(Pages.link(second, "next")).contains("?cursor=").doesNotContain("page=");

        Response third = list("?size=2&sort=user_id:1&page=3");
        third.then().body("user_id", contains("u5"));
        assertThat(Pages.link(third, "prev")).isEqualTo("/api/users?page=2&size=2&sort=user_id:1");
        assertThat(Pages.link(third, "next")).isNull();

        Response beyond = list("?size=2&page=9");
        beyond.then().statusCode(200).body("$", empty());
        assertThat(Pages.pagination(beyond).get("total_count").asInt()).isEqualTo(5);
        assertThat(Pages.link(beyond, "prev")).contains("page=3");
    }

    @Test
    void answersAnEmptyListIfThereAreNoUsers() {
        Tenant.create().user();

        Response nothing = list("");

        nothing.then().statusCode(200).body("$", empty());
        assertThat(nothing.header("X-Pagination"))
                .isEqualTo("{\"page_size\":10,\"current_page\":1,\"total_count\":0,"
                        + "\"has_previous\":false,\"has_next\":false}");
    }

    @Test
    void findsExactMatches() {
        put("u1", """
                {"emails": [{"email": "a+b@example.com"}, {"email": "A@example.com"}], "username": {"username": "aino"},
                 "phone_numbers": [{"phone": "+358401"}],
                 "idps": [{"authenticator": "google", "provider_user_id": "same"}]}""");
        put("u2", """
                {"emails": [{"email": "a@example.com"}], "username": {"username": "AINO"},
                 "idps": [{"authenticator": "github", "provider_user_id": "same"}]}""");
        tenant.group("admins");
        as(tenant).post("/api/users/u2/groups/admins").then().statusCode(201);
        as(Tenant.create()).body("{\"username\": {\"username\": \"theirs\"}}").put("/api/users/u3");

        assertThat(found("email=a%2Bb@example.com")).containsExactly("u1");
        assertThat(found("email=A@example.com")).containsExactly("u1");
        assertThat(found("email=a@example.com")).containsExactly("u2");
        assertThat(found("email=nobody@example.com")).isEmpty();
        assertThat(found("phone=%2B358401")).containsExactly("u1");
        assertThat(found("username=aino")).containsExactly("u1");
        assertThat(found("username=Aino")).isEmpty();
        assertThat(found("username=theirs")).isEmpty();
        assertThat(found("provider_user_id=same")).containsExactly("u1", "u2");
        assertThat(found("provider_user_id=same&authenticator=github")).containsExactly("u2");
        assertThat(found("provider_user_id=same&authenticator=apple")).isEmpty();
        assertThat(found("group_id=admins")).containsExactly("u2");
        assertThat(found("group_id=unknown")).isEmpty();
        assertThat(found("provider_user_id=same&group_id=admins")).containsExactly("u2");
        assertThat(found("username=aino&group_id=admins")).isEmpty();
    }

    /** In a query, each byte of UTF-8 has three characters. */
    @Test
    void findsTheLongestExternalIdentity() {
        String longest = "\u00e4".repeat(1_024);
        put("u1", "{\"idps\": [{\"provider_user_id\": \"%s\", \"authenticator\": \"google\"}]}".formatted(longest));

        assertThat(found("provider_user_id=" + "%C3%A4".repeat(1_024))).containsExactly("u1");
    }

    @Test
    void goesThroughTheUsersOfAGroup() {
        tenant.group("even");
        List<String> even = new ArrayList<>();
        for (int index = 10; index < 40; index++) {
            String user = "u" + index;
            put(user, "{\"creation_time\": " + index / 4 + "}");
            if (index % 2 == 0) {
                as(tenant).post("/api/users/{user}/groups/even", user);
                even.add(user);
            }
        }

        assertThat(walk("?group_id=even&size=4&sort=user_id:1")).isEqualTo(even);
        assertThat(walk("?group_id=even&size=4&sort=creation_time:1")).isEqualTo(even);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "page=0                              | 422 | page             | out_of_range",
                "page=101&size=100                   | 422 | page             | out_of_range",
                "page=1001                           | 422 | page             | out_of_range",
                "page=10000000&size=100              | 422 | page             | out_of_range",
                "page=x                              | 400 | page             | not_an_integer",
                "size=101                            | 422 | size             | out_of_range",
                "sort=email:1                        | 422 | sort             | unknown_key",
                "sort=user_id                        | 400 | sort             | malformed",
                "email=nonsense                      | 422 | email            | not_an_email",
                "email=a%00@b                        | 422 | email            | length",
                "email=                              | 400 | email            | empty",
                "email=a@b&email=a@b                 | 400 | email            | repeated",
                "phone=+358401                       | 422 | phone            | not_a_phone_number",
                "username=%00                        | 422 | username         | length",
                "authenticator=google                | 422 | provider_user_id | required",
                "provider_user_id=&authenticator=apple | 400 | provider_user_id | empty",
                "provider_user_id=1&authenticator=x  | 422 | authenticator    | unknown_value",
                "group_id=a%20b                      | 422 | group_id         | identifier",
                "filter=email:a@b&filter=username:x  | 400 | filter           | repeated",
                "filter=nonsense                     | 400 | filter           | malformed",
                "filter=email:nonsense               | 422 | filter           | not_an_email",
                "cursor=nonsense                     | 400 | cursor           | malformed",
                "cursor=%00                          | 400 | cursor           | malformed",
            })
    void refusesParametersThatAreWrong(String query, int status, String parameter, String code) {
        list("?" + query)
                .then()
                .statusCode(status)
                .body("errors[0].parameter", equalTo(parameter))
                .body("errors[0].code", equalTo(code))
                .body("errors", hasSize(1));
    }

    @Test
    void allowsPagesUpToTheLimit() {
        list("?page=100&size=100").then().statusCode(200);
        list("?page=1000").then().statusCode(200);
    }

    @Test
    void acceptsACursorOnlyForItsList() {
        for (int index = 0; index < 4; index++) {
            put("u" + index, "{}");
        }
        Response first = list("?size=1");
        String cursor = Pages.nextCursor(first);
        Tenant other = Tenant.create();

        list("?cursor=" + cursor).then().statusCode(200);
        list("?cursor=" + cursor + "&sort=creation_time:-1&size=3").then().statusCode(200);
        for (String query : List.of(
                "&sort=creation_time:1",
                "&sort=user_id:-1",
                "&email=a@b",
                "&group_id=g",
                "x",
                "=",
                "&cursor=" + cursor,
                "%0A")) {
            Response refused = list("?cursor=" + cursor + query);
            assertThat(refused.statusCode()).as(query).isEqualTo(400);
            refused.then().body("errors[0].parameter", equalTo("cursor"));
        }
        as(other).get("/api/users?cursor=" + cursor).then().statusCode(400);
        list("?cursor=" + cursor + "&group_id=" + "g".repeat(129))
                .then()
                .statusCode(422)
                .body("errors.parameter", contains("group_id"));
        list("?cursor=" + cursor + "&page=1").then().statusCode(422).body("errors.code", contains("not_together"));
    }

    @Test
    void refusesForeignCursors() {
        for (int index = 0; index < 2; index++) {
            put("u" + index, "{}");
        }
        String cursor = Pages.nextCursor(list("?size=1"));
        String plain = new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.UTF_8);
        assertThat(plain).matches("1 [0-9a-f]{16} [0-9]+ u[01]");

        for (String forged : List.of(
                "",
                plain.replaceFirst("1 ", "2 "),
                plain + "\n",
                plain + " ",
                plain.replaceFirst(" [0-9]+ ", " 00 "),
                plain.replaceFirst(" [0-9]+ ", " 1 "),
                plain + "0",
                plain.replaceFirst(" [0-9]+ ", " 9999999999999999999 "),
                plain.replaceFirst(" [0-9a-f]{16} ", " 0000000000000000 "),
                plain.replaceFirst("u[01]$", "'; drop table users"),
                plain.replaceFirst("u[01]$", "\u0000"))) {
            String text =
                    Base64.getUrlEncoder().withoutPadding().encodeToString(forged.getBytes(StandardCharsets.UTF_8));
            list("?cursor=" + text).then().statusCode(400);
        }
        list("?cursor=" + Base64.getEncoder().encodeToString((plain + "==").getBytes(StandardCharsets.UTF_8)))
                .then()
                .statusCode(400);
    }

    @Test
    void continuesIfAUserWasDeletedMeanwhile() {
        for (int index = 0; index < 4; index++) {
            put("u" + index, "{}");
        }
        Response first = list("?size=2&sort=user_id:1");
        as(tenant).delete("/api/users/u1").then().statusCode(204);

        as(tenant).get(Pages.link(first, "next")).then().body("user_id", contains("u2", "u3"));
    }

    @Test
    void limitsCounting() {
        Sql.run("""
                insert into users (tenant_id, user_id, created_at, last_updated_at)
                select ?, 'many-' || n, to_timestamp(n), to_timestamp(n) from generate_series(1, 10001) n
                """, tenant.id());

        Response page = list("?page=1000");

        assertThat(page.header("X-Pagination"))
                .isEqualTo("{\"page_size\":10,\"current_page\":1000,\"total_count\":10000,"
                        + "\"total_count_is_exact\":false,\"has_previous\":true,\"has_next\":true}");
        assertThat(Pages.link(page, "last")).isNull();
        Response exact = as(tenant).header("Prefer", "count=exact").get("/api/users");
        assertThat(Pages.pagination(exact).get("total_count").asInt()).isEqualTo(10_001);
        assertThat(Pages.link(exact, "last")).as("page=1001 is 422").isNull();
        Response last = as(tenant).get(Pages.link(page, "next"));
        last.then().body("user_id", contains("many-1"));
        assertThat(Pages.pagination(last).get("has_next").asBoolean()).isFalse();

        as(tenant).delete("/api/users/many-1").then().statusCode(204);
        Response whole = list("?page=1000");
        assertThat(Pages.pagination(whole).get("has_next").asBoolean()).isFalse();
        assertThat(as(tenant).get(Pages.link(whole, "last")).asString()).isEqualTo(whole.asString());
        assertThat(Pages.link(list("?size=7"), "last")).as("page=1429 is 422").isNull();
    }

    private void put(String user, String body) {
        as(tenant).body(body).put("/api/users/{user}", user).then().statusCode(201);
    }

    private String get(String user) {
        return as(tenant).get("/api/users/{user}", user).asString();
    }

    private Response list(String query) {
        return as(tenant).get("/api/users" + query);
    }

    private List<String> found(String query) {
        Response answer = list("?sort=user_id:1&" + query);
        answer.then().statusCode(200);
        assertThat(Pages.pagination(answer).get("total_count").asInt())
                .isEqualTo(answer.jsonPath().getList("$").size());
        return answer.jsonPath().getList("user_id");
    }

    private List<String> walk(String query) {
        return Pages.walk(tenant, "/api/users" + query, "user_id");
    }
}
