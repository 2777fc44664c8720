package io.useradmin.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.useradmin.json.JsonValue.JsonArray;
import io.useradmin.json.JsonValue.JsonBoolean;
import io.useradmin.json.JsonValue.JsonNull;
import io.useradmin.json.JsonValue.JsonNumber;
import io.useradmin.json.JsonValue.JsonObject;
import io.useradmin.json.JsonValue.JsonString;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Valid JSON, invalid JSON, and the error for it. */
class JsonReaderTest {
    /** Private text in a body. It must not appear in an error or a log. */
    private static final String PRIVATE = "hunter2";

    @Test
    void readsEveryKindOfValue() throws UnreadableJsonException {
        assertThat(read("[{\"a\": \"b\"}, [], 1, true, false, null]"))
                .isEqualTo(new JsonArray(List.of(
                        new JsonObject(Map.of("a", new JsonString("b"))),
                        new JsonArray(List.of()),
                        new JsonNumber("1"),
                        new JsonBoolean(true),
                        new JsonBoolean(false),
                        new JsonNull())));
    }

    @Test
    void keepsTheOrderOfMembers() throws UnreadableJsonException {
        assertThat(read("{\"z\": 1, \"a\": 2, \"m\": 3}"))
                .isInstanceOfSatisfying(
                        JsonObject.class,
                        object -> assertThat(object.members().keySet()).containsExactly("z", "a", "m"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.0", "-0", "-0.00", "1E+5", "1e-7", "123456789012345678901234567890.10", "0e9999999999"})
    void keepsANumberAsItWasWritten(String literal) throws UnreadableJsonException {
        assertThat(read(literal)).isEqualTo(new JsonNumber(literal));
    }

    @Test
    void readsEscapesAndUnicode() throws UnreadableJsonException {
        assertThat(read("\"\\u00e9 \\ud83d\\ude00 \\n \\/ ä 😀\"")).isEqualTo(new JsonString("é 😀 \n / ä 😀"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\n\t\r "})
    void distinguishesAnEmptyBodyFromABrokenOne(String body) {
        assertUnreadable(bytes(body), "empty_body");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"hunter2\": 1, \"hunter2\": 1}",
                "{\"a\": [{\"hunter2\": 1, \"b\": 2, \"hunter2\": 3}]}",
                "[[[{\"hunter2\": {}, \"hunter2\": {}}]]]",
                "{\"hunter2\": 1, \"h\\u0075nter2\": 1}"
            })
    void refusesARepeatedNameInAnyObject(String body) {
        assertUnreadable(bytes(body), "duplicate_member");
    }

    @Test
    void acceptsTheSameNameInDifferentObjects() throws UnreadableJsonException {
        assertThat(read("{\"a\": {\"a\": {\"a\": 1}}}"))
                .isEqualTo(new JsonObject(Map.of(
                        "a", new JsonObject(Map.of("a", new JsonObject(Map.of("a", new JsonNumber("1"))))))));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"a\": \"hunter2\"",
                "{\"a\": \"hunter2",
                "{\"a\":",
                "{",
                "[1, 2",
                "tru",
                "-",
                "1.",
                "1e",
                "{\"a\": hunter2}",
                "hunter2",
                "{'a': 'hunter2'}",
                "{\"a\": 1,}",
                "[1,]",
                "[,]",
                "{\"a\" 1}",
                "{1: 2}",
                "{\"a\": 01}",
                "{\"a\": .5}",
                "{\"a\": +1}",
                "{\"a\": NaN}",
                "{\"a\": Infinity}",
                "{\"a\": 0x1f}",
                "{\"a\": 1} // hunter2",
                "/* hunter2 */ {\"a\": 1}",
                "# hunter2",
                "{\"a\": \"\\x41\"}",
                "{\"a\": \"\\u12g4\"}",
                "{\"a\": \"line\nbreak\"}",
                "{\"a\": \"tab\there\"}",
                "]",
                "}",
                "\ufeff{}"
            })
    void refusesInvalidJson(String body) {
        assertUnreadable(bytes(body), "syntax");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{} {}", "{}1", "{} \"hunter2\"", "[] ]", "{}}", "{},", "{} hunter2", "1 2"})
    void refusesTextAfterTheEnd(String body) {
        assertUnreadable(bytes(body), "syntax");
    }

    @ParameterizedTest
    @CsvSource({
        "a byte that never begins a character, ff",
        "a sequence that is cut short, c3",
        "a continuation without a beginning, 80",
        "NUL in two bytes, c080",
        "a slash in two bytes, c0af",
        "a slash in three bytes, e080af",
        "half of a surrogate pair, eda080",
        "a surrogate pair in six bytes, eda0bdedb880",
        "beyond the last code point, f4908080"
    })
    void refusesInvalidUtf8(String what, String bytes) {
        byte[] body = HexFormat.of().parseHex("22" + bytes + "22");

        assertUnreadable(body, "syntax");
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-16BE", "UTF-16LE", "UTF-16", "UTF-32BE", "UTF-32LE", "ISO-8859-1"})
    void refusesEveryOtherEncoding(String encoding) {
        assertUnreadable("{\"é\": 1}".getBytes(Charset.forName(encoding)), "syntax");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[", "{\"a\":", "[{\"a\":"})
    void survivesABodyOfOnlyBrackets(String opening) {
        assertUnreadable(bytes(opening.repeat(100_000)), "too_deep");
    }

    @Test
    void readsABodyThatIsNotTooDeep() throws UnreadableJsonException {
        String deep = "[".repeat(512) + "]".repeat(512);

        assertThat(read(deep)).isInstanceOf(JsonArray.class);
        assertUnreadable(bytes(deep + "]"), "syntax");
        assertUnreadable(bytes("[" + deep + "]"), "too_deep");
    }

    @Test
    void keepsANumberWithManyDigits() throws UnreadableJsonException {
        String digits = "7".repeat(200_000);
        String body = "[" + (digits + ",").repeat(9) + digits + "]";

        JsonValue read = read(body);

        assertThat(read)
                .isInstanceOfSatisfying(
                        JsonArray.class, array -> assertThat(array.elements()).containsOnly(new JsonNumber(digits)));
    }

    @Test
    void reportsWhereTheSyntaxErrorIs() {
        assertThatExceptionOfType(UnreadableJsonException.class)
                .isThrownBy(() -> read("{\n  \"a\": hunter2\n}"))
                .satisfies(failure ->
                        assertThat(failure.detail()).startsWith("the body is not valid JSON at line 2, column"));
    }

    private static void assertUnreadable(byte[] body, String code) {
        assertThatExceptionOfType(UnreadableJsonException.class)
                .isThrownBy(() -> JsonReader.read(body))
                .satisfies(failure -> {
                    assertThat(failure.code()).isEqualTo(code);
                    assertThat(failure.detail()).isNotBlank().doesNotContain(PRIVATE);
                    assertThat(failure).hasMessage(failure.detail()).hasNoCause();
                });
    }

    private static JsonValue read(String body) throws UnreadableJsonException {
        return JsonReader.read(bytes(body));
    }

    private static byte[] bytes(String body) {
        return body.getBytes(StandardCharsets.UTF_8);
    }
}
