package io.useradmin.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShownOutputTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Wrote 30000 users. | Wrote 7 users.",
                "Key 01a1fbc59ce9704ab835a592f8c625c0 ends at 2026-11-21T02:43:19Z. | Key 0123456789abcdef0123456789abcdef ends at 2030-01-01T00:00:00Z.",
                "event 019a2b3c-0004-7f60-8a9b-0c1d2e3f4a5b: 503. Next attempt in 731 ms. | event 01234567-89ab-cdef-0123-456789abcdef: 503. Next attempt in 8 ms.",
                "{\"key\":\"uak_…\"} | {\"key\":\"uak_1_2\"}",
            })
    void allowsOtherIdentifiersTimesAndCounts(String shown, String real) {
        assertThat(real).matches(ShownOutput.pattern(shown));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Wrote 30000 users. | Wrote 30000 groups.",
                "Wrote 30000 users. | Wrote no users.",
                "Rejected 3. | Rejected 4.",
                "ends at 2026-11-21T02:43:19Z. | ends at 2026-11-21.",
                "KEY ID  NAME | KEY ID NAME",
                "a.c | abc",
            })
    void allowsNothingElse(String shown, String real) {
        assertThat(real).doesNotMatch(ShownOutput.pattern(shown));
    }

    @ParameterizedTest
    @CsvSource({
        "Key 01a1fbc59ce9704ab835a592f8c625c0 of tenant acme, Key 0123456789abcdef0123456789abcdef of tenant acme"
    })
    void findsTheIdentifiersOfKeys(String shown, String real) {
        Matcher matcher = Pattern.compile(ShownOutput.pattern(shown)).matcher(real);

        assertThat(ShownOutput.keyIds(shown)).containsExactly("01a1fbc59ce9704ab835a592f8c625c0");
        assertThat(matcher.matches()).isTrue();
        assertThat(matcher.group(1)).isEqualTo("0123456789abcdef0123456789abcdef");
    }
}
