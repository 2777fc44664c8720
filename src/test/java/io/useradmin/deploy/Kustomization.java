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
    record Generator(String name, String behavior, Options options, List<String> literals, List<String> files) {
        record Options(Map<String, String> labels, Map<String, String> annotations) {}

        /** The keys of the literals {@code key=value}. */
        Stream<String> keys() {
            return literals.stream().map(literal -> literal.split("=", 2)[0]);
        }
    }

    /** In its own file: a partial resource, so that the schema is checked for it too, or operations (RFC 6902) on the targets. */
    record Patch(String path, Target target) {
        record Target(String group, String kind) {}
    }

    record Image(String name, String newTag) {}
}
