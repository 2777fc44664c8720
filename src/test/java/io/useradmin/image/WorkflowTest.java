package io.useradmin.image;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every workflow of the forge has to be: nothing in it may be changed by others, and none may do more than it needs. */
class WorkflowTest {
    private static final Path FOLDER = Path.of(".github", "workflows");
    private static final YAMLMapper YAML = YAMLMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();
    private static final Pattern USES = Pattern.compile("uses: (.*)");
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
    void mayOnlyReadUnlessAJobSaysOtherwise(Path workflow) throws IOException {
        JsonNode root = YAML.readTree(workflow.toFile());
        assertThat(root.get("permissions")).isEqualTo(YAML.createObjectNode().put("contents", "read"));
        assertThat(root.at("/concurrency/group").asText()).contains("github.ref");
        assertThat(root.get("jobs"))
                .isNotEmpty()
                .allSatisfy(
                        job -> assertThat(job.path("timeout-minutes").asInt()).isPositive());
    }

    /** What is in a release is under licences that go together, and nothing of it is known to be vulnerable. */
    @Test
    void searchesWhatAReleaseIsMadeOfBeforeItMakesOne() throws IOException {
        JsonNode jobs = YAML.readTree(FOLDER.resolve("release.yml").toFile()).get("jobs");
        assertThat(jobs.at("/materials/steps").findValuesAsText("run"))
                .anyMatch(script -> script.startsWith("jq -e -f .github/licences.jq target/"));
        assertThat(jobs.at("/materials/steps").findValuesAsText("uses"))
                .anyMatch(action -> action.startsWith("google/osv-scanner-action/"));
        assertThat(jobs.at("/image/needs")).extracting(JsonNode::asText).contains("verify", "materials");
        assertThat(jobs.at("/index/needs").asText()).isEqualTo("image");
        assertThat(jobs.at("/publish/needs").asText()).isEqualTo("index");
    }

    /** What somebody can write from outside, such as a branch's name, must not become part of a script. */
    @ParameterizedTest
    @MethodSource("workflows")
    void runsNoScriptThatAnEventIsWrittenInto(Path workflow) throws IOException {
        for (JsonNode script : YAML.readTree(workflow.toFile()).findValues("run")) {
            Matcher expression = Pattern.compile("\\$\\{\\{ *(\\S+)").matcher(script.asText());
            assertThat(expression.results().map(hit -> hit.group(1)))
                    .as(script.asText())
                    .allMatch(name -> name.startsWith("matrix."));
        }
    }
}
