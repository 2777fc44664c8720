package io.useradmin.user;

import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.profile.Authenticator;
import io.useradmin.shared.Counting;
import io.useradmin.shared.QueryParameters;
import io.useradmin.shared.Sort;
import io.useradmin.shared.Violations;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The query parameters of the list of users, and its cursors. */
class UserListPageTest {
    private static final UserPosition CURSOR = new UserPosition(1_767_225_600_000_001L, "auth0|ann");

    private final Violations violations = new Violations();

    @Test
    void asksForTheFirstTenOfTheNewestByDefault() {
        UserListPage page = read("");

        assertThat(page.list().sort()).isEqualTo(Sort.descending(UserSort.CREATION_TIME));
        assertThat(page.list().filter().texts()).containsOnly("").hasSize(7);
        assertThat(page.offset()).isZero();
        assertThat(page.size()).isEqualTo(10);
        assertThat(page.number()).contains(1);
        assertThat(found()).isEmpty();
    }

    @Test
    void readsEveryFilter() {
        UserFilter filter =
                read("email=a@example.com&phone=+358401&username=Ann&provider_user_id=g 1&authenticator=google"
                                + "&group_id=staff&filter=user_id:auth0|5")
                        .list()
                        .filter();

        assertThat(filter)
                .isEqualTo(new UserFilter(
                        Optional.of("a@example.com"),
                        Optional.of("+358401"),
                        Optional.of("Ann"),
                        Optional.of("g 1"),
                        Optional.of(Authenticator.GOOGLE),
                        Optional.of("staff"),
                        Optional.of("auth0|5")));
        assertThat(filter.texts())
                .containsExactly("a@example.com", "+358401", "Ann", "g 1", "google", "staff", "auth0|5");
        assertThat(found()).isEmpty();
    }

    @Test
    void readsTheFilterOfPublishedClients() {
        assertThat(read("filter=email:a@example.com").list().filter().email()).contains("a@example.com");
        assertThat(read("filter=phone:+358401").list().filter().phone()).contains("+358401");
        assertThat(read("filter=username:Ann: 2").list().filter().username()).contains("Ann: 2");
        assertThat(read("filter=user_id:a:b").list().filter().userId()).contains("a:b");
        assertThat(found()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "filter=name:Ann, filter malformed UNREADABLE",
        "filter=Ann, filter malformed UNREADABLE",
        "filter=email:, filter malformed UNREADABLE",
        "filter=Email:a@example.com, filter malformed UNREADABLE",
        "filter= email:a@example.com, filter malformed UNREADABLE",
        "filter=group_id:staff, filter malformed UNREADABLE",
        "filter=, filter empty UNREADABLE",
        "filter=email:a@example.com&email=a@example.com, filter repeated UNREADABLE",
        "filter=email:a, filter not_an_email BROKEN_RULE",
        "filter=user_id:a b, filter identifier BROKEN_RULE",
    })
    void refusesAnyOtherFilter(String query, String violation) {
        read(query);

        assertThat(violations.found())
                .extracting(each -> each.location().value() + " " + each.code() + " " + each.severity())
                .containsExactly(violation);
    }

    @Test
    void reportsAllErrorsOfAFilter() {
        UserFilter filter = read("email=a&phone=358&authenticator=nobody&group_id=a b")
                .list()
                .filter();

        assertThat(filter.email()).isEmpty();
        assertThat(filter.phone()).isEmpty();
        assertThat(filter.authenticator()).isEmpty();
        assertThat(found())
                .containsExactlyInAnyOrder(
                        "email not_an_email",
                        "phone not_a_phone_number",
                        "authenticator unknown_value",
                        "group_id identifier");
        assertThat(violations.found())
                .anySatisfy(violation -> assertThat(violation.detail()).startsWith("must be one of google, apple, "));
    }

    @Test
    void aProviderWithoutIdFindsNobody() {
        read("authenticator=google");

        assertThat(found()).containsExactly("provider_user_id required");
    }

    @ParameterizedTest
    @CsvSource({"100, 100, true", "101, 100, false", "1000, 10, true", "1001, 10, false", "2000000000, 100, false"})
    void countsPagesAsFarAsTheTenThousandthUser(int page, int size, boolean allowed) {
        UserListPage read = read("page=" + page + "&size=" + size);

        assertThat(found()).isEqualTo(allowed ? List.of() : List.of("page out_of_range"));
        if (allowed) {
            assertThat(read.offset()).isEqualTo((page - 1) * size);
        }
    }

    @Test
    void continuesAfterACursor() {
        UserListPage page = read("size=5&cursor=" + CURSOR.text(read("").list()));

        assertThat(page.after()).contains(CURSOR);
        assertThat(page.offset()).isZero();
        assertThat(page.number()).isEmpty();
        assertThat(found()).isEmpty();
    }

    @Test
    void aCursorExcludesAPageNumber() {
        read("page=2&cursor=" + CURSOR.text(read("").list()));

        assertThat(found()).containsExactly("page not_together");
    }

    @ParameterizedTest
    @ValueSource(strings = {"sort=creation_time:1", "sort=last_updated:-1", "email=a@example.com", "group_id=staff"})
    void aCursorFitsNoOtherList(String other) {
        String cursor = CURSOR.text(read("").list());

        assertThat(read(other + "&cursor=" + cursor).after()).isEmpty();
        assertThat(found()).containsExactly("cursor malformed");
    }

    @Test
    void aCursorFitsNoOtherTenant() {
        UserList list = read("").list();

        assertThat(UserPosition.read(CURSOR.text(list), new UserList("other", list.filter(), list.sort())))
                .isEmpty();
    }

    @Test
    void aDamagedCursorIsRefused() {
        UserList list = read("").list();
        String cursor = CURSOR.text(list);

        for (int index = 0; index < cursor.length(); index++) {
            char other = cursor.charAt(index) == 'A' ? 'B' : 'A';
            String damaged = cursor.substring(0, index) + other + cursor.substring(index + 1);
            assertThat(UserPosition.read(damaged, list)).as(damaged).isEmpty();
        }
        assertThat(UserPosition.read("*", list)).isEmpty();
        assertThat(UserPosition.read(cursor + "=", list)).isEmpty();
        assertThat(UserPosition.read(new UserPosition(0, "not an identifier").text(list), list))
                .isEmpty();
    }

    @Test
    void aCursorHasMicroseconds() {
        assertThat(CURSOR.time()).hasToString("2026-01-01T00:00:00.000001Z");
    }

    private UserListPage read(String query) {
        Map<String, List<String>> parameters = new HashMap<>();
        Arrays.stream(query.split("&")).filter(each -> !each.isEmpty()).forEach(each -> {
            String[] pair = each.split("=", 2);
            parameters.put(pair[0], List.of(pair[1]));
        });
        return UserListPage.read("acme", new QueryParameters(parameters, violations), Counting.BOUNDED, violations);
    }

    private List<String> found() {
        return violations.found().stream()
                .map(violation -> violation.location().value() + " " + violation.code())
                .toList();
    }
}
