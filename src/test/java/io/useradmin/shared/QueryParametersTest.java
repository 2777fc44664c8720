package io.useradmin.shared;

import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.shared.Location.Parameter;
import io.useradmin.shared.Violation.Severity;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The rules of the contract for query parameters of lists. */
class QueryParametersTest {
    private static final Sort<Key> DEFAULT_SORT = Sort.descending(Key.AGE);
    private static final PageRequest<Key> DEFAULT_PAGE = new PageRequest<>(1, 10, DEFAULT_SORT, Counting.BOUNDED);

    private enum Key implements SortKey {
        NAME,
        AGE;

        @Override
        public String column() {
            return name();
        }
    }

    private final Violations violations = new Violations();

    @Test
    void isTheFirstPageInTheDefaultOrderByDefault() {
        assertThat(page()).isEqualTo(DEFAULT_PAGE);
        assertThat(violations.isEmpty()).isTrue();
    }

    @Test
    void usesAllGivenParameters() {
        assertThat(page("page=3", "size=25", "sort=name:1"))
                .isEqualTo(new PageRequest<>(3, 25, new Sort<>(Key.NAME, true), Counting.BOUNDED));
        assertThat(violations.isEmpty()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"page,1", "page,2147483647", "page,007", "size,1", "size,100"})
    void bothEndsOfARangeAreTaken(String name, String value) {
        PageRequest<Key> page = page(name + "=" + value);

        assertThat(violations.isEmpty()).isTrue();
        assertThat(name.equals("page") ? page.page() : page.size()).isEqualTo(Integer.parseInt(value));
    }

    @ParameterizedTest
    @CsvSource({
        "page,0",
        "page,-0",
        "page,-1",
        "page,2147483648",
        "page,2147483648",
        "page,4294967297",
        "page,9223372036854775808",
        "page,-9223372036854775809",
        "page,99999999999999999999999999999999999999",
        "size,0",
        "size,-10",
        "size,101",
        "size,4294967306"
    })
    void anIntegerOutOfRangeBreaksARule(String name, String value) {
        assertThat(page(name + "=" + value)).isEqualTo(DEFAULT_PAGE);
        assertFound(name, "out_of_range", Severity.BROKEN_RULE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"abc", "1.0", "1e1", "+1", " 1", "1 ", "1,2", "--1", "-", "0x1", "١", "1_000", "null", "1\n"})
    void aNumberThatIsNoIntegerCannotBeRead(String value) {
        assertThat(page("page=" + value, "size=" + value)).isEqualTo(DEFAULT_PAGE);
        assertThat(found()).containsExactly("page not_an_integer UNREADABLE", "size not_an_integer UNREADABLE");
    }

    @Test
    void aHundredThousandDigitsAreNotParsed() {
        assertThat(page("page=" + "7".repeat(100_000))).isEqualTo(DEFAULT_PAGE);
        assertFound("page", "out_of_range", Severity.BROKEN_RULE);
    }

    @ParameterizedTest
    @CsvSource({"name:1,NAME,true", "name:-1,NAME,false", "age:1,AGE,true", "age:-1,AGE,false"})
    void aSortIsAKeyAndADirection(String sort, Key key, boolean ascending) {
        assertThat(page("sort=" + sort).sort()).isEqualTo(new Sort<>(key, ascending));
        assertThat(violations.isEmpty()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "name",
                "name:",
                ":1",
                ":",
                "name:0",
                "name:2",
                "name:+1",
                "name:01",
                "name:asc",
                "name:1 ",
                "1:name",
                "name:1:1",
                "name:1,age:1",
                "name;1",
                "-name"
            })
    void aSortOfAnotherFormCannotBeRead(String sort) {
        assertThat(page("sort=" + sort)).isEqualTo(DEFAULT_PAGE);
        assertFound("sort", "malformed", Severity.UNREADABLE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Name:1", "NAME:1", "name :1", "size:-1", " :1", "user_id desc, name:1"})
    void aSortByAnUnknownKeyBreaksARule(String sort) {
        assertThat(page("sort=" + sort)).isEqualTo(DEFAULT_PAGE);
        assertThat(violations.found())
                .containsExactly(new Violation(
                        new Parameter("sort"), "unknown_key", "must sort by one of name, age", Severity.BROKEN_RULE));
    }

    @ParameterizedTest
    @ValueSource(strings = {"page", "size", "sort"})
    void aParameterThatIsGivenTwiceCannotBeRead(String name) {
        assertThat(page(name + "=1", name + "=1")).isEqualTo(DEFAULT_PAGE);
        assertFound(name, "repeated", Severity.UNREADABLE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"page", "size", "sort"})
    void aParameterThatIsEmptyCannotBeRead(String name) {
        assertThat(page(name + "=")).isEqualTo(DEFAULT_PAGE);
        assertFound(name, "empty", Severity.UNREADABLE);
    }

    @Test
    void everythingWrongIsFoundAtOnce() {
        page("page=abc", "size=101", "sort=name");

        assertThat(found())
                .containsExactly(
                        "page not_an_integer UNREADABLE", "size out_of_range BROKEN_RULE", "sort malformed UNREADABLE");
    }

    @ParameterizedTest
    @ValueSource(strings = {"client_id", "clientId"})
    void aTextIsFoundByItsNameAndByItsAlias(String name) {
        assertThat(query(name + "=web").text("client_id", "clientId")).contains("web");
        assertThat(violations.isEmpty()).isTrue();
    }

    @Test
    void aMissingTextIsEmpty() {
        assertThat(query("other=1").text("client_id", "clientId")).isEmpty();
        assertThat(violations.isEmpty()).isTrue();
    }

    @Test
    void anAliasTogetherWithItsNameIsARepetition() {
        assertThat(query("client_id=web", "clientId=web").text("client_id", "clientId"))
                .isEmpty();
        assertFound("clientId", "repeated", Severity.UNREADABLE);
    }

    @Test
    void anAliasThatIsEmptyCannotBeRead() {
        assertThat(query("clientId=").text("client_id", "clientId")).isEmpty();
        assertFound("clientId", "empty", Severity.UNREADABLE);
    }

    @Test
    void anAliasThatIsNoIdentifierIsNamedAsItIsWritten() {
        query("clientId=a b").identifier("client_id", "clientId");
        assertFound("clientId", "identifier", Severity.BROKEN_RULE);
    }

    /** Java counts 😀 as two. */
    @Test
    void aSearchIsBoundedInCharacters() {
        assertThat(query("username=😀😀😀").lookup("username", 3)).contains("😀😀😀");
        assertThat(violations.isEmpty()).isTrue();

        assertThat(query("username=😀😀😀😀").lookup("username", 3)).isEmpty();
        assertFound("username", "length", Severity.BROKEN_RULE);
    }

    @Test
    void ignoresUnknownParameters() {
        assertThat(page("limit=", "limit=", "Page=abc", "offset=x")).isEqualTo(DEFAULT_PAGE);
        assertThat(violations.isEmpty()).isTrue();
    }

    @Test
    void theOffsetOfTheLastPageThatCanBeAskedForLeavesRoomForThePage() {
        assertThat(new PageRequest<>(Integer.MAX_VALUE, PageRequest.MAX_SIZE, DEFAULT_SORT, Counting.BOUNDED).offset())
                .isEqualTo(Integer.MAX_VALUE - PageRequest.MAX_SIZE - 1);
        assertThat(DEFAULT_PAGE.offset()).isZero();
    }

    @Test
    void aSemicolonIsPartOfAValue() {
        QueryParameters query = QueryParameters.of("username=a;x=y&z=%3B;", violations);

        assertThat(query.text("username")).contains("a;x=y");
        assertThat(query.text("z")).contains(";;");
        assertThat(query.text("x")).isEmpty();
    }

    @Test
    void aSecondQuestionMarkBelongsToTheName() {
        assertThat(QueryText.parse("?page=0&?=1")).containsOnlyKeys("?page", "?");
        assertThat(QueryText.parse("page=0?")).containsEntry("page", List.of("0?"));
        assertThat(QueryText.parse("?")).containsOnlyKeys("?");
        assertThat(QueryText.parse("")).isEmpty();
    }

    /** Otherwise, the search for a name that another encoding was used for would find nobody. */
    @ParameterizedTest
    @ValueSource(strings = {"J%E4rvi", "%ff", "%ED%A0%80", "%EF%BF%BD%C3"})
    void refusesValuesThatAreNotUtf8(String value) {
        QueryParameters query = QueryParameters.of("username=" + value + "&unknown=%ff", violations);

        assertThat(query.text("username")).isEmpty();
        assertFound("username", "malformed", Severity.UNREADABLE);
    }

    @Test
    void refusesElementsThatAreNotUtf8() {
        assertThat(QueryParameters.of("type=a&type=%ff", violations).texts("type"))
                .isEmpty();
        assertFound("type", "malformed", Severity.UNREADABLE);
    }

    @Test
    void boundsTheElements() {
        assertThat(QueryParameters.of("type=a" + "&type=a".repeat(99), violations)
                        .texts("type"))
                .hasSize(100);
        assertThat(violations.isEmpty()).isTrue();

        assertThat(QueryParameters.of("type=a" + "&type=a".repeat(100), violations)
                        .texts("type"))
                .isEmpty();
        assertFound("type", "too_many", Severity.BROKEN_RULE);
    }

    @Test
    void acceptsAllOfUtf8() {
        QueryParameters query =
                QueryParameters.of("a=J%C3%A4rvi+x&b=%EF%BF%BD&c=%F0%9F%98%80&d=%ff&b%ff=%ff", violations);

        assertThat(query.text("a")).contains("Järvi x");
        assertThat(query.text("b")).contains("\uFFFD");
        assertThat(query.text("c")).contains("😀");
        assertThat(violations.isEmpty()).isTrue();
    }

    private PageRequest<Key> page(String... parameters) {
        return query(parameters).page(List.of(Key.values()), DEFAULT_SORT, Counting.BOUNDED);
    }

    private QueryParameters query(String... parameters) {
        Map<String, List<String>> values = Arrays.stream(parameters)
                .map(parameter -> parameter.split("=", 2))
                .collect(Collectors.groupingBy(
                        parameter -> parameter[0], Collectors.mapping(parameter -> parameter[1], Collectors.toList())));
        return new QueryParameters(values, violations);
    }

    private void assertFound(String parameter, String code, Severity severity) {
        assertThat(violations.found()).singleElement().satisfies(violation -> {
            assertThat(violation.location()).isEqualTo(new Parameter(parameter));
            assertThat(violation.code()).isEqualTo(code);
            assertThat(violation.severity()).isEqualTo(severity);
        });
    }

    private List<String> found() {
        return violations.found().stream()
                .map(violation -> violation.location().value() + " " + violation.code() + " " + violation.severity())
                .toList();
    }
}
