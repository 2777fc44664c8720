package io.useradmin.deploy;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What kustomize puts together; only the ways of doing so that are used here, which these tests therefore understand. */
record Kustomization(
        String apiVersion,
        String kind,
        ObjectMeta metadata,
        String namespace,
        List<String> resources,
        List<String> components,
        List<String> configurations,
        List<Generator> configMapGenerator,
        List<Generator> secretGenerator,
        List<Patch> patches,
        List<Labels> labels,
        List<Image> images) {
    record Generator(String name, String behavior, List<String> literals) {
        /** The names before the equals signs. */
        Stream<String> keys() {
            return literals.stream().map(literal -> literal.split("=", 2)[0]);
        }
    }

    /** A partial resource in a file of its own, so that it is read against the schema like every other. */
    record Patch(String path) {}

    record Labels(Map<String, String> pairs) {}

    record Image(String name, String newTag) {}
}
