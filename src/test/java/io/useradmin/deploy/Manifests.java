package io.useradmin.deploy;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.KubernetesResource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The files below deploy/ that kustomize and Kubernetes read. */
final class Manifests {
    private static final String KUSTOMIZATION = "kustomization.yaml";
    private static final List<Path> ROOTS = List.of(Path.of("deploy", "kubernetes"), Path.of("deploy", "knative"));

    private Manifests() {}

    static List<HasMetadata> read(String yaml) throws IOException {
        return StrictYaml.documents(yaml, KubernetesResource.class).stream()
                .map(HasMetadata.class::cast)
                .toList();
    }

    /** All files except kustomizations and their configurations. */
    static List<Path> files() {
        List<Path> others = namedBy(Kustomization::configurations);
        return yaml().filter(file -> !file.endsWith(KUSTOMIZATION))
                .filter(file -> !others.contains(file))
                .toList();
    }

    /** The resources that kustomizations include. */
    static List<HasMetadata> resources() {
        return namedBy(Kustomization::resources).stream()
                .filter(Files::isRegularFile)
                .flatMap(file -> in(file).stream())
                .toList();
    }

    /** The resources of one type. */
    static <T extends HasMetadata> List<T> resources(Class<T> type) {
        return resources().stream().filter(type::isInstance).map(type::cast).toList();
    }

    /** The pod templates of all resources. */
    static List<Workload> workloads() {
        return resources().stream().flatMap(Workload::of).toList();
    }

    /** The resources in patches. */
    static List<HasMetadata> patches() {
        return namedBy(kustomization -> partialResources(kustomization).toList()).stream()
                .flatMap(file -> in(file).stream())
                .toList();
    }

    /** The files of patches that are resources, not operations. */
    static Stream<String> partialResources(Kustomization kustomization) {
        return kustomization.patches().stream().map(Kustomization.Patch::path).filter(path -> path.endsWith(".yaml"));
    }

    static List<HasMetadata> in(Path file) {
        try {
            return read(Files.readString(file));
        } catch (IOException failure) {
            throw new UncheckedIOException(file.toString(), failure);
        }
    }

    /** All kustomizations, by folder. */
    static Map<Path, Kustomization> kustomizations() {
        return yaml().filter(file -> file.endsWith(KUSTOMIZATION))
                .collect(Collectors.toMap(Path::getParent, Manifests::kustomization, (one, two) -> one, TreeMap::new));
    }

    /** The paths named by the kustomizations, relative to the project's folder. */
    static List<Path> namedBy(Function<Kustomization, List<String>> names) {
        return kustomizations().entrySet().stream()
                .flatMap(entry -> names.apply(entry.getValue()).stream()
                        .map(name -> entry.getKey().resolve(name).normalize()))
                .toList();
    }

    private static Kustomization kustomization(Path file) {
        try {
            return StrictYaml.documents(Files.readString(file), Kustomization.class)
                    .getFirst();
        } catch (IOException failure) {
            throw new UncheckedIOException(file.toString(), failure);
        }
    }

    private static Stream<Path> yaml() {
        return ROOTS.stream()
                .flatMap(Manifests::below)
                .filter(file -> file.toString().endsWith(".yaml"));
    }

    private static Stream<Path> below(Path root) {
        try (Stream<Path> files = Files.walk(root)) {
            return files.sorted().toList().stream();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
