package io.useradmin.json;

import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.testsupport.Sql;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares the texts that the service accepts with those that PostgreSQL stores unchanged. */
class StorableTextTest {
    private static final List<String> PIECES =
            List.of("a", "\u0000", "\ud83d", "\ude00", "\ud83d\ude00", "\uffff", "\u00e9", "\"", "\\", "\n", "\u007f");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "plain",
                "😀",
                "😀😀",
                "\ud800\udc00",
                "\udbff\udfff",
                "\ufffe\uffff\ufeff",
                "\u0001\u001f",
                "e\u0301"
            })
    @Tag("database")
    void acceptsText(String text) {
        assertThat(StorableText.violation(text)).isEmpty();
        assertThat(Sql.list("select unnest(?)", List.of(text))).containsExactly(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\u0000", "a\u0000", "\u0000😀"})
    void refusesNul(String text) {
        assertThat(StorableText.violation(text)).contains("must not contain the character U+0000");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\ud83d", "\ude00", "\ude00\ud83d", "\ud83da", "a\ude00", "😀\ude00", "\ud83d😀"})
    void refusesHalfOfASurrogatePair(String text) {
        assertThat(StorableText.violation(text)).contains("must not contain half of a surrogate pair");
    }

    @Test
    @Tag("database")
    void agreesWithPostgresOnRandomTexts() {
        var random = new Random(20_250_101);
        List<String> texts = Stream.generate(() -> text(random)).limit(3000).toList();

        List<String> accepted = Sql.list(
                "select pg_input_is_valid(literal, 'jsonb') from unnest(?) with ordinality as given (literal, place)"
                        + " order by place",
                texts.stream().map(StorableTextTest::escaped).toList());

        for (int index = 0; index < texts.size(); index++) {
            assertThat(StorableText.violation(texts.get(index)).isEmpty())
                    .as(escaped(texts.get(index)))
                    .isEqualTo(accepted.get(index).equals("t"));
        }
    }

    private static String text(Random random) {
        return IntStream.range(0, random.nextInt(5))
                .mapToObj(_ -> PIECES.get(random.nextInt(PIECES.size())))
                .collect(Collectors.joining());
    }

    /** The text as a JSON string with only escapes, so that PostgreSQL decodes it. */
    private static String escaped(String text) {
        return text.chars().mapToObj("\\u%04x"::formatted).collect(Collectors.joining("", "\"", "\""));
    }
}
