package io.useradmin.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every manifest is valid for Kubernetes, and kustomize includes it. */
class ManifestSchemaTest {
    static List<Path> files() {
        return Manifests.files();
    }

    @ParameterizedTest
    @MethodSource("files")
    void matchesTheSchema(Path file) {
        assertThat(Manifests.in(file)).isNotEmpty().allSatisfy(resource -> {
            assertThat(resource.getApiVersion()).isNotBlank();
            assertThat(resource.getMetadata().getName()).isNotBlank();
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{apiVersion: v1, kind: Service, metadata: {name: a}, spec: {port: []}}",
                "{apiVersion: v1, kind: Service, metadata: {name: a}, spec: {ports: [{port: 1, targetport: 1}]}}",
                "{apiVersion: v1, kind: Service, metadata: {name: a}, spec: {ports: [{port: '1'}]}}",
                "{apiVersion: v1, kind: ConfigMap, metadata: {name: a}, data: {port: 1}}",
                "{apiVersion: v1, kind: ConfigMap, metadata: {name: a, annotations: {b: true}}}",
                "{apiVersion: v1, kind: ConfigMap, metadata: {name: a, name: b}}",
                "{apiVersion: v1, kind: Sevice, metadata: {name: a}, spec: {ports: [{port: 1}]}}",
                "{apiVersion: apps/v2, kind: Deployment, metadata: {name: a}, spec: {replicas: 1}}",
            })
    void rejectsInvalidManifests(String manifest) {
        assertThatThrownBy(() -> Manifests.read(manifest)).isInstanceOf(JsonProcessingException.class);
    }

    @Test
    void isListedInAKustomization() {
        List<Path> named = Stream.of(
                        Manifests.namedBy(Kustomization::resources).stream().filter(Files::isRegularFile),
                        Manifests.namedBy(ManifestSchemaTest::patches).stream())
                .flatMap(files -> files)
                .toList();
        assertThat(named).containsExactlyInAnyOrderElementsOf(files());
    }

    @Test
    void listedFoldersAreKustomizations() {
        assertThat(Stream.of(
                                Manifests.namedBy(Kustomization::resources).stream()
                                        .filter(Files::isDirectory),
                                Manifests.namedBy(Kustomization::components).stream())
                        .flatMap(folders -> folders))
                .isNotEmpty()
                .isSubsetOf(Manifests.kustomizations().keySet());
    }

    @Test
    void patchesChangeExistingResources() {
        assertThat(Manifests.patches()).isNotEmpty().allSatisfy(patch -> {
            List<HasMetadata> targets = Manifests.resources().stream()
                    .filter(resource -> isSame(resource, patch))
                    .toList();
            assertThat(targets)
                    .as("resources that %s changes", patch.getMetadata())
                    .hasSize(1);
            // A container with another name would be added, not changed.
            assertThat(containers(targets.getFirst()))
                    .containsAll(containers(patch).toList());
        });
    }

    private static List<String> patches(Kustomization kustomization) {
        return Manifests.partialResources(kustomization).toList();
    }

    private static boolean isSame(HasMetadata one, HasMetadata other) {
        return one.getFullResourceName().equals(other.getFullResourceName())
                && one.getApiVersion().equals(other.getApiVersion())
                && one.getMetadata().getName().equals(other.getMetadata().getName());
    }

    private static Stream<String> containers(HasMetadata resource) {
        return Workload.of(resource)
                .flatMap(workload -> workload.containers().stream())
                .map(Container::getName);
    }
}
