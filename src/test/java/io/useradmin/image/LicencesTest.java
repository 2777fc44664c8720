package io.useradmin.image;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The licences of the console's libraries are among those that a release allows. Packages of npm name their licences as the bill
 * of materials does, with SPDX identifiers. For other libraries, only a build of the bill of materials shows it.
 */
class LicencesTest {
    private static final Pattern GOOD = Pattern.compile("def good: \\[(.*)];");
    private static final Pattern QUOTED = Pattern.compile("\"([^\"]+)\"");
    private static final Pattern LICENCE = Pattern.compile("(?s)<license>.*?<name>([^<]+)</name>.*?</license>");
    private static final Pattern OF_NPM = Pattern.compile(".*/org/(?:mvnpm|webjars/npm)/.*\\.jar");

    @Test
    void ofTheConsoleMayBeReleased() throws IOException {
        List<String> good = good();

        assertThat(Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                        .filter(OF_NPM.asMatchPredicate())
                        .map(Path::of))
                .hasSizeGreaterThan(10)
                .allSatisfy(jar -> assertThat(licences(jar)).as(jar.toString()).containsAnyElementsOf(good));
    }

    private static List<String> good() throws IOException {
        return matches(GOOD, Path.of(".github", "licences.jq")).stream()
                .flatMap(list -> QUOTED.matcher(list.group(1)).results())
                .map(licence -> licence.group(1))
                .toList();
    }

    /** In the description of the library, which Maven keeps beside it. */
    private static List<String> licences(Path jar) throws IOException {
        return matches(LICENCE, Path.of(jar.toString().replaceFirst("\\.jar$", ".pom"))).stream()
                .map(licence -> licence.group(1))
                .toList();
    }

    private static List<MatchResult> matches(Pattern pattern, Path file) throws IOException {
        return pattern.matcher(Files.readString(file)).results().toList();
    }
}
