package io.useradmin.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.useradmin.shared.Location.Pointer;
import io.useradmin.shared.Violation;
import io.useradmin.shared.Violation.Severity;
import io.useradmin.shared.Violations;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The strictness of request wrappers: whatever is wrong is found, all of it, and placed. */
class JsonMembersTest {
    private static final JsonLimits LIMITS = new Limits(1000, 4, 8);

    private enum Colour {
        RED,
        GREEN
    }

    private final Violations violations = new Violations();

    @Test
    void answersWhatWasAskedFor() {
        JsonMembers members = read("""
                {"name": "Änni 😀", "colour": "GREEN", "data": {"b": [1.0, true, null], "a": "x"}}""");

        assertThat(members.text("name")).contains("Änni 😀");
        assertThat(members.oneOf("colour", List.of(Colour.values()))).contains(Colour.GREEN);
        assertThat(members.document("data", LIMITS)).isEqualTo("{\"b\":[1.0,true,null],\"a\":\"x\"}");
        members.end();
        assertThat(found()).isEmpty();
    }

    @Test
    void notesWhatIsMissing() {
        JsonMembers members = read("{}");

        assertThat(members.text("name")).isEmpty();
        assertThat(members.oneOf("colour", List.of(Colour.values()))).isEmpty();
        assertThat(members.document("data", LIMITS)).isEqualTo("{}");
        members.end();
        assertThat(found()).containsExactly("/name required", "/colour required", "/data required");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "1.5", "true", "null", "{}", "[]", "[\"a\"]"})
    void notesWhatIsNoString(String value) {
        JsonMembers members = read("{\"name\": %s, \"colour\": %s}".formatted(value, value));

        assertThat(members.text("name", 5)).isEmpty();
        assertThat(members.oneOf("colour", List.of(Colour.values()))).isEmpty();
        assertThat(found()).containsExactly("/name wrong_type", "/colour wrong_type");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "\"{}\"", "true", "null", "[]", "[{}]"})
    void notesWhatIsNoDocument(String value) {
        assertThat(read("{\"data\": " + value + "}").document("data", LIMITS)).isEqualTo("{}");
        assertThat(found()).containsExactly("/data wrong_type");
    }

    @ParameterizedTest
    @CsvSource({"'',true", "a,false", "abcde,false", "abcdef,true"})
    void boundsTheLengthOfAString(String value, boolean refused) {
        assertThat(read("{\"name\": \"%s\"}".formatted(value)).text("name", 5).isEmpty())
                .isEqualTo(refused);
        assertThat(found()).isEqualTo(refused ? List.of("/name length") : List.of());
    }

    @ParameterizedTest
    @ValueSource(strings = {"\\u0000", "a\\u0000b", "\\ud800", "\\udc00", "\\udc00\\ud800", "\\ud800x", "x\\ud83d"})
    void notesAStringThatCannotBeStored(String value) {
        assertThat(read("{\"name\": \"%s\"}".formatted(value)).text("name")).isEmpty();
        assertThat(found()).containsExactly("/name not_storable");
    }

    @ParameterizedTest
    @ValueSource(strings = {"green", "GREEN ", "", "BLUE"})
    void notesAChoiceThatIsNotOffered(String value) {
        assertThat(read("{\"colour\": \"%s\"}".formatted(value)).oneOf("colour", List.of(Colour.values())))
                .isEmpty();
        assertThat(violations.found())
                .containsExactly(new Violation(
                        new Pointer("/colour"), "unknown_value", "must be one of RED, GREEN", Severity.BROKEN_RULE));
    }

    @Test
    void notesEveryMemberThatWasNotAskedFor() {
        JsonMembers members = read("""
                {"name": "x", "Name": 1, "": 2, "a/b": 3, "m~n": 4, "~1": {"name": 5}}""");

        members.text("name");
        members.end();
        assertThat(found())
                .containsExactly(
                        "/Name unknown_member",
                        "/ unknown_member",
                        "/a~1b unknown_member",
                        "/m~0n unknown_member",
                        "/~01 unknown_member");
    }

    @Test
    void placesAnUnknownMemberAtItsObjectWhereItsNameCannotBeTold() {
        JsonMembers members =
                read("{\"%s\": 1, \"%s\": 1, \"\\ud800\": 1}".formatted("n".repeat(256), "n".repeat(257)));

        members.end();
        assertThat(found())
                .containsExactly("/" + "n".repeat(256) + " unknown_member", " unknown_member", " unknown_member");
    }

    @Test
    void findsEverythingAtOnce() {
        JsonMembers members = read("""
                {"colour": "BLUE", "data": {"deep": [[[[]]]], "list": ["ok", "\\u0000", {"n": 1e999999}]}, "extra": 1}""");

        members.text("name");
        members.oneOf("colour", List.of(Colour.values()));
        members.document("data", LIMITS);
        members.end();
        assertThat(found())
                .containsExactly(
                        "/name required",
                        "/colour unknown_value",
                        "/data/deep/0/0/0 too_deep",
                        "/data/list/1 not_storable",
                        "/data/list/2/n number_out_of_range",
                        "/extra unknown_member");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", "[{\"name\": \"x\"}]", "\"hunter2\"", "1", "true", "null"})
    void notesABodyThatIsNoObjectAndNothingElseOfIt(String body) {
        JsonMembers members = read(body);

        assertThat(members.text("name")).isEmpty();
        assertThat(members.document("data", LIMITS)).isEqualTo("{}");
        members.end();
        assertThat(violations.found())
                .containsExactly(
                        new Violation(new Pointer(""), "wrong_type", "must be an object", Severity.BROKEN_RULE));
    }

    @Test
    void doesNotReadABodyThatIsNoJson() {
        assertThatExceptionOfType(UnreadableJsonException.class)
                .isThrownBy(() -> JsonMembers.read(new byte[0], violations))
                .satisfies(failure -> assertThat(failure.code()).isEqualTo("empty_body"));
    }

    @Test
    void neverTellsAValueOfTheBody() {
        JsonMembers members = read("""
                {"name": "hunter2-longer", "colour": "hunter2", "data": {"a": "hunter2\\u0000", "b": [[[["hunter2"]]]]}}""");

        members.text("name", 5);
        members.oneOf("colour", List.of(Colour.values()));
        members.document("data", LIMITS);
        members.end();
        assertThat(violations.found())
                .hasSize(4)
                .allSatisfy(violation -> assertThat(violation.toString()).doesNotContain("hunter2"));
    }

    private JsonMembers read(String body) {
        try {
            return JsonMembers.read(body.getBytes(StandardCharsets.UTF_8), violations);
        } catch (UnreadableJsonException failure) {
            throw new AssertionError(failure);
        }
    }

    private List<String> found() {
        return violations.found().stream()
                .map(violation -> violation.location().value() + " " + violation.code())
                .toList();
    }

    private record Limits(int maxBytes, int maxDepth, int maxNameLength) implements JsonLimits {}
}
