package io.useradmin.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapEnvSource;
import io.fabric8.kubernetes.api.model.EnvFromSource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.useradmin.docs.CodeBlock;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The output of kustomize, if kubectl is installed. The other tests check its input. */
@EnabledIf("isKubectlInstalled")
class RenderedManifestsTest {
    private static final long TIMEOUT_SECONDS = 60;

    static boolean isKubectlInstalled() {
        try {
            return exitCode(start("version", "--client")) == 0;
        } catch (IOException _) {
            return false;
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"deploy/kubernetes/overlays/dev", "deploy/kubernetes/overlays/production", "deploy/knative"})
    void matchesTheSchemaAndIsComplete(String folder) throws IOException {
        List<HasMetadata> resources = Manifests.read(rendered(folder));
        Set<String> settings = resources.stream()
                .filter(ConfigMap.class::isInstance)
                .map(resource -> resource.getMetadata().getName())
                .collect(Collectors.toSet());
        List<Workload> ours = resources.stream()
                .flatMap(Workload::of)
                .filter(Workload::isOurs)
                .toList();
        assertThat(ours)
                .as("server, migration and purge")
                .hasSize(3)
                .flatExtracting(Workload::containers)
                .allSatisfy(container -> {
                    assertThat(container.getImage()).contains(":");
                    assertThat(container.getEnvFrom())
                            .extracting(EnvFromSource::getConfigMapRef)
                            .extracting(ConfigMapEnvSource::getName)
                            .isNotEmpty()
                            .isSubsetOf(settings);
                });
        assertThat(resources)
                .filteredOn(resource -> !resource.getKind().equals("Namespace"))
                .allSatisfy(resource ->
                        assertThat(resource.getMetadata().getNamespace()).isEqualTo("useradmin"));
    }

    /**
     * A purge by the new release on the old schema would fail. The dev overlay has its policy
     * beside its own PostgreSQL, which must run before.
     */
    @ParameterizedTest
    @CsvSource({
        "deploy/kubernetes/overlays/dev, false",
        "deploy/kubernetes/overlays/production, true",
        "deploy/knative, true"
    })
    void theFirstStepIsTheMigrationAndWhatItNeeds(String folder, boolean isPostgresqlElsewhere) throws IOException {
        Set<String> expected = new HashSet<>(Set.of(
                "Namespace useradmin",
                "ServiceAccount useradmin",
                "NetworkPolicy deny-by-default",
                "NetworkPolicy useradmin-to-dns",
                "ConfigMap useradmin-settings",
                "Job useradmin-migrate"));
        if (isPostgresqlElsewhere) {
            expected.add("NetworkPolicy useradmin-to-postgresql");
        }

        assertThat(Manifests.read(rendered(folder)))
                .filteredOn(resource -> {
                    Map<String, String> labels = resource.getMetadata().getLabels();
                    return labels != null && "prepare".equals(labels.get("useradmin/step"));
                })
                .extracting(RenderedManifestsTest::kindAndName)
                .containsExactlyInAnyOrderElementsOf(expected);
    }

    /**
     * A changed setting is a ConfigMap with another name. By default, Argo CD deletes the previous one before the migration, while
     * the pods of the previous release still need it.
     */
    @ParameterizedTest
    @ValueSource(strings = {"deploy/kubernetes/overlays/production", "deploy/knative"})
    void argoCdDeletesTheSettingsOfThePreviousReleaseLast(String folder) throws IOException {
        assertThat(Manifests.read(rendered(folder)))
                .filteredOn(resource -> kindAndName(resource).equals("ConfigMap useradmin-settings"))
                .singleElement()
                .satisfies(settings -> assertThat(settings.getMetadata().getAnnotations())
                        .containsEntry("argocd.argoproj.io/sync-options", "PruneLast=true"));
    }

    /** Without the hash that kustomize appends to the name of a ConfigMap. */
    private static String kindAndName(HasMetadata resource) {
        return (resource.getKind() + " " + resource.getMetadata().getName())
                .replaceFirst("(?<=^ConfigMap useradmin-settings)-\\w+$", "");
    }

    /** As docs/events.md shows it, with another name for the second one. */
    @Test
    void eachReceiverOfWebhooksHasItsOwnPodsOfTheSameImage() throws IOException {
        Path overlay = Path.of("target", "overlay-of-receivers");
        String documented = documented("events.md").replace("../../../deliver", "../../../deploy/kubernetes/deliver");
        kustomization(overlay.resolve("billing"), documented);
        kustomization(overlay.resolve("crm"), documented.replace("billing", "crm"));
        kustomization(overlay, """
                apiVersion: kustomize.config.k8s.io/v1beta1
                kind: Kustomization
                resources: [../../deploy/kubernetes/overlays/production, ../../deploy/kubernetes/operator, billing, crm]
                components: [../../deploy/kubernetes/components/jvm]
                """);

        List<HasMetadata> resources = Manifests.read(rendered(overlay.toString()));
        assertThat(resources.stream().flatMap(Workload::of).flatMap(workload -> workload.containers().stream()))
                .as("server, migration, purge, operator and twice deliver")
                .hasSize(6)
                .allSatisfy(container -> assertThat(container.getImage()).endsWith("-jvm"));
        assertThat(resources.stream()
                        .filter(Deployment.class::isInstance)
                        .map(Deployment.class::cast)
                        .filter(deployment -> deployment.getMetadata().getName().startsWith("useradmin-deliver-")))
                .hasSize(2)
                .extracting(deployment -> deployment.getSpec().getSelector().getMatchLabels())
                .doesNotHaveDuplicates();
        assertThat(resources)
                .filteredOn(NetworkPolicy.class::isInstance)
                .extracting(RenderedManifestsTest::kindAndName)
                .contains("NetworkPolicy useradmin-deliver-billing", "NetworkPolicy useradmin-deliver-crm");
    }

    /** As docs/deployment.md shows it. */
    @ParameterizedTest
    @CsvSource({"kubernetes/overlays/production, ../..", "knative, ../kubernetes"})
    void withTheComponentForTlsEveryPodHasTheCaCertificates(String overlay, String kubernetes) throws IOException {
        Path deploy = copyOfDeploy();
        Path folder = deploy.resolve(overlay);
        Files.writeString(folder.resolve("ca.pem"), "the certificates");
        String documented = documented("deployment.md").replace("../..", kubernetes);
        kustomization(
                folder,
                Files.readString(folder.resolve("kustomization.yaml"))
                        .replace("configMapGenerator:", documented)
                        .replace("resources:\n", """
                                resources:
                                  - %1$s/operator
                                  - %1$s/deliver
                                """.formatted(kubernetes)));

        String rendered = rendered(folder.toString());
        List<HasMetadata> resources = Manifests.read(rendered);
        assertThat(resources.stream().flatMap(Workload::of).flatMap(workload -> workload.containers().stream()))
                .as("server, migration, purge, operator and deliver")
                .hasSize(5)
                .allSatisfy(container -> assertThat(container.getVolumeMounts())
                        .extracting(VolumeMount::getMountPath)
                        .contains("/etc/useradmin/database"));
        assertThat(resources)
                .filteredOn(resource -> resource.getMetadata().getName().startsWith("useradmin-database-ca-"))
                .singleElement()
                .satisfies(certificates -> assertThat(certificates.getMetadata().getLabels())
                        .as("the migration needs it")
                        .containsEntry("useradmin/step", "prepare"));
        assertThat(rendered)
                .contains("CERTS: /etc/useradmin/database/ca.pem", "ca.pem: the certificates")
                .as("all names have the hash")
                .doesNotContain("name: useradmin-database-ca\n");
    }

    private static Path copyOfDeploy() throws IOException {
        Path source = Path.of("deploy");
        Path copy = Path.of("target", "deploy-with-tls");
        try (Stream<Path> files = Files.walk(source)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path target = copy.resolve(source.relativize(file));
                Files.createDirectories(target.getParent());
                Files.copy(file, target, StandardCopyOption.REPLACE_EXISTING);
            }
        }
        return copy;
    }

    /** The only block of YAML in a document. */
    private static String documented(String document) {
        return CodeBlock.of(Path.of("docs", document)).stream()
                .filter(block -> block.language().equals("yaml"))
                .map(block -> String.join("\n", block.lines()))
                .collect(Collectors.joining());
    }

    private static void kustomization(Path folder, String text) throws IOException {
        Files.writeString(Files.createDirectories(folder).resolve("kustomization.yaml"), text);
    }

    private static String rendered(String folder) throws IOException {
        Process kubectl = start("kustomize", folder);
        String output = new String(kubectl.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(exitCode(kubectl)).as(output).isZero();
        return output;
    }

    private static Process start(String... arguments) throws IOException {
        String[] command = new String[arguments.length + 1];
        command[0] = "kubectl";
        System.arraycopy(arguments, 0, command, 1, arguments.length);
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    private static int exitCode(Process process) {
        try {
            assertThat(process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)).isTrue();
            return process.exitValue();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }
}
