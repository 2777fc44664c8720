package io.useradmin.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.tuple;

import io.useradmin.shared.Location.Pointer;
import io.useradmin.shared.Violation;
import io.useradmin.shared.Violation.Severity;
import io.useradmin.shared.Violations;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Strict parsing of request bodies: all errors are found, each with its location. */
class JsonMembersTest {
    private static final JsonLimits LIMITS = () -> 1000;

    private enum Colour {
        RED,
        GREEN
    }

    private final Violations violations = new Violations();

    @Test
    void returnsTheMembers() {
        JsonMembers members = read("""
                {"name": "Änni 😀", "colour": "GREEN", "data": {"b": [1.0, true, null], "a": "x"}}""");

        assertThat(members.text("name")).contains("Änni 😀");
        assertThat(members.oneOf("colour", List.of(Colour.values()))).contains(Colour.GREEN);
        assertThat(members.mergePatch("data", LIMITS).text()).isEqualTo("{\"b\":[1.0,true,null],\"a\":\"x\"}");
        members.end();
        assertThat(found()).isEmpty();
    }

    @Test
    void aReaderGetsTheStringAndItsLocation() {
        JsonMembers members = read("""
                {"good": "x", "bad": "y", "number": 1}""");
        TextReader<String> reader = (location, text, errors) -> {
            if (text.equals("y")) {
                errors.broken(location, "bad", "must not be y");
                return Optional.empty();
            }
            return Optional.of("read " + text);
        };

        assertThat(members.required("good").flatMap(item -> item.parsed(reader)))
                .contains("read x");
        assertThat(found()).isEmpty();

        assertThat(members.required("bad").flatMap(item -> item.parsed(reader))).isEmpty();
        assertThat(members.required("number").flatMap(item -> item.parsed(reader)))
                .isEmpty();
        assertThat(violations.found())
                .extracting(Violation::location, Violation::code)
                .containsExactly(tuple(new Pointer("/bad"), "bad"), tuple(new Pointer("/number"), "wrong_type"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{} | true",
                "{\"a\": 1, \"b\": \"x\", \"c\": true} | true",
                "{\"a\": [{\"b\": null}]} | true",
                "{\"a\": 1, \"b\": null} | false",
                "{\"a\": 1, \"b\": {}} | false"
            })
    void recognizesAFlatPatch(String patch, boolean flat) {
        assertThat(read("{\"data\": " + patch + "}").mergePatch("data", LIMITS).isFlat())
                .isEqualTo(flat);
        assertThat(found()).isEmpty();
    }

    /** The examples of RFC 7396, appendix A, with an object as target. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"a\":\"b\"} | {\"a\":\"c\"} | {\"a\":\"c\"}",
                "{\"a\":\"b\"} | {\"b\":\"c\"} | {\"a\":\"b\",\"b\":\"c\"}",
                "{\"a\":\"b\"} | {\"a\":null} | {}",
                "{\"a\":\"b\",\"b\":\"c\"} | {\"a\":null} | {\"b\":\"c\"}",
                "{\"a\":[\"b\"]} | {\"a\":\"c\"} | {\"a\":\"c\"}",
                "{\"a\":\"c\"} | {\"a\":[\"b\"]} | {\"a\":[\"b\"]}",
                "{\"a\":{\"b\":\"c\"}} | {\"a\":{\"b\":\"d\",\"c\":null}} | {\"a\":{\"b\":\"d\"}}",
                "{\"a\":[{\"b\":\"c\"}]} | {\"a\":[1]} | {\"a\":[1]}",
                "{\"e\":null} | {\"a\":1} | {\"e\":null,\"a\":1}",
                "{} | {\"a\":{\"bb\":{\"ccc\":null}}} | {\"a\":{\"bb\":{}}}",
            })
    void mergesAsThePatchOfTheStandard(String target, String patch, String outcome) {
        assertThat(read(patch).appliedTo(target, violations).text()).isEqualTo(outcome);
    }

    @Test
    void notesAnUnknownMemberOfAPatchEvenIfItIsRemoved() {
        JsonMembers merged = read("{\"x\": null, \"a\": null, \"o\": {\"y\": null, \"b\": null}, \"n\": {\"z\": null}}")
                .appliedTo("{\"a\": 1, \"o\": {\"b\": 1}}", violations);
        assertThat(merged.optional("a")).isEmpty();
        JsonMembers object = merged.required("o").flatMap(JsonItem::object).orElseThrow();
        assertThat(object.optional("b")).isEmpty();
        object.end();
        merged.required("n").flatMap(JsonItem::object).ifPresent(JsonMembers::end);
        merged.end();

        assertThat(found()).containsExactly("/o/y unknown_member", "/n/z unknown_member", "/x unknown_member");
    }

    @Test
    void findsAMemberByAnyOfItsNames() {
        List<String> names = List.of("phone", "phone_number");

        assertThat(read("{\"phone_number\": \"1\"}").required(names).flatMap(JsonItem::text))
                .contains("1");
        assertThat(read("{\"phone\": \"2\"}").required(names).flatMap(JsonItem::text))
                .contains("2");
        assertThat(found()).isEmpty();
        read("{\"phone\": \"2\", \"phone_number\": \"1\"}").optional(names);
        read("{}").required(names);
        assertThat(found()).containsExactly("/phone_number repeated", "/phone required");
    }

    @Test
    void requiresAnyOfSeveralMembers() {
        List<String> names = List.of("a", "b");

        read("{\"b\": null}").requireAnyOf(names);
        assertThat(found()).isEmpty();
        read("{\"c\": 1}").requireAnyOf(names);
        assertThat(found()).containsExactly(" required");
    }

    @Test
    void notesMissingMembers() {
        JsonMembers members = read("{}");

        assertThat(members.text("name")).isEmpty();
        assertThat(members.oneOf("colour", List.of(Colour.values()))).isEmpty();
        assertThat(members.mergePatch("data", LIMITS).text()).isEqualTo("{}");
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
        assertThat(read("{\"data\": " + value + "}").mergePatch("data", LIMITS).text())
                .isEqualTo("{}");
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
    void notesAnUnknownChoice(String value) {
        assertThat(read("{\"colour\": \"%s\"}".formatted(value)).oneOf("colour", List.of(Colour.values())))
                .isEmpty();
        assertThat(violations.found())
                .containsExactly(new Violation(
                        new Pointer("/colour"), "unknown_value", "must be one of RED, GREEN", Severity.BROKEN_RULE));
    }

    @Test
    void notesEveryUnknownMember() {
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
    void locatesUnknownMembersAtTheirObjectOnceIfTheirNamesCannotBeShown() {
        JsonMembers members =
                read("{\"%s\": 1, \"%s\": 1, \"\\ud800\": 1}".formatted("n".repeat(256), "n".repeat(257)));

        members.end();
        assertThat(found()).containsExactly("/" + "n".repeat(256) + " unknown_member", " unknown_member");
    }

    /** Names that cannot be shown are one error, however many there are. */
    @Test
    void notesAnUnknownMemberAfterManyWhoseNamesCannotBeShown() {
        JsonMembers members = read(IntStream.range(0, 200)
                .mapToObj("\"\\u0000%d\": 1, "::formatted)
                .collect(Collectors.joining("", "{", "\"x\": 1}")));

        members.end();
        assertThat(found()).containsExactly(" unknown_member", "/x unknown_member");
    }

    @Test
    void findsAllErrorsAtOnce() {
        JsonMembers members = read("""
                {"colour": "BLUE", "data": {"deep": DEEP, "list": ["ok", "\\u0000", {"n": 1e999999}]}, "extra": 1}""".replace("DEEP", "[".repeat(32) + "]".repeat(32)));

        members.text("name");
        members.oneOf("colour", List.of(Colour.values()));
        members.mergePatch("data", LIMITS);
        members.end();
        assertThat(found())
                .containsExactly(
                        "/name required",
                        "/colour unknown_value",
                        "/data/deep" + "/0".repeat(31) + " too_deep",
                        "/data/list/1 not_storable",
                        "/data/list/2/n number_out_of_range",
                        "/extra unknown_member");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", "[{\"name\": \"x\"}]", "\"hunter2\"", "1", "true", "null"})
    void notesOnlyThatTheBodyIsNoObject(String body) {
        JsonMembers members = read(body);

        assertThat(members.text("name")).isEmpty();
        assertThat(members.mergePatch("data", LIMITS).text()).isEqualTo("{}");
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
    void readsValuesOfEveryType() {
        JsonMembers members = read("""
                {"yes": true, "no": false, "least": -5, "most": 5, "time": 253402300799, "id": "auth0|5f",
                 "texts": ["a", "b"], "objects": [{"name": "x"}, {"name": "y"}], "object": {"name": "z"},
                 "free": {"": "", "a/b": "c"}}""");

        assertThat(members.required("yes").flatMap(JsonItem::bool)).contains(true);
        assertThat(members.optional("no").flatMap(JsonItem::bool)).contains(false);
        assertThat(members.required("least").flatMap(item -> item.integer(-5, 5)))
                .contains(-5L);
        assertThat(members.required("most").flatMap(item -> item.integer(-5, 5)))
                .contains(5L);
        assertThat(members.required("time").flatMap(JsonItem::time)).contains(JsonItem.LATEST_TIME);
        assertThat(members.required("id").flatMap(JsonItem::identifier)).contains("auth0|5f");
        assertThat(members.distinct("texts", JsonItem::text)).containsExactly("a", "b");
        assertThat(members.elements("objects"))
                .extracting(item -> item.object().orElseThrow().text("name").orElseThrow())
                .containsExactly("x", "y");
        assertThat(members.required("object")
                        .flatMap(JsonItem::object)
                        .orElseThrow()
                        .text("name"))
                .contains("z");
        assertThat(members.required("free")
                        .flatMap(JsonItem::object)
                        .orElseThrow()
                        .texts(1))
                .containsExactly(Map.entry("", ""), Map.entry("a/b", "c"));
        members.end();
        assertThat(found()).isEmpty();
    }

    @Test
    void acceptsMissingOptionalMembers() {
        JsonMembers members = read("{}");

        assertThat(members.optional("a")).isEmpty();
        assertThat(members.elements("b")).isEmpty();
        assertThat(members.distinct("c", JsonItem::text)).isEmpty();
        members.end();
        assertThat(found()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "\"x\"", "0", "1.5", "true", "[1]", "{\"a\": 1}"})
    void notesEveryOtherType(String value) {
        JsonMembers members = read("{\"v\": " + value + "}");
        JsonItem item = members.required("v").orElseThrow();

        int read = (int) Stream.of(
                        item.text(),
                        item.bool(),
                        item.integer(0, 0),
                        item.object(),
                        item.elements().stream().findFirst())
                .filter(Optional::isPresent)
                .count();
        members.end();
        boolean isNoInteger = value.equals("1.5");
        assertThat(read).isEqualTo(value.equals("null") || isNoInteger ? 0 : 1);
        assertThat(found()).hasSize(5 - read).allMatch(violation -> violation.equals("/v wrong_type") || isNoInteger);
    }

    @ParameterizedTest
    @CsvSource({
        "-1, out_of_range",
        "253402300800, out_of_range",
        "99999999999999999999999999, out_of_range",
        "-9223372036854775809, out_of_range",
        "1.0, not_an_integer",
        "1e3, not_an_integer",
        "1767225600.5, not_an_integer",
        "'\"1767225600\"', wrong_type"
    })
    void boundsTimes(String value, String code) {
        assertThat(read("{\"at\": " + value + "}").required("at").flatMap(JsonItem::time))
                .isEmpty();
        assertThat(found()).containsExactly("/at " + code);
    }

    @Test
    void locatesErrorsWithinArraysAndObjects() {
        JsonMembers members = read("""
                {"list": [{"name": 1}, [], {"name": "x", "more": 1}], "ids": ["a", "b c", "a", 1], "free": {"a": 1, "b": "long"}}""");

        for (JsonItem item : members.elements("list")) {
            item.object().ifPresent(object -> {
                object.text("name");
                object.end();
            });
        }
        assertThat(members.distinct("ids", JsonItem::identifier)).containsExactly("a");
        assertThat(members.required("free")
                        .flatMap(JsonItem::object)
                        .orElseThrow()
                        .texts(3))
                .isEmpty();
        assertThat(found())
                .containsExactly(
                        "/list/0/name wrong_type",
                        "/list/1 wrong_type",
                        "/list/2/more unknown_member",
                        "/ids/1 identifier",
                        "/ids/2 duplicate",
                        "/ids/3 wrong_type",
                        "/free/a wrong_type",
                        "/free/b length");
    }

    /** Java counts 😀 as two. */
    @Test
    void countsCharactersOfFreeNamesAndTextsAsClientsDo() {
        String name = "😀".repeat(256);
        JsonMembers members =
                read("{\"free\": {\"%s\": \"😀😀😀\", \"b\": \"😀😀😀😀\"}, \"%s\": 1}".formatted(name, name));

        assertThat(members.required("free")
                        .flatMap(JsonItem::object)
                        .orElseThrow()
                        .texts(3))
                .containsExactly(Map.entry(name, "😀😀😀"));
        members.end();
        assertThat(found()).containsExactly("/free/b length", "/" + name + " unknown_member");
    }

    @Test
    void locatesNamesThatCannotBeShownAtTheirObject() {
        JsonMembers members = read("{\"free\": {\"%s\": \"a\", \"\\u0000\": \"b\"}}".formatted("n".repeat(257)));

        assertThat(members.required("free")
                        .flatMap(JsonItem::object)
                        .orElseThrow()
                        .texts(9))
                .isEmpty();
        assertThat(found()).containsExactly("/free name_too_long", "/free name_not_storable");
    }

    @Test
    void readsObjectsWithFreeNames() {
        JsonMembers members =
                read("{\"a\": {\"n\": \"1\"}, \"b/c\": {}, \"d\": 1, \"%s\": {}}".formatted("n".repeat(257)));

        assertThat(members.objects(object -> object.text("n"))).containsExactlyInAnyOrder("a", "b/c", "d");
        members.end();
        assertThat(found()).containsExactly("/b~1c/n required", "/d wrong_type", " name_too_long", " unknown_member");
    }

    @Test
    void readsNoMoreObjectsThanElements() {
        assertThat(read(membersOf(JsonItem.MOST_ELEMENTS + 1, "{}")).objects(_ -> {}))
                .isEmpty();
        assertThat(found()).containsExactly(" too_many");
        assertThat(read("{\"a\": {}}").objects(_ -> {})).containsExactly("a");
    }

    @Test
    void readsNoMoreTextsThanElements() {
        assertThat(read(membersOf(JsonItem.MOST_ELEMENTS, "\"a\"")).texts(1)).hasSize(JsonItem.MOST_ELEMENTS);
        assertThat(found()).isEmpty();
        assertThat(read(membersOf(JsonItem.MOST_ELEMENTS + 1, "\"a\"")).texts(1))
                .isEmpty();
        assertThat(found()).containsExactly(" too_many");
    }

    private static String membersOf(int count, String value) {
        return IntStream.range(0, count)
                .mapToObj(number -> "\"%d\": %s".formatted(number, value))
                .collect(Collectors.joining(", ", "{", "}"));
    }

    @Test
    void neverRepeatsAValueOfTheBody() {
        JsonMembers members = read("""
                {"name": "hunter2-longer", "colour": "hunter2", "data": {"a": "hunter2\\u0000", "b": DEEP}}""".replace("DEEP", "[".repeat(32) + "\"hunter2\"" + "]".repeat(32)));

        members.text("name", 5);
        members.oneOf("colour", List.of(Colour.values()));
        members.mergePatch("data", LIMITS);
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
}
