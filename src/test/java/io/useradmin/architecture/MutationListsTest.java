package io.useradmin.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.testsupport.FileText;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The lists of the profile {@code mutation} in pom.xml contain every plain unit test, and only existing classes. */
class MutationListsTest {
    private static final Path MAIN = Path.of("src", "main", "java");
    private static final Path TEST = Path.of("src", "test", "java");

    /** A test with one of these texts starts a service or a database, or reads all classes. */
    private static final Pattern HEAVY = Pattern.compile(
            "@QuarkusTest\\b|Commands\\b|\\b(Test|Fresh|Embedded)Database\\b|\\bProxiedPool\\b|\\bSql\\b|ClassFileImporter");

    /** Methods with this tag are excluded from mutation testing. The rest of the test is a plain unit test. */
    private static final String TAG = "@Tag(\"database\")";

    /** These test only one value. The rest of their class needs a server or a database. */
    private static final Set<String> LEFT_OUT =
            Set.of("io.useradmin.database.DatabaseReadinessTest", "io.useradmin.connection.GuardedTransportTest");

    @ParameterizedTest
    @ValueSource(strings = {"targetClasses", "excludedClasses", "targetTests"})
    void nameExistingClasses(String list) throws IOException {
        Map<String, Path> existing = sources(MAIN);
        existing.putAll(sources(TEST));

        assertThat(entries(list)).isNotEmpty();
        assertThat(entries(list))
                .filteredOn(entry -> existing.keySet().stream().noneMatch(name -> matches(entry, name)))
                .as("entries of %s that match no class", list)
                .isEmpty();
    }

    @Test
    void haveEveryClassWithAPlainUnitTest() throws IOException {
        Map<String, Path> main = sources(MAIN);
        List<String> plainTests = sources(TEST).entrySet().stream()
                .filter(test -> main.containsKey(tested(test.getKey())) && isPlain(test.getValue()))
                .map(Map.Entry::getKey)
                .toList();

        assertThat(plainTests).containsAll(LEFT_OUT);
        List<String> tests =
                plainTests.stream().filter(test -> !LEFT_OUT.contains(test)).toList();
        assertMatched("targetTests", tests);
        assertMatched(
                "targetClasses", tests.stream().map(MutationListsTest::tested).toList());
    }

    private static void assertMatched(String list, List<String> names) throws IOException {
        List<String> entries = entries(list);
        assertThat(names)
                .filteredOn(name -> entries.stream().noneMatch(entry -> matches(entry, name)))
                .as("missing in %s of the profile mutation in pom.xml", list)
                .isEmpty();
    }

    private static String tested(String test) {
        return test.replaceFirst("Test$", "");
    }

    private static boolean isPlain(Path test) {
        String text = FileText.of(test);
        return text.contains(TAG) || !HEAVY.matcher(text).find();
    }

    private static boolean matches(String entry, String name) {
        return name.matches(entry.replace(".", "\\.").replace("*", ".*"));
    }

    private static List<String> entries(String list) throws IOException {
        String profile = Files.readString(Path.of("pom.xml")).replaceFirst("(?s).*<id>mutation</id>", "");
        String entries = profile.replaceFirst("(?s).*?<" + list + ">", "").replaceFirst("(?s)</" + list + ">.*", "");
        return Pattern.compile("<param>([^<]*)</param>")
                .matcher(entries)
                .results()
                .map(entry -> entry.group(1))
                .toList();
    }

    /** The source files below a folder, by class name. */
    private static Map<String, Path> sources(Path folder) throws IOException {
        Map<String, Path> sources = new TreeMap<>();
        try (Stream<Path> files = Files.walk(folder)) {
            files.filter(file -> file.toString().endsWith(".java"))
                    .forEach(file -> sources.put(
                            folder.relativize(file)
                                    .toString()
                                    .replace(".java", "")
                                    .replace(File.separatorChar, '.'),
                            file));
        }
        return sources;
    }
}
