package io.useradmin.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Installation, upgrade and way back are in the order in which they work. */
class DeploymentOrderTest {
    private static final Path DEPLOYMENT = Path.of("docs", "deployment.md");
    private static final String GRANTS = "security.md#database-role-and-grants";

    /** New tables exist only after the migration, and the new release needs the rights on them. */
    @Test
    void grantsComeBetweenMigrationAndRollOut() throws IOException {
        assertThat(section("## Upgrade"))
                .containsSubsequence("job/useradmin-migrate\n", GRANTS, "kubectl apply -k $release\n");
    }

    /** The role needs the tables, and replicas need the role. */
    @Test
    void anInstallationMigratesBeforeItCreatesTheRole() throws IOException {
        assertThat(section("## Production"))
                .containsSubsequence("useradmin-database-owner", "(#upgrade)", GRANTS, "operations.md#first-start");
    }

    /** kubectl exec does not wait for the pod. */
    @Test
    void theOperatorsPodIsDeployedAndReadyBeforeItRunsCommands() throws IOException {
        assertThat(section("## Production"))
                .containsSubsequence(
                        "kubernetes/operator",
                        "(#upgrade)",
                        "create job operator",
                        "condition=Ready",
                        "exec -it job/operator");
    }

    @Test
    void anUpgradeBeginsWithTheChangelogAndTheSettings() throws IOException {
        assertThat(section("## Upgrade"))
                .containsSubsequence("(../CHANGELOG.md)", "(operations.md#settings)", "job/useradmin-migrate");
    }

    /** A release does not start with settings that only a later one knows. */
    @Test
    void theWayBackBeginsWithTheSettings() throws IOException {
        assertThat(section("### Roll back")).contains("(operations.md#settings)");
    }

    /** A schema is tested only with its own release and the one before. */
    @Test
    void whoSkipsAReleaseUpgradesOneByOneOrStopsTheService() throws IOException {
        assertThat(section("## Upgrade")).contains("release by release", "--replicas=0");
    }

    /** The text below a heading of docs/deployment.md, with the smaller headings. */
    private static String section(String heading) throws IOException {
        String text = Files.readString(DEPLOYMENT);
        int start = text.indexOf("\n" + heading + "\n");
        assertThat(start).as(heading).isPositive();
        String mark = "\n" + heading.substring(0, heading.indexOf(' ') + 1);
        int end = text.indexOf(mark, start + 1);
        return text.substring(start, end < 0 ? text.length() : end);
    }
}
