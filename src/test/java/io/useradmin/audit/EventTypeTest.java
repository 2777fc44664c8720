package io.useradmin.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** SQL and documents use exactly the types of {@link EventType}. */
class EventTypeTest {
    private static final Path JAVA = Path.of("src", "main", "java");
    private static final Path MIGRATIONS = Path.of("src", "main", "resources", "db", "migration");
    private static final Path DOCS = Path.of("docs", "events.md");

    private static final Set<String> STORED =
            Arrays.stream(EventType.values()).map(EventType::stored).collect(Collectors.toCollection(TreeSet::new));

    /** An SQL string that starts like an event type. */
    private static final Pattern LITERAL = Pattern.compile("'("
            + STORED.stream()
                    .map(type -> type.replaceFirst("\\..*", ""))
                    .distinct()
                    .collect(Collectors.joining("|"))
            + ")\\.([a-z_.]+)'");

    /** The first cell of a table row that lists event types. */
    private static final Pattern CELL = Pattern.compile("(?m)^\\| ((?:`[a-z_.]+` ?)+)\\|");

    private static final Pattern NAME = Pattern.compile("`([a-z_.]+)`");

    @Test
    void migrationsNameNoOther() throws IOException {
        assertThat(literals(MIGRATIONS, _ -> true)).isNotEmpty().isSubsetOf(STORED);
    }

    @Test
    void statementsAreMadeFromThem() throws IOException {
        assertThat(literals(JAVA, path -> path.toString().endsWith(".java"))).isEmpty();
    }

    @Test
    void allAreDocumented() throws IOException {
        Set<String> documented = CELL.matcher(Files.readString(DOCS))
                .results()
                .flatMap(cell -> NAME.matcher(cell.group(1)).results())
                .map(name -> name.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(documented).isEqualTo(STORED);
    }

    private static Set<String> literals(Path folder, Predicate<Path> wanted) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            Set<String> found = new TreeSet<>();
            for (Path file : files.filter(Files::isRegularFile).filter(wanted).toList()) {
                LITERAL.matcher(Files.readString(file))
                        .results()
                        .map(MatchResult::group)
                        .map(text -> text.substring(1, text.length() - 1))
                        .forEach(found::add);
            }
            return found;
        }
    }
}
