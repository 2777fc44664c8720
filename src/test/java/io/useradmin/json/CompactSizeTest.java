package io.useradmin.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CompactSizeTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{} | {}",
                "{\"a\": [1, 2]} | {\"a\":[1,2]}",
                "{\"a b: c, d\": \"x,  y\"} | {\"a b: c, d\":\"x,  y\"}",
                "{\"a\": \"\\\" , \"} | {\"a\":\"\\\" , \"}",
                "{\"a\": \"\\\\\", \"b\": 1} | {\"a\":\"\\\\\",\"b\":1}",
                "{\"\u00e4\": \"\u20ac \ud83d\ude00\"} | {\"\u00e4\":\"\u20ac \ud83d\ude00\"}",
            })
    void isThatOfTheCompactForm(String written, String compact) {
        assertThat(CompactSize.of(written)).isEqualTo(compact.getBytes(UTF_8).length);
    }
}
