package io.useradmin.deploy;

import io.fabric8.knative.serving.v1.RevisionTemplateSpec;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.PodSecurityContext;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.batch.v1.CronJob;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/** A pod template, of any kind of resource. */
record Workload(
        String name,
        Map<String, String> labels,
        List<Container> containers,
        PodSecurityContext securityContext,
        Boolean automountServiceAccountToken,
        Boolean enableServiceLinks,
        Long terminationGracePeriodSeconds) {
    /** The constant drainSleepDuration of Knative's queue-proxy. */
    private static final long KNATIVE_PRE_STOP_SECONDS = 30;

    private static final String IMAGE = "ghcr.io/useradmin/useradmin";

    /** The workload of {@code resource}, or none. */
    static Stream<Workload> of(HasMetadata resource) {
        String name =
                resource.getFullResourceName() + "/" + resource.getMetadata().getName();
        return switch (resource) {
            case Deployment deployment ->
                Stream.of(of(name, deployment.getSpec().getTemplate()));
            case StatefulSet set -> Stream.of(of(name, set.getSpec().getTemplate()));
            case Job job -> Stream.of(of(name, job.getSpec().getTemplate()));
            case CronJob job ->
                Stream.of(of(name, job.getSpec().getJobTemplate().getSpec().getTemplate()));
            case io.fabric8.knative.serving.v1.Service service ->
                Stream.of(of(name, service.getSpec().getTemplate()));
            default -> Stream.empty();
        };
    }

    /** Whether it runs this service or one of its commands. */
    boolean isOurs() {
        return containers.stream()
                .anyMatch(container -> container.getImage().split(":", 2)[0].equals(IMAGE));
    }

    boolean hasLabels(Map<String, String> selector) {
        return labels.entrySet().containsAll(selector.entrySet());
    }

    private static Workload of(String name, PodTemplateSpec template) {
        return new Workload(
                name,
                labels(template.getMetadata()),
                template.getSpec().getContainers(),
                Objects.requireNonNullElseGet(template.getSpec().getSecurityContext(), PodSecurityContext::new),
                template.getSpec().getAutomountServiceAccountToken(),
                template.getSpec().getEnableServiceLinks(),
                template.getSpec().getTerminationGracePeriodSeconds());
    }

    /**
     * Knative's grace period is its request timeout, and begins with a preStop hook that waits for the queue-proxy. The security
     * context is only in the container.
     */
    private static Workload of(String name, RevisionTemplateSpec template) {
        return new Workload(
                name,
                labels(template.getMetadata()),
                template.getSpec().getContainers(),
                new PodSecurityContext(),
                template.getSpec().getAutomountServiceAccountToken(),
                template.getSpec().getEnableServiceLinks(),
                template.getSpec().getTimeoutSeconds() - KNATIVE_PRE_STOP_SECONDS);
    }

    /** A patch has no metadata. */
    private static Map<String, String> labels(ObjectMeta metadata) {
        return metadata == null ? Map.of() : metadata.getLabels();
    }
}
