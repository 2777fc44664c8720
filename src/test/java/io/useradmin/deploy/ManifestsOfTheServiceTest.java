package io.useradmin.deploy;

import static io.useradmin.testsupport.Api.given;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.HTTPGetAction;
import io.fabric8.kubernetes.api.model.Probe;
import io.fabric8.openshift.api.model.monitoring.v1.Endpoint;
import io.fabric8.openshift.api.model.monitoring.v1.PodMetricsEndpoint;
import io.fabric8.openshift.api.model.monitoring.v1.PodMonitor;
import io.fabric8.openshift.api.model.monitoring.v1.ServiceMonitor;
import io.quarkus.runtime.configuration.DurationConverter;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import io.useradmin.testsupport.Await;
import io.useradmin.testsupport.TestDatabase;
import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.ConfigProvider;
import org.junit.jupiter.api.Test;

/** Ports, probes and shutdown times in the manifests match the running service. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class ManifestsOfTheServiceTest {
    /** The framework's default. */
    private static final int DEFAULT_HTTP_PORT = 8080;

    private static final int DEFAULT_MANAGEMENT_PORT = 9000;

    private static final URI MANAGEMENT =
            URI.create(ConfigProvider.getConfig().getValue("test.management.url", String.class));

    @Test
    void portsMatchTheService() throws IOException {
        Config config = production();
        int http = config.getOptionalValue("quarkus.http.port", Integer.class).orElse(DEFAULT_HTTP_PORT);
        int management = config.getOptionalValue("quarkus.management.port", Integer.class)
                .orElse(DEFAULT_MANAGEMENT_PORT);
        Map<String, Integer> expected = Map.of("http", http, "http1", http, "management", management);
        Map<String, Integer> ports = servers()
                .flatMap(workload -> workload.containers().stream())
                .flatMap(container -> container.getPorts().stream())
                .collect(Collectors.toMap(ContainerPort::getName, ContainerPort::getContainerPort));
        assertThat(ports).isEqualTo(expected);
    }

    @Test
    void probesSucceed() {
        List<HTTPGetAction> requests = servers()
                .flatMap(workload -> workload.containers().stream())
                .flatMap(ManifestsOfTheServiceTest::probes)
                .filter(probe -> probe.getHttpGet() != null)
                .map(Probe::getHttpGet)
                .toList();
        assertThat(requests).hasSize(3).allSatisfy(request -> {
            assertThat(request.getPort().getStrVal()).isEqualTo("management");
            given().get(MANAGEMENT.resolve(request.getPath()).toString()).then().statusCode(200);
        });
    }

    @Test
    void metricsAreAtTheScrapedPath() throws Exception {
        given().get("/api/users").then().statusCode(401);
        Stream<String> ofServices = Manifests.resources(ServiceMonitor.class).stream()
                .flatMap(monitor -> monitor.getSpec().getEndpoints().stream())
                .map(Endpoint::getPath);
        Stream<String> ofPods = Manifests.resources(PodMonitor.class).stream()
                .flatMap(monitor -> monitor.getSpec().getPodMetricsEndpoints().stream())
                .map(PodMetricsEndpoint::getPath);
        List<String> paths = Stream.concat(ofServices, ofPods).toList();
        assertThat(paths).hasSize(2);
        for (String path : paths) {
            Await.until(
                    "requests are counted at " + path,
                    () -> given().get(MANAGEMENT.resolve(path).toString())
                            .asString()
                            .contains("http_server_requests"));
        }
    }

    @Test
    void shutsDownBeforeItIsKilled() throws IOException {
        Config config = production();
        Duration shutdown =
                duration(config, "quarkus.shutdown.delay").plus(duration(config, "quarkus.shutdown.timeout"));
        assertThat(servers())
                .hasSize(2)
                .allSatisfy(workload -> assertThat(Duration.ofSeconds(workload.terminationGracePeriodSeconds()))
                        .isGreaterThan(shutdown));
    }

    private static Stream<Workload> servers() {
        return Manifests.workloads().stream()
                .filter(workload -> "server".equals(workload.labels().get("app.kubernetes.io/component")));
    }

    private static Stream<Probe> probes(Container container) {
        return Stream.of(container.getStartupProbe(), container.getLivenessProbe(), container.getReadinessProbe())
                .filter(Objects::nonNull);
    }

    private static Duration duration(Config config, String setting) {
        return config.getOptionalValue(setting, Duration.class).orElse(Duration.ZERO);
    }

    /** The production settings, because tests may have other ones. */
    private static Config production() throws IOException {
        URL properties = ManifestsOfTheServiceTest.class.getResource("/application.properties");
        return new SmallRyeConfigBuilder()
                .addDefaultInterceptors()
                .withProfile("prod")
                .withConverter(Duration.class, 200, new DurationConverter())
                .withSources(new PropertiesConfigSource(properties))
                .build();
    }
}
