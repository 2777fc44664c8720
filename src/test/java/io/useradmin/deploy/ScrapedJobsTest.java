package io.useradmin.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.openshift.api.model.monitoring.v1.PodMetricsEndpoint;
import io.fabric8.openshift.api.model.monitoring.v1.PodMonitor;
import io.fabric8.openshift.api.model.monitoring.v1.RelabelConfig;
import io.fabric8.openshift.api.model.monitoring.v1.ServiceMonitor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Alerts and dashboard select the job names that the Prometheus operator creates from the monitors. */
class ScrapedJobsTest {
    private static final String NAMESPACE = "useradmin";

    /** A series selector. In the dashboard's JSON, quotation marks are escaped. */
    private static final Pattern SELECTOR = Pattern.compile("[a-z_]+\\{[^}]*}");

    private static final Pattern JOB = Pattern.compile("[{,]\\s*job=\\\\?\"([^\"\\\\]*)\\\\?\"");

    @ParameterizedTest
    @ValueSource(strings = {"alerts.yaml", "dashboard.json"})
    void areSelectedByAlertsAndDashboard(String file) throws IOException {
        assertThat(selectors(file))
                .hasSizeGreaterThan(10)
                .allSatisfy(
                        selector -> assertThat(JOB.matcher(selector).results().map(job -> job.group(1)))
                                .as("the job in %s", selector)
                                .singleElement()
                                .satisfies(job -> assertThat(jobs()).hasSize(2).containsOnly(job)));
    }

    private static Stream<String> selectors(String file) throws IOException {
        return SELECTOR.matcher(Files.readString(Path.of("deploy", "observability", file)))
                .results()
                .map(MatchResult::group);
    }

    private static Stream<String> jobs() {
        return Stream.concat(
                Manifests.resources(ServiceMonitor.class).stream().flatMap(ScrapedJobsTest::jobs),
                Manifests.resources(PodMonitor.class).stream().flatMap(ScrapedJobsTest::jobs));
    }

    /** The value of the label {@code jobLabel} of the Service, or the name of the Service. */
    private static Stream<String> jobs(ServiceMonitor monitor) {
        var spec = monitor.getSpec();
        assertThat(spec.getEndpoints())
                .allSatisfy(endpoint -> assertThat(endpoint.getRelabelings()).isEmpty());
        return Manifests.resources(Service.class).stream()
                .filter(service -> labels(service)
                        .entrySet()
                        .containsAll(spec.getSelector().getMatchLabels().entrySet()))
                .map(service -> job(
                        spec.getJobLabel(),
                        labels(service),
                        service.getMetadata().getName()));
    }

    /** The value of the label {@code jobLabel} of the pod, or the namespace and name of the PodMonitor. */
    private static Stream<String> jobs(PodMonitor monitor) {
        var spec = monitor.getSpec();
        assertThat(spec.getPodMetricsEndpoints())
                .flatExtracting(PodMetricsEndpoint::getRelabelings)
                .extracting(RelabelConfig::getTargetLabel)
                .doesNotContain("job");
        return Manifests.workloads().stream()
                .filter(workload -> workload.hasLabels(spec.getSelector().getMatchLabels()))
                .map(workload -> job(
                        spec.getJobLabel(),
                        workload.labels(),
                        NAMESPACE + "/" + monitor.getMetadata().getName()))
                .distinct();
    }

    private static String job(String jobLabel, Map<String, String> labels, String otherwise) {
        return jobLabel == null ? otherwise : labels.getOrDefault(jobLabel, otherwise);
    }

    private static Map<String, String> labels(Service service) {
        return Objects.requireNonNullElse(service.getMetadata().getLabels(), Map.of());
    }
}
