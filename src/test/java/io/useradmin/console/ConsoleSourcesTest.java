package io.useradmin.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Rules for the console's sources. */
class ConsoleSourcesTest {
    private static final Path APP = Path.of("src", "main", "resources", "web", "app");
    private static final int MAX_LINES = 250;
    /** The outlines of the continents are generated. */
    private static final String GENERATED = "land.js";

    @Test
    void noFileIsLong() throws Exception {
        for (Path file : sources()) {
            assertThat(Files.readAllLines(file)).as(file.toString()).hasSizeLessThanOrEqualTo(MAX_LINES);
        }
    }

    @Test
    void onlyTheTokensHaveColors() throws Exception {
        Pattern color = Pattern.compile("#[0-9a-fA-F]{3,8}\\b(?=[;,) ])|\\b(?:rgb|hsl)a?\\(");
        for (Path file : sources()) {
            if (!file.endsWith("tokens.css")) {
                assertThat(Files.readString(file)).as(file.toString()).doesNotContainPattern(color);
            }
        }
    }

    /** The Content-Security-Policy blocks these calls anyway. They would turn values of the API into markup. */
    @Test
    void nothingTurnsTextIntoMarkup() throws Exception {
        for (Path file : sources()) {
            assertThat(Files.readString(file))
                    .as(file.toString())
                    .doesNotContain("innerHTML", "unsafeHTML", "document.write", "eval(", "insertAdjacentHTML");
        }
    }

    /** An id names only what is in the same component. */
    @Test
    void everyDialogBeginsWithItsName() throws Exception {
        Pattern nameless = Pattern.compile(
                "<dialog\\b(?![^>]*\\baria-label=\")(?![^>]*\\baria-labelledby=\"(\\w+)\"[\\s\\S]*\\bid=\"\\1\")");
        for (Path file : sources()) {
            assertThat(Files.readString(file)).as(file.toString()).doesNotContainPattern(nameless);
        }
    }

    private static List<Path> sources() throws Exception {
        try (Stream<Path> files = Files.walk(APP)) {
            List<Path> sources = files.filter(Files::isRegularFile)
                    .filter(file -> !file.endsWith(GENERATED))
                    .toList();
            assertThat(sources).hasSizeGreaterThan(10);
            return sources;
        }
    }
}
