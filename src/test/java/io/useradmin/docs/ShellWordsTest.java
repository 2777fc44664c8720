package io.useradmin.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ShellWordsTest {
    @Test
    void splitsListsPipesAndSubstitutions() {
        assertThat(ShellWords.commands("a b | c && d; key=$(e f) & source <(g)"))
                .containsExactly(
                        List.of("a", "b"),
                        List.of("c"),
                        List.of("d"),
                        List.of("e", "f"),
                        List.of("source"),
                        List.of("g"));
    }

    @Test
    void keepsQuotedTextTogether() {
        assertThat(ShellWords.commands("a 'b | c' \"d \\\" # e\" f#g \\\n  h # i"))
                .containsExactly(List.of("a", "b | c", "d \\\" # e", "f#g", "h"));
    }

    @Test
    void leavesOutAssignmentsRedirectionsAndKeywords() {
        assertThat(ShellWords.commands("A=1 B='2 3' a C=4 2>/dev/null >>b <c <<<\"$d\" >&2"))
                .containsExactly(List.of("a", "C=4"));
        assertThat(ShellWords.commands("while :; do f() { a; }; done"))
                .containsExactly(List.of(":"), List.of("f"), List.of("a"));
    }
}
