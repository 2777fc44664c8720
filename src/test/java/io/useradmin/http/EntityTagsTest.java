package io.useradmin.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.shared.Location.Header;
import io.useradmin.shared.Violation;
import io.useradmin.shared.Violation.Severity;
import io.useradmin.shared.Violations;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The conditional headers of RFC 9110, section 13.1. */
class EntityTagsTest {
    @Test
    void noHeaderIsNoCondition() {
        assertThat(EntityTags.ifMatch(List.of(), new Violations())).isEmpty();
        assertThat(EntityTags.ifNoneMatch(List.of())).isEmpty();
    }

    @Test
    void aTagMatchesExactlyItsVersion() {
        var random = new Random(20_250_301);
        for (int run = 0; run < 500; run++) {
            long version = random.nextLong(1_000_000_000_000_000_000L);
            EntityTags tags = ifMatch(EntityTags.of(version));

            assertThat(tags.match(version)).isTrue();
            assertThat(tags.match(version + 1)).isFalse();
            assertThat(tags.any()).isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"*", " * ", "\t*"})
    void aStarMatchesEveryVersion(String value) {
        assertThat(ifMatch(value)).isEqualTo(EntityTags.ANY);
        assertThat(ifNoneMatch(value)).isEqualTo(EntityTags.ANY);
        assertThat(EntityTags.ANY.match(7)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"1\",\"2\",\"3\"",
                "\"1\", \"2\" ,\t\"3\"",
                "  \"1\",\"foreign\",\"2\",\"\",\"3\"  ",
                "\"a,b\", \"1\", \"2\", \"3\"",
                "\"1\",,\"2\", ,\"3\",",
                ",\"1\",\"2\",\"3\""
            })
    void aListNamesAllOfItsTags(String value) {
        assertThat(ifMatch(value)).isEqualTo(new EntityTags(false, List.of(1L, 2L, 3L)));
    }

    @Test
    void severalHeaderLinesAreOneList() {
        assertThat(EntityTags.ifMatch(List.of("\"1\"", "\"2\", \"3\""), new Violations()))
                .contains(new EntityTags(false, List.of(1L, 2L, 3L)));
    }

    @Test
    void aWeakTagMatchesOnlyWhereTheComparisonIsWeak() {
        assertThat(ifMatch("W/\"1\", \"2\"").versions()).containsExactly(2L);
        assertThat(ifNoneMatch("W/\"1\", \"2\"").versions()).containsExactly(1L, 2L);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"\"",
                "\"abc\"",
                "\"-1\"",
                "\"+1\"",
                "\"1.0\"",
                "\"01\"",
                "\"00\"",
                "\"1-gzip\"",
                "\"99999999999999999999999999\"",
                "\"*\"",
                "\"é\"",
                "W/\"abc\""
            })
    void aForeignTagMatchesNothing(String value) {
        assertThat(ifMatch(value)).isEqualTo(new EntityTags(false, List.of()));
        assertThat(ifNoneMatch(value)).isEqualTo(new EntityTags(false, List.of()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                ",",
                "1",
                "abc",
                "\"1",
                "1\"",
                "\"1\"\"2\"",
                "\"1\" \"2\"",
                "\"1\";\"2\"",
                "'1'",
                "w/\"1\"",
                "W\"1\"",
                "W/ \"1\"",
                "W/1",
                "*,\"1\"",
                "\"1\",*",
                "**",
                "\"1 2\"",
                "\"1\u007f\"",
                "\"1\",abc",
                "abc,\"1\""
            })
    void otherTextsAreMalformed(String value) {
        assertMalformed(value);
        assertThat(EntityTags.ifNoneMatch(List.of(value))).isEmpty();
    }

    @Test
    void aLongHeaderIsReadToItsEnd() {
        String many = "\"1\" , ".repeat(20_000);

        EntityTags tags = ifMatch(many + "\"2\"");

        assertThat(tags.versions()).hasSize(20_001);
        assertMalformed(many + " x");
    }

    private static void assertMalformed(String value) {
        var violations = new Violations();

        assertThat(EntityTags.ifMatch(List.of(value), violations)).isEmpty();

        assertThat(violations.found())
                .containsExactly(new Violation(
                        new Header("If-Match"),
                        "malformed",
                        "must be * or a list of quoted entity tags",
                        Severity.UNREADABLE));
    }

    private static EntityTags ifMatch(String value) {
        return EntityTags.ifMatch(List.of(value), new Violations()).orElseThrow();
    }

    private static EntityTags ifNoneMatch(String value) {
        return EntityTags.ifNoneMatch(List.of(value)).orElseThrow();
    }
}
