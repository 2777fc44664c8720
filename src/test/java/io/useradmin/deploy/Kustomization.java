package io.useradmin.deploy;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A kustomization file. It has only the features used here, so these tests understand everything in it. */
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
        List<Image> images) {
    record Generator(String name, String behavior, Options options, List<String> literals) {
        record Options(Map<String, String> labels, Map<String, String> annotations) {}

        /** The keys of the literals {@code key=value}. */
        Stream<String> keys() {
            return literals.stream().map(literal -> literal.split("=", 2)[0]);
        }
    }

    /** A partial resource in its own file, so that the schema is checked for it too. */
    record Patch(String path) {}

    record Image(String name, String newTag) {}
}
