package io.useradmin.shared;

import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.shared.Location.Parameter;
import io.useradmin.shared.Violation.Severity;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The format of identifiers, which includes those of other identity services. */
class IdentifierTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "a",
                "0",
                "-",
                "~",
                "auth0|5f7c8ec7c33c6c004bbafe82",
                "google-oauth2:109876543210987654321",
                "0192f0c1-2b1e-7c3a-9d4e-5f6a7b8c9d0e",
                "5f7c8ec7c33c6c004bbafe825f7c8ec7",
                "first.last+tag@example.com",
                "A_Z"
            })
    void acceptsIdsOfOtherServices(String id) {
        var violations = new Violations();

        assertThat(Identifier.isValid(id)).isTrue();
        assertThat(Identifier.check(new Parameter("user_id"), id, violations)).isEqualTo(id);
        assertThat(violations.isEmpty()).isTrue();
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(
            strings = {
                "", " ", "a b", "a/b", "a\\b", "a%b", "a?b", "a#b", "a,b", "a;b", "a=b", "a\"b", "a'b", "<a>", "{a}",
                "a*", "a\n", "\na", "a\u0000", "é", "а", "１", "a\u200b", "😀", ".", ".."
            })
    void refusesOtherTexts(String id) {
        assertThat(Identifier.isValid(id)).isFalse();
    }

    @Test
    void acceptsExactlyTheDocumentedCharacters() {
        String contract = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.:|@~+";

        String taken = IntStream.rangeClosed(Character.MIN_VALUE, Character.MAX_VALUE)
                .mapToObj(Character::toString)
                .filter(character -> Identifier.isValid(character + "x"))
                .reduce("", String::concat);

        assertThat(taken.chars())
                .containsExactlyInAnyOrderElementsOf(contract.chars().boxed().toList());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "..", "...", ".a", "a.", "a b", "a\n", "é", "auth0|5f7c", "A_Z~+-@:"})
    void agreesWithThePublishedPattern(String id) {
        assertThat(Identifier.isValid(id)).isEqualTo(Pattern.matches(Identifier.PATTERN, id));
    }

    @Test
    void thePublishedPatternHasTheSameCharacters() {
        Pattern published = Pattern.compile(Identifier.PATTERN);

        assertThat(IntStream.rangeClosed(Character.MIN_VALUE, Character.MAX_VALUE)
                        .mapToObj(Character::toString)
                        .filter(character ->
                                published.matcher(character + "x").matches() != Identifier.isValid(character + "x")))
                .isEmpty();
    }

    @Test
    void accepts128CharactersAndNoMore() {
        assertThat(Identifier.isValid("a".repeat(128))).isTrue();
        assertThat(Identifier.isValid("a".repeat(129))).isFalse();
    }

    @Test
    void locatesAnErrorWithoutRepeatingTheIdentifier() {
        var violations = new Violations();

        Identifier.check(new Parameter("session_id"), "hunter 2", violations);

        assertThat(violations.found()).singleElement().satisfies(violation -> {
            assertThat(violation.location()).isEqualTo(new Parameter("session_id"));
            assertThat(violation.code()).isEqualTo("identifier");
            assertThat(violation.severity()).isEqualTo(Severity.BROKEN_RULE);
            assertThat(violation.detail()).doesNotContain("hunter");
        });
    }
}
