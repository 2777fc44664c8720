package io.useradmin.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.useradmin.docs.CodeBlock;
import io.useradmin.docs.ShellWords;
import io.useradmin.testsupport.FileText;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;

/**
 * The command line accepts every command in the docs: its name, options and values. {@code docs/OperatorExamplesTest} also runs most
 * of those in code blocks.
 */
class DocumentedCommandsTest {
    private static final String NAME = "useradmin";

    /** A command in a sentence, which can continue on the next line. */
    private static final Pattern INLINE = Pattern.compile("`(" + NAME + "\\s[^`]+)`");

    private static final Path OPERATIONS = Path.of("docs", "operations.md");
    private static final Pattern OPTION = Pattern.compile("`(--[a-z-]+)");

    /** What starts the package or its image. The command follows. */
    private static final Predicate<String> PROGRAM =
            Pattern.compile(NAME + "|\\S*quarkus-run\\.jar|" + NAME + ":\\w+").asMatchPredicate();

    private static final Pattern STARTER = Pattern.compile(NAME + " ?|java |docker run ");

    private final CommandLine commandLine = new Operator(
                    () -> {},
                    List::of,
                    () -> {
                        throw new AssertionError("parsing needs no database");
                    },
                    () -> false,
                    Clock.systemUTC())
            .commandLine();

    /** A command of the docs, with its arguments. */
    private record Documented(String place, List<String> arguments) {
        @Override
        public String toString() {
            return "%s %s %s".formatted(place, NAME, String.join(" ", arguments));
        }
    }

    static Stream<Documented> inBlocks() throws IOException {
        return CodeBlock.documents().stream()
                .flatMap(DocumentedCommandsTest::blocks)
                .filter(CodeBlock::isShell)
                .flatMap(block -> block.commands().stream())
                .flatMap(command -> documented(command.place(), command.text()));
    }

    static Stream<Documented> inSentences() throws IOException {
        return CodeBlock.documents().stream().flatMap(document -> {
            String text = FileText.of(document);
            return INLINE.matcher(text)
                    .results()
                    .flatMap((MatchResult found) -> documented(
                            "%s:%d".formatted(document, lineOf(text, found.start())),
                            found.group(1).replace('\n', ' ')));
        });
    }

    @ParameterizedTest
    @MethodSource("inBlocks")
    void areAccepted(Documented command) {
        assertThatCode(() -> parse(command)).as(command.toString()).doesNotThrowAnyException();
    }

    /** A sentence can leave out required options. */
    @ParameterizedTest
    @MethodSource("inSentences")
    void areKnown(Documented command) {
        assertThatCode(() -> {
                    try {
                        parse(command);
                    } catch (MissingParameterException _) {
                        // All others are known.
                    }
                })
                .as(command.toString())
                .doesNotThrowAnyException();
    }

    @Test
    void optionsInSentencesExist() {
        Set<String> known = all(commandLine)
                .flatMap(command -> command.getCommandSpec().optionsMap().keySet().stream())
                .collect(Collectors.toSet());
        assertThat(OPTION.matcher(FileText.of(OPERATIONS)).results().map((MatchResult found) -> found.group(1)))
                .isNotEmpty()
                .allSatisfy(
                        option -> assertThat(known).as(OPERATIONS.toString()).contains(option));
    }

    private void parse(Documented command) {
        commandLine.parseArgs(command.arguments().toArray(String[]::new));
    }

    private static Stream<CommandLine> all(CommandLine command) {
        return Stream.concat(
                Stream.of(command), command.getSubcommands().values().stream().flatMap(DocumentedCommandsTest::all));
    }

    /** Placeholders for all arguments, as in a script, are no arguments. */
    private static Stream<Documented> documented(String place, String line) {
        return ShellWords.commands(line).stream()
                .filter(words -> STARTER.matcher(String.join(" ", words)).lookingAt())
                .map(DocumentedCommandsTest::arguments)
                .flatMap(Optional::stream)
                .filter(arguments -> !arguments.equals(List.of("$@")))
                .map(arguments -> new Documented(place, arguments));
    }

    private static Optional<List<String>> arguments(List<String> words) {
        return words.stream()
                .filter(PROGRAM)
                .findFirst()
                .map(program -> new ArrayList<>(words.subList(words.indexOf(program) + 1, words.size())));
    }

    private static int lineOf(String text, int position) {
        return 1
                + (int) text.substring(0, position)
                        .chars()
                        .filter(character -> character == '\n')
                        .count();
    }

    private static Stream<CodeBlock> blocks(Path document) {
        return CodeBlock.of(document).stream();
    }
}
