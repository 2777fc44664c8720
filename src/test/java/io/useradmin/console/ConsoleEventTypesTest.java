package io.useradmin.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.audit.EventType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The console has a text for exactly the event types of the OpenAPI document. */
class ConsoleEventTypesTest {
    private static final Path WORDS = Path.of("src", "main", "resources", "web", "app", "api", "event-types.js");
    private static final Path OPENAPI = Path.of("docs", "openapi.yaml");

    @Test
    void hasTheTypesOfTheOpenApiDocument() throws IOException {
        List<String> published = types(OPENAPI, "(?m)^ *- (io\\.useradmin\\.[a-z_.]+)$").stream()
                .distinct()
                .toList();

        assertThat(types(WORDS, "(?m)^  '([a-z_.]+)': \\{title"))
                .extracting(name -> EventType.PREFIX + name)
                .containsExactlyElementsOf(published);
    }

    private static List<String> types(Path file, String pattern) throws IOException {
        return Pattern.compile(pattern)
                .matcher(Files.readString(file))
                .results()
                .map((MatchResult found) -> found.group(1))
                .toList();
    }
}
