package io.useradmin.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.testsupport.FileText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The documents say the same about the time until a revoked key stops. It is longer than {@code useradmin.api-key-cache.ttl}, because the
 * lookup of the key also takes time, and longer for streams of events.
 */
class RevokedKeyTest {
    private static final Path OPENAPI = Path.of("docs", "openapi.yaml");
    private static final Pattern PARAGRAPH = Pattern.compile("\\R\\s*\\R|\\R(?=\\s*[|-])");
    private static final Pattern ABOUT =
            Pattern.compile("(?i)(revoked|leaked)\\s+key|key\\s+was\\s+revoked|revokes the key");
    private static final Pattern TIME = Pattern.compile("within\\s+\\S+(\\s+s\\w*)?|\\d+ s(econds)?\\b");

    private record Stated(String page, String time) {}

    @Test
    void stopsWithin30Seconds() throws IOException {
        List<Stated> all = Stream.concat(CodeBlock.documents().stream(), Stream.of(OPENAPI))
                .flatMap(RevokedKeyTest::stated)
                .toList();

        assertThat(all).allSatisfy(stated -> assertThat(stated.time()).matches("(within )?30 s(econds)?"));
        assertThat(all)
                .extracting(Stated::page)
                .contains("operations.md", "configuration.md", "security.md", "events.md", "openapi.yaml");
    }

    private static Stream<Stated> stated(Path page) {
        return PARAGRAPH
                .splitAsStream(FileText.of(page))
                .filter(ABOUT.asPredicate())
                .flatMap(paragraph -> TIME.matcher(paragraph).results())
                .map(time ->
                        new Stated(page.getFileName().toString(), time.group().replaceAll("\\s+", " ")));
    }
}
