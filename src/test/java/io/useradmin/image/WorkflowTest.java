package io.useradmin.image;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.lang.module.ModuleDescriptor.Version;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Rules for every GitHub workflow: fixed versions, and no more permissions than it needs. */
class WorkflowTest {
    private static final Path FOLDER = Path.of(".github", "workflows");
    private static final Path ACCEPTED = Path.of(".github", "osv-scanner.toml");
    private static final YAMLMapper YAML = YAMLMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();
    private static final Pattern USES = Pattern.compile("uses: (.*)");
    private static final Pattern LIBRARY = Pattern.compile(
            "<groupId>(org\\.(?:mvnpm|webjars)[^<]*)</groupId>\\s*<artifactId>([^<]*)</artifactId>\\s*(?:<version>([^<]*)<)?");
    private static final String PINNED = "[\\w./-]+@[0-9a-f]{40} # v\\d+\\.\\d+\\.\\d+";

    static Stream<Path> workflows() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files.sorted().toList().stream();
        }
    }

    @ParameterizedTest
    @MethodSource("workflows")
    void pinsEveryActionByItsCommitAndSaysWhichReleaseItIs(Path workflow) throws IOException {
        List<String> used = USES.matcher(Files.readString(workflow))
                .results()
                .map(hit -> hit.group(1))
                .toList();
        assertThat(used).isNotEmpty().allSatisfy(action -> assertThat(action).matches(PINNED));
    }

    @ParameterizedTest
    @MethodSource("workflows")
    void hasReadOnlyPermissionsByDefault(Path workflow) throws IOException {
        JsonNode root = YAML.readTree(workflow.toFile());
        assertThat(root.get("permissions")).isEqualTo(YAML.createObjectNode().put("contents", "read"));
        assertThat(root.at("/concurrency/group").asText()).contains("github.ref");
        assertThat(root.get("jobs"))
                .isNotEmpty()
                .allSatisfy(
                        job -> assertThat(job.path("timeout-minutes").asInt()).isPositive());
    }

    @Test
    void lintsTheOpenApiDocumentAsDocumented() throws IOException {
        JsonNode verify = YAML.readTree(FOLDER.resolve("verify.yml").toFile());

        assertThat(Files.readString(Path.of("docs", "development.md")))
                .contains("```shell\n" + verify.at("/jobs/openapi/steps/1/run").asText() + "```");
    }

    /** In a group, a run that waits is cancelled when another one comes. So the nightly run has a group of its own. */
    @Test
    void aPushDoesNotCancelTheNightlyRun() throws IOException {
        JsonNode verify = YAML.readTree(FOLDER.resolve("verify.yml").toFile());

        assertThat(verify.at("/on/schedule/0/cron").asText()).isNotEmpty();
        assertThat(verify.at("/concurrency/group").asText()).contains("github.event_name", "github.ref");
    }

    /** Otherwise the first build of an image on an architecture would be that of a release. */
    @Test
    void buildsEveryImageEachNight() throws IOException {
        JsonNode jobs = YAML.readTree(FOLDER.resolve("verify.yml").toFile()).get("jobs");
        JsonNode matrix = jobs.at("/images/strategy/matrix");

        assertThat(Stream.concat(
                                matrix.get("dockerfile").valueStream(),
                                matrix.get("include").findValues("dockerfile").stream())
                        .map(JsonNode::asText))
                .containsExactlyInAnyOrderElementsOf(Dockerfile.all()
                        .map(Dockerfile::toString)
                        .filter(name -> name.endsWith("-multistage"))
                        .toList());
        assertThat(matrix.get("runner")).extracting(JsonNode::asText).contains("ubuntu-24.04", "ubuntu-24.04-arm");
        assertThat(jobs.get("images").findValuesAsText("run"))
                .as("an image in which the JVM cannot use the AOT cache starts, but slowly")
                .anyMatch(run -> run.startsWith("docker run ") && run.contains(" JDK_JAVA_OPTIONS=-XX:AOTMode=on "));
        assertThat(jobs.at("/arm64/runs-on").asText()).isEqualTo("ubuntu-24.04-arm");
        assertThat(jobs.get("arm64").findValuesAsText("run")).contains("./mvnw verify");
    }

    @Test
    void runsMutationTestsEachNightAsDocumented() throws IOException {
        JsonNode mutation = YAML.readTree(FOLDER.resolve("verify.yml").toFile()).at("/jobs/mutation");

        assertThat(mutation.at("/if").asText()).isEqualTo("github.event_name == 'schedule'");
        assertThat(mutation.findValuesAsText("run")).containsExactly("./mvnw -Pmutation process-test-classes");
        assertThat(Files.readString(Path.of("docs", "development.md")))
                .contains("\n" + mutation.findValuesAsText("run").getFirst() + "\n```");
    }

    /** Otherwise Dependabot would update one of them, and it would not fit the others. */
    @Test
    void updatesTheLibrariesOfTheConsoleTogether() throws IOException {
        List<Pattern> together = YAML.readTree(
                        FOLDER.resolveSibling("dependabot.yml").toFile())
                .at("/updates/0/groups/console/patterns")
                .valueStream()
                .map(pattern ->
                        Pattern.compile(pattern.asText().replace(".", "\\.").replace("*", ".*")))
                .toList();
        List<MatchResult> libraries =
                LIBRARY.matcher(Files.readString(Path.of("pom.xml"))).results().toList();

        assertThat(libraries)
                .hasSizeGreaterThan(20)
                .allSatisfy(library -> assertThat(together)
                        .anyMatch(pattern -> pattern.matcher(library.group(1) + ":" + library.group(2))
                                .matches()));
        assertThat(libraries.stream()
                        .filter(library -> library.group(3) != null)
                        .map(library -> library.group(2)))
                .as("libraries with a version: each has it once, in dependencyManagement")
                .doesNotHaveDuplicates()
                .containsAll(libraries.stream().map(library -> library.group(2)).toList());
    }

    @ParameterizedTest
    @CsvSource({"v%s, 0", "v%s-1, 1", "v0.0.0, 1", "v, 1", "v.*, 1"})
    void releasesOnlyATagWithTheVersionOfThePom(String tag, int status) throws Exception {
        JsonNode check = YAML.readTree(FOLDER.resolve("release.yml").toFile()).at("/jobs/verify/steps/1/run");
        Matcher version = Pattern.compile("<artifactId>useradmin</artifactId>\\s*<version>(.*)</version>")
                .matcher(Files.readString(Path.of("pom.xml")));
        assertThat(version.find()).isTrue();

        var bash = new ProcessBuilder("bash", "-e", "-c", check.asText()).redirectErrorStream(true);
        bash.environment().put("GITHUB_REF_NAME", tag.formatted(version.group(1)));
        Process ended = bash.start();
        String output = new String(ended.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(ended.waitFor()).as(output).isEqualTo(status);
        assertThat(Files.readString(Path.of("docs", "development.md")))
                .contains("\n1. Set the version in `pom.xml` and each `newTag` in `deploy/`.\n");
    }

    /** Before a release, licences must be compatible and no dependency may have a known vulnerability. */
    @Test
    void scansBeforeARelease() throws IOException {
        JsonNode jobs = YAML.readTree(FOLDER.resolve("release.yml").toFile()).get("jobs");
        assertThat(jobs.at("/materials/steps").findValuesAsText("run"))
                .anyMatch(script -> script.startsWith("jq -e -f .github/licences.jq target/"));
        assertThat(jobs.at("/materials/steps").findValuesAsText("uses"))
                .anyMatch(action -> action.startsWith("google/osv-scanner-action/"));
        assertThat(jobs.at("/image/needs")).extracting(JsonNode::asText).contains("verify", "materials");
        assertThat(jobs.at("/index/needs").asText()).isEqualTo("image");
        assertThat(jobs.at("/publish/needs").asText()).isEqualTo("index");
    }

    /** Otherwise a dependency whose licence the rule does not know would stop a release. */
    @Test
    void checksLicencesOfEachChangeAsBeforeARelease() throws IOException {
        List<String> released = YAML.readTree(FOLDER.resolve("release.yml").toFile())
                .at("/jobs/materials/steps")
                .findValuesAsText("run");
        List<String> verified = YAML.readTree(FOLDER.resolve("verify.yml").toFile())
                .at("/jobs/verify/steps")
                .findValuesAsText("run");

        assertThat(verified.getFirst()).startsWith("./mvnw verify -Dsbom ");
        assertThat(verified.getLast()).startsWith("jq ").isEqualTo(released.getLast());
    }

    /** Most vulnerabilities become known after a release, so the scan also runs every week. */
    @Test
    void scansEveryWeek() throws IOException {
        JsonNode scan = YAML.readTree(FOLDER.resolve("scan.yml").toFile());
        JsonNode release = YAML.readTree(FOLDER.resolve("release.yml").toFile());

        assertThat(scan.at("/on/schedule/0/cron").asText()).matches("\\d+ \\d+ \\* \\* \\d");
        assertThat(scan.findValuesAsText("run")).containsExactly("./mvnw package -DskipTests -Dsbom");
        assertThat(scanStep(scan)).isEqualTo(scanStep(release));
        assertThat(scanStep(scan).at("/with/scan-args").asText().lines())
                .containsExactly("--config=" + ACCEPTED, "--lockfile=target/useradmin.cdx.json");
    }

    /** Each ignored vulnerability has a reason and an end date. */
    @Test
    void ignoresNoVulnerabilityWithoutReasonAndEnd() throws IOException {
        String[] accepted = Files.readString(ACCEPTED).split("\\Q[[IgnoredVulns]]\\E");

        assertThat(List.of(accepted).subList(1, accepted.length))
                .isNotEmpty()
                .allSatisfy(each -> assertThat(each)
                        .containsPattern("id = \"CVE-\\d+-\\d+\"")
                        .containsPattern("ignoreUntil = \\d{4}-\\d{2}-\\d{2}\n")
                        .containsPattern("reason = \"[^\"]{20,}\""));
    }

    /** Dependabot updates Quarkus only within the version line in pom.xml. */
    @Test
    void updatesQuarkusWithinItsLine() throws IOException {
        JsonNode maven =
                YAML.readTree(FOLDER.resolveSibling("dependabot.yml").toFile()).at("/updates/0");
        String range = maven.at("/ignore/0/versions/0").asText();
        Version bound = Version.parse(range.substring(">=".length()));
        Matcher pinned =
                Pattern.compile("<quarkus.platform.version>(.*)<").matcher(Files.readString(Path.of("pom.xml")));

        assertThat(maven.at("/package-ecosystem").asText()).isEqualTo("maven");
        assertThat(maven.at("/ignore/0/dependency-name").asText()).isEqualTo("io.quarkus.platform:*");
        assertThat(pinned.results().map(version -> Version.parse(version.group(1))))
                .hasSize(1)
                .allMatch(version -> version.compareTo(bound) < 0);
        assertThat(bound).isLessThanOrEqualTo(Version.parse("3.37"));
    }

    private static JsonNode scanStep(JsonNode workflow) {
        return workflow.findParents("uses").stream()
                .filter(step -> step.get("uses").asText().startsWith("google/osv-scanner-action/"))
                .findFirst()
                .orElseThrow();
    }

    /** Older versions of buildx print a table for such a format, and a table is no output of a step. */
    @ParameterizedTest
    @MethodSource("workflows")
    void formatsManifestsSoThatEveryBuildxUnderstandsIt(Path workflow) throws IOException {
        assertThat(YAML.readTree(workflow.toFile()).findValuesAsText("run"))
                .noneMatch(script -> script.matches("(?s).*--format '\\{\\{ *\\.Manifest.*"));
    }

    /** Text that outsiders can choose, such as a branch name, must not become part of a script (script injection). */
    @ParameterizedTest
    @MethodSource("workflows")
    void insertsNoEventTextIntoScripts(Path workflow) throws IOException {
        for (JsonNode script : YAML.readTree(workflow.toFile()).findValues("run")) {
            Matcher expression = Pattern.compile("\\$\\{\\{ *(\\S+)").matcher(script.asText());
            assertThat(expression.results().map(hit -> hit.group(1)))
                    .as(script.asText())
                    .allMatch(name -> name.startsWith("matrix."));
        }
    }
}
