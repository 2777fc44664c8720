package io.useradmin.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Links in documents point to existing files and headings. */
class LinksTest {
    private static final Pattern CODE = Pattern.compile("(?ms)^ *```.*?^ *```$");
    private static final Pattern LINK = Pattern.compile("]\\((?!https?:)([^)#\\s]*)(?:#([^)\\s]+))?\\)");
    private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.*)$");

    static List<Path> documents() throws IOException {
        try (Stream<Path> benchmarks = Files.walk(Path.of("benchmarks"))) {
            return Stream.concat(
                            CodeBlock.documents().stream(),
                            benchmarks
                                    .filter(file -> file.toString().endsWith(".md"))
                                    .sorted())
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("documents")
    void haveTargets(Path document) throws IOException {
        for (MatchResult link : LINK.matcher(text(document)).results().toList()) {
            Path target = link.group(1).isEmpty()
                    ? document
                    : document.resolveSibling(link.group(1)).normalize();
            assertThat(target).as("%s in %s", link.group(), document).exists();
            if (link.group(2) != null) {
                assertThat(anchors(target))
                        .as("%s in %s", link.group(), document)
                        .contains(link.group(2));
            }
        }
    }

    private static Stream<String> anchors(Path document) throws IOException {
        return HEADING.matcher(text(document)).results().map(heading -> anchor(heading.group(1)));
    }

    /** The anchor that GitHub generates for a heading. */
    private static String anchor(String heading) {
        return heading.toLowerCase(Locale.ROOT).replaceAll("[^\\w\\- ]", "").replace(' ', '-');
    }

    /** The text without code blocks, because comments in them look like headings. */
    private static String text(Path document) throws IOException {
        return CODE.matcher(Files.readString(document)).replaceAll("");
    }
}
