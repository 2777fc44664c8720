package io.useradmin.docs;

import static java.util.Map.entry;
import static java.util.function.Predicate.not;
import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.testsupport.FileText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every shell command in the docs is run by a test, or there is a reason why it cannot. {@link ReadmeIT}, {@link
 * CommandExamplesTest} and {@link EventExamplesTest} run those with {@code curl}, {@link ReadmeIT} and {@link OperatorExamplesTest} those
 * with {@code useradmin}. {@code operator/DocumentedCommandsTest} parses all of the latter, also in sentences and after {@code java -jar}.
 */
class ShellExamplesTest {
    /** Programs that tests cannot run as written, and why. For these, tests, profiles and files that they name must exist. */
    private static final Map<String, String> NOT_RUN = Map.ofEntries(
            entry("./mvnw", "is the build that runs this test"),
            entry("docker", "needs Docker; DockerfileTest reads the files"),
            entry("gh", "needs a release on GitHub"),
            entry("kc.sh", "needs Keycloak"),
            entry("kind", "needs Docker"),
            entry("kubectl", "needs a cluster; the tests of the package deploy read the manifests"),
            entry("npm", "downloads a tool; the workflow verify.yml runs it"),
            entry("npx", "runs that tool"),
            entry("pg_dump", "needs an installed PostgreSQL; BackupIT runs it if there is one"),
            entry("pg_restore", "needs an installed PostgreSQL; BackupIT runs it if there is one"),
            entry("psql", "needs an installed PostgreSQL; BackupIT runs it if there is one"),
            entry("sudo", "changes the machine"));

    private static final Set<String> SHELL = Set.of(
            ":",
            "break",
            "cat",
            "continue",
            "echo",
            "exec",
            "export",
            "openssl",
            "printf",
            "rm",
            "sed",
            "sleep",
            "source",
            "tr",
            "umask");

    /** Programs whose commands tests run or parse, and functions of the examples. */
    private static final Set<String> RUN = Set.of("curl", "handle", "java", "jq", "post", "useradmin");

    /** The documents whose commands with {@code curl} a test runs. */
    private static final Set<Path> RUN_DOCUMENTS = Set.of(
            Path.of("README.md"),
            Path.of("docs", "api.md"),
            Path.of("docs", "events.md"),
            Path.of("docs", "incidents.md"));

    private static final Pattern INLINE = Pattern.compile("`(\\./mvnw [^`]+)`");
    private static final Pattern PROPERTY = Pattern.compile("-D([a-z][\\w.-]*)");
    private static final Pattern TESTS = Pattern.compile("-D(?:it\\.)?test='?([\\w.*,]+)");
    private static final Pattern PROFILE = Pattern.compile(" -P(\\w+)");
    private static final Pattern FILE = Pattern.compile("(?:deploy|docs|src)/\\S+");

    /** Properties of Maven's plugins. */
    private static final Set<String> OF_MAVEN = Set.of("skipTests", "test", "it.test");

    static Stream<Path> documents() throws IOException {
        return CodeBlock.documents().stream();
    }

    static Stream<CodeBlock> blocks() throws IOException {
        return documents().flatMap(ShellExamplesTest::blocks);
    }

    private static Stream<CodeBlock> blocks(Path document) {
        return CodeBlock.of(document).stream();
    }

    @ParameterizedTest
    @MethodSource("documents")
    void useKnownPrograms(Path document) {
        assertThat(blocks(document).filter(CodeBlock::isShell).flatMap(block -> block.commands().stream()))
                .allSatisfy(command -> assertThat(programs(command))
                        .as("%s: a test must run it, or NOT_RUN has the reason", command)
                        .allMatch(program ->
                                NOT_RUN.containsKey(program) || SHELL.contains(program) || RUN.contains(program)));
    }

    @Test
    void theListsHaveNoUnusedPrograms() throws IOException {
        Set<String> used = blocks().filter(CodeBlock::isShell)
                .flatMap(block -> block.commands().stream())
                .flatMap(ShellExamplesTest::programs)
                .collect(Collectors.toSet());
        assertThat(used).containsAll(NOT_RUN.keySet()).containsAll(SHELL).containsAll(RUN);
    }

    /** Otherwise this test does not see its commands. */
    @Test
    void everyBlockWithCommandsHasALanguage() throws IOException {
        assertThat(blocks().filter(block -> block.language().isEmpty()))
                .allSatisfy(block -> assertThat(block.lines())
                        .as("%s:%d", block.document(), block.line())
                        .noneMatch(line -> ShellWords.commands(line.replaceAll("['\"]", "")).stream()
                                .map(List::getFirst)
                                .anyMatch(program -> NOT_RUN.containsKey(program) || RUN.contains(program))));
    }

    @Test
    void aTestRunsEveryRequest() throws IOException {
        assertThat(blocks().filter(CodeBlock::isShell)
                        .filter(block -> !RUN_DOCUMENTS.contains(block.document()))
                        .filter(block -> uses(block, Set.of("curl"))))
                .allSatisfy(block -> assertThat(uses(block, NOT_RUN.keySet()))
                        .as("%s:%d: a test must run it", block.document(), block.line())
                        .isTrue());
    }

    @Test
    void theBuildHasTheTestsAndProfilesThatTheyName() throws IOException {
        String pom = Files.readString(Path.of("pom.xml"));
        String sources = sources();
        assertThat(builds()).hasSizeGreaterThan(10).allSatisfy((String build) -> {
            assertThat(found(TESTS, build).flatMap(tests -> Stream.of(tests.split(","))))
                    .as(build)
                    .allMatch(ShellExamplesTest::isTest);
            assertThat(found(PROFILE, build)).as(build).allMatch(profile -> pom.contains("<id>" + profile + "</id>"));
            assertThat(found(PROPERTY, build)
                            .filter(not(OF_MAVEN::contains))
                            .filter(name -> !name.startsWith("quarkus.")))
                    .as(build)
                    .allMatch(name -> (pom + sources).contains(name));
        });
    }

    @Test
    void theFilesThatTheyNameExist() throws IOException {
        List<String> files = Stream.concat(
                        blocks().filter(CodeBlock::isShell)
                                .flatMap(block -> block.commands().stream())
                                .flatMap(command -> ShellWords.commands(command.text()).stream())
                                .filter(words -> NOT_RUN.containsKey(words.getFirst()))
                                .flatMap(List::stream),
                        builds().stream().flatMap(build -> Stream.of(build.split(" "))))
                .filter(FILE.asMatchPredicate())
                .toList();
        assertThat(files)
                .hasSizeGreaterThan(5)
                .allSatisfy(file -> assertThat(Path.of(file)).exists());
    }

    /** Whether a test cannot run the command. */
    static boolean isNotRun(CodeBlock.Command command) {
        return programs(command).anyMatch(NOT_RUN::containsKey);
    }

    private static Stream<String> programs(CodeBlock.Command command) {
        return ShellWords.commands(command.text()).stream().map(List::getFirst);
    }

    private static boolean uses(CodeBlock block, Set<String> programs) {
        return block.commands().stream().flatMap(ShellExamplesTest::programs).anyMatch(programs::contains);
    }

    /** All command lines of Maven, also those in sentences. */
    private static List<String> builds() throws IOException {
        Stream<String> inSentences = documents().flatMap(document -> found(INLINE, FileText.of(document)));
        Stream<String> inBlocks = blocks().filter(CodeBlock::isShell)
                .flatMap(block -> block.commands().stream())
                .map(CodeBlock.Command::text)
                .filter(text -> text.startsWith("./mvnw"));
        return Stream.concat(inSentences, inBlocks).toList();
    }

    private static boolean isTest(String pattern) {
        String file = ".*\\b" + pattern.replace(".", "/").replace("*", "\\w*") + "\\.java";
        try (Stream<Path> tests = Files.walk(Path.of("src", "test", "java"))) {
            return tests.anyMatch(test -> test.toString().matches(file));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static String sources() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("src"))) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .filter(file -> !file.endsWith("ShellExamplesTest.java"))
                    .map(FileText::of)
                    .collect(Collectors.joining());
        }
    }

    private static Stream<String> found(Pattern pattern, String text) {
        return pattern.matcher(text).results().map((MatchResult match) -> match.group(1));
    }
}
