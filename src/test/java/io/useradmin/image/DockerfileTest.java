package io.useradmin.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.useradmin.testsupport.OpenApiDocument;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Rules for all images. They copy exactly what the build creates. */
class DockerfileTest {
    private static final String ALL = "io.useradmin.image.Dockerfile#all";

    /** The files that the builds create for the images. The last one is a pattern for the native binary. */
    private static final List<String> BUILT = List.of(
            "target/jre",
            "target/quarkus-app/lib",
            "target/quarkus-app/quarkus-run.jar",
            "target/quarkus-app/app.aot",
            "target/quarkus-app/app",
            "target/quarkus-app/quarkus",
            "target/useradmin-*-runner");

    private static final String TEMPORARY_FOLDER = "--from=base --chown=1001 /tmp /tmp";

    @ParameterizedTest
    @MethodSource(ALL)
    void isRunByAUserWithANumberWhoIsNotRoot(Dockerfile dockerfile) {
        // A number, because Kubernetes cannot check that a user name is not root.
        assertThat(dockerfile.image().all("USER")).containsExactly("1001");
    }

    @ParameterizedTest
    @MethodSource(ALL)
    void startsTheServiceItselfSoThatSignalsReachIt(Dockerfile dockerfile) {
        assertThat(dockerfile.image().all("ENTRYPOINT")).hasSize(1);
        assertThat(dockerfile.entrypoint().getFirst()).startsWith("/").doesNotEndWith("sh");
        assertThat(dockerfile.image().all("CMD"))
                .as("arguments come from the command line")
                .isEmpty();
    }

    /** A process that goes on without memory can hang, and ignore SIGTERM. */
    @ParameterizedTest
    @MethodSource(ALL)
    void endsWhenItRunsOutOfMemory(Dockerfile dockerfile) throws IOException {
        List<String> entrypoint = dockerfile.entrypoint();
        assertThat(entrypoint.getFirst().endsWith("/java") ? entrypoint : optionsOfTheBinary())
                .contains("-XX:+ExitOnOutOfMemoryError");
        if (entrypoint.getFirst().endsWith("/java")) {
            assertThat(entrypoint)
                    .as("the output of a command is only its result")
                    .contains("-XX:+DisplayVMOutputToStderr");
        }
    }

    /** The options that the build sets for the native binary: {@code -R:} is {@code -XX:} at run time. */
    private static List<String> optionsOfTheBinary() throws IOException {
        var settings = new Properties();
        try (Reader file = Files.newBufferedReader(Path.of("src", "main", "resources", "application.properties"))) {
            settings.load(file);
        }
        return Stream.of(settings.getProperty("quarkus.native.additional-build-args")
                        .split(","))
                .map(argument -> argument.replaceFirst("^-R:", "-XX:"))
                .toList();
    }

    @ParameterizedTest
    @MethodSource(ALL)
    void needsNoShellInTheImage(Dockerfile dockerfile) {
        assertThat(dockerfile.image().all("RUN")).isEmpty();
    }

    @ParameterizedTest
    @MethodSource(ALL)
    void isBuiltOnFixedReleases(Dockerfile dockerfile) {
        assertThat(dockerfile.all("FROM"))
                .isNotEmpty()
                .allSatisfy(base ->
                        assertThat(base).doesNotContain("latest").matches("scratch|\\S+:[\\w.-]+( AS [a-z]+)?"));
    }

    @Test
    void useTheMavenOfTheWrapper() throws IOException {
        Matcher wrapper = Pattern.compile("apache-maven-([\\d.]+)-bin")
                .matcher(Files.readString(Path.of(".mvn", "wrapper", "maven-wrapper.properties")));
        assertThat(wrapper.find()).isTrue();
        assertThat(Dockerfile.all()
                        .flatMap(dockerfile -> dockerfile.all("FROM").stream())
                        .filter(base -> base.startsWith("maven:")))
                .isNotEmpty()
                .containsOnly("maven:" + wrapper.group(1) + " AS maven");
    }

    @ParameterizedTest
    @MethodSource(ALL)
    void hasLabels(Dockerfile dockerfile) {
        assertThat(dockerfile.image().all("LABEL"))
                .singleElement()
                .asString()
                .contains(
                        "org.opencontainers.image.title=\"useradmin\"",
                        "org.opencontainers.image.licenses=\"Apache-2.0\"",
                        "org.opencontainers.image.version=\"${VERSION}\"",
                        "org.opencontainers.image.revision=\"${REVISION}\"",
                        "org.opencontainers.image.created=\"${CREATED}\"");
        assertThat(dockerfile.image().all("ARG"))
                .containsExactlyInAnyOrder("VERSION=unknown", "REVISION=unknown", "CREATED=unknown");
        assertThat(dockerfile.image().all("EXPOSE")).contains("8080 9000");
    }

    @ParameterizedTest
    @MethodSource(ALL)
    void copiesTheOutputOfTheBuild(Dockerfile dockerfile) {
        List<String> sources = dockerfile.image().all("COPY").stream()
                .filter(copy -> !copy.equals(TEMPORARY_FOLDER))
                .flatMap(DockerfileTest::sources)
                .map(source -> source.replaceFirst("^.*/target/", "target/"))
                .toList();
        assertThat(sources).isNotEmpty().isSubsetOf(BUILT);
    }

    /** Only the empty image has no such folder. */
    @ParameterizedTest
    @MethodSource(ALL)
    void hasATemporaryFolderThatItsUserCanWrite(Dockerfile dockerfile) {
        boolean copied = dockerfile.image().all("COPY").contains(TEMPORARY_FOLDER);
        assertThat(copied).isEqualTo(dockerfile.image().all("FROM").contains("scratch"));
    }

    @Test
    void excludeUnusedFilesFromTheBuildContext() throws IOException {
        List<String> rules = Files.readAllLines(Path.of(".dockerignore"));
        assertThat(rules).contains("*", "!src", "!pom.xml", "!target/jre", "!target/quarkus-app", "!target/*-runner");
        assertThat(rules).doesNotContain("!.git", "!target", "!.useradmin");
    }

    @ParameterizedTest
    @MethodSource(ALL)
    void copiesOnlyFilesOfTheBuildContext(Dockerfile dockerfile) throws IOException {
        List<String> context = Files.readAllLines(Path.of(".dockerignore")).stream()
                .filter(rule -> rule.startsWith("!"))
                .map(rule -> rule.substring(1))
                .toList();
        assertThat(sourcesInContext(dockerfile))
                .isNotEmpty()
                .allMatch(source -> context.stream().anyMatch(rule -> contains(rule, source)));
    }

    /** Whether a path of .dockerignore matches {@code source} or one of its folders. */
    private static boolean contains(String rule, String source) {
        PathMatcher matcher = FileSystems.getDefault().getPathMatcher("glob:" + rule);
        return Stream.iterate(Path.of(source.replace('*', 'x')), Objects::nonNull, Path::getParent)
                .anyMatch(matcher::matches);
    }

    /** AotCacheTraining reads the OpenAPI document. */
    @Test
    void aStageThatRunsTestsHasTheFilesThatTheyRead() throws IOException {
        List<Dockerfile> running = Dockerfile.all()
                .filter(dockerfile -> dockerfile.all("RUN").stream().anyMatch(run -> !run.contains("-DskipTests")))
                .toList();
        assertThat(running).hasToString("[Dockerfile.jvm-multistage]").allSatisfy(dockerfile -> {
            assertThat(sourcesInContext(dockerfile)).contains(OpenApiDocument.FILE.toString());
            assertThat(dockerfile.all("COPY"))
                    .anyMatch(
                            copy -> copy.endsWith(OpenApiDocument.FILE + " " + OpenApiDocument.FILE.getParent() + "/"));
        });
    }

    /** The image of Dockerfile.jvm has the Java runtime of the machine that builds it. */
    @Test
    void theRuntimeOfAnotherSystemIsRefused() throws IOException {
        assertThatCode(() -> AotPackage.checkSystem("Linux")).doesNotThrowAnyException();
        assertThatThrownBy(() -> AotPackage.checkSystem("Mac OS X")).hasMessageContaining(AotPackage.NEEDS);
        assertThat(Files.readString(Path.of("docs", "images.md"))).contains(AotPackage.NEEDS);
    }

    @Test
    void multistageHasTheSameEntrypoint() {
        List<List<String>> ways = Stream.of("jvm", "jvm-multistage")
                .map(name -> Dockerfile.read(Dockerfile.FOLDER.resolve("Dockerfile." + name))
                        .entrypoint())
                .toList();
        assertThat(ways.getFirst()).isEqualTo(ways.getLast());
    }

    /** What all stages copy from the build context, and not from another stage. */
    private static List<String> sourcesInContext(Dockerfile dockerfile) {
        return dockerfile.all("COPY").stream()
                .filter(copy -> !copy.contains("--from="))
                .flatMap(DockerfileTest::sources)
                .toList();
    }

    /** The sources of a COPY instruction: all words except options and the target. */
    private static Stream<String> sources(String copy) {
        List<String> words = Stream.of(copy.split("\\s+"))
                .filter(word -> !word.startsWith("--"))
                .toList();
        return words.subList(0, words.size() - 1).stream();
    }
}
