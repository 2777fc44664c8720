package io.useradmin.deploy;

import static java.util.stream.Collectors.flatMapping;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.InstanceOfAssertFactories.LONG;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.PodSecurityContext;
import io.fabric8.kubernetes.api.model.SecurityContext;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.ServicePort;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyEgressRule;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.openshift.api.model.monitoring.v1.PodMonitor;
import io.fabric8.openshift.api.model.monitoring.v1.ServiceMonitor;
import io.quarkus.runtime.configuration.DurationConverter;
import io.useradmin.operator.CommandArguments;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The manifests are consistent, are as secure as documented, and match the application. */
class ManifestsTest {
    private static final Pattern COMMENTED = Pattern.compile("(?m)^ *# - ([A-Z_]+)=");

    private static final Pattern TAGGED = Pattern.compile("ghcr\\.io/useradmin/useradmin:([\\w.-]+)");

    private static final Path KUBERNETES = Path.of("deploy", "kubernetes");
    private static final Path FOUNDATION = KUBERNETES.resolve("foundation");
    private static final Set<String> OF_THE_JVM = Set.of("JDK_JAVA_OPTIONS");

    /** The secret of the role with only the rights that the service needs. */
    private static final String SERVICE = "useradmin-database";

    /** The secret of the role that owns the tables. */
    private static final String OWNER = "useradmin-database-owner";

    /** PostgreSQL's default limit, without the three connections reserved for superusers. */
    private static final int CONNECTIONS = 97;

    /** More than a migration, a purge and an operator's command need together. */
    private static final int CONNECTIONS_OF_COMMANDS = 5;

    @Test
    void podsMeetTheRestrictedProfile() {
        assertThat(Manifests.workloads()).hasSizeGreaterThan(4).allSatisfy(workload -> {
            assertThat(workload.automountServiceAccountToken()).isFalse();
            assertThat(workload.enableServiceLinks()).isFalse();
            assertThat(workload.containers()).allSatisfy(container -> isRestricted(workload, container));
        });
        assertThat(Manifests.resources(Namespace.class))
                .singleElement()
                .satisfies(namespace -> assertThat(namespace.getMetadata().getLabels())
                        .containsEntry("pod-security.kubernetes.io/enforce", "restricted"));
        assertThat(Manifests.resources(ServiceAccount.class))
                .singleElement()
                .satisfies(account ->
                        assertThat(account.getAutomountServiceAccountToken()).isFalse());
    }

    private static void isRestricted(Workload workload, Container container) {
        SecurityContext own = container.getSecurityContext();
        PodSecurityContext pod = workload.securityContext();
        assertThat(own.getAllowPrivilegeEscalation()).isFalse();
        assertThat(own.getReadOnlyRootFilesystem()).isTrue();
        assertThat(own.getCapabilities().getDrop()).containsExactly("ALL");
        assertThat(own.getCapabilities().getAdd()).isEmpty();
        assertThat(own.getRunAsNonRoot() == null ? pod.getRunAsNonRoot() : own.getRunAsNonRoot())
                .isTrue();
        assertThat((own.getSeccompProfile() == null ? pod.getSeccompProfile() : own.getSeccompProfile()).getType())
                .isEqualTo("RuntimeDefault");
    }

    @Test
    void memoryIsRequestedAndLimited() {
        assertThat(Manifests.workloads()).flatExtracting(Workload::containers).allSatisfy(container -> {
            assertThat(container.getResources().getRequests()).containsKeys("cpu", "memory");
            assertThat(container.getResources().getLimits()).containsOnlyKeys("memory");
        });
    }

    /** Without a CPU limit, the service would take all processors of the node for its own, with event loops and memory for each. */
    @Test
    void serversHaveTheProcessorsThatTheirMemoryIsMeasuredWith() {
        Stream<Container> servers = Stream.concat(
                        Manifests.workloads().stream().filter(workload -> "server".equals(component(workload))),
                        Manifests.patches().stream().flatMap(Workload::of))
                .flatMap(workload -> workload.containers().stream());
        assertThat(servers)
                .as("Deployment, Knative Service, and the Deployment's patch for the JVM")
                .hasSize(3)
                .allSatisfy(container -> assertThat(Stream.concat(
                                container.getArgs().stream(),
                                container.getEnv().stream()
                                        .filter(variable -> OF_THE_JVM.contains(variable.getName()))
                                        .map(EnvVar::getValue)))
                        .contains("-XX:ActiveProcessorCount=2"));
    }

    private static String component(Workload workload) {
        return workload.labels().get("app.kubernetes.io/component");
    }

    @Test
    void argumentsAreThoseOfCommands() {
        assertThat(ours().map(ManifestsTest::arguments)).contains(List.of("migrate"));
        assertThat(ours().map(ManifestsTest::arguments))
                .allSatisfy(arguments -> assertThatCode(() -> CommandArguments.parse(arguments.toArray(String[]::new)))
                        .doesNotThrowAnyException());
    }

    /** Without the arguments that the native binary itself reads. */
    private static List<String> arguments(Container container) {
        return container.getArgs().stream()
                .filter(argument -> !argument.startsWith("-X"))
                .toList();
    }

    @Test
    void environmentHasOnlyVariablesThatTheApplicationReads() throws IOException {
        Stream<String> ofContainers = Stream.concat(
                        Manifests.workloads().stream().filter(Workload::isOurs),
                        Manifests.patches().stream().flatMap(Workload::of))
                .flatMap(workload -> workload.containers().stream())
                .flatMap(container -> container.getEnv().stream())
                .map(EnvVar::getName)
                .filter(name -> !OF_THE_JVM.contains(name));
        Stream<String> ofSettings = Manifests.kustomizations().values().stream()
                .flatMap(kustomization -> kustomization.configMapGenerator().stream())
                .filter(generator -> generator.name().equals("useradmin-settings"))
                .flatMap(Kustomization.Generator::keys);
        assertThat(Stream.concat(ofContainers, ofSettings))
                .contains("QUARKUS_DATASOURCE_REACTIVE_URL", "QUARKUS_DATASOURCE_PASSWORD")
                .isSubsetOf(EnvironmentNames.known());
    }

    /** Variables in comments, which users can enable by removing the number sign. */
    @Test
    void commentedVariablesAreThoseThatTheApplicationReads() throws IOException {
        List<String> names = new ArrayList<>();
        for (Path folder : Manifests.kustomizations().keySet()) {
            COMMENTED
                    .matcher(Files.readString(folder.resolve("kustomization.yaml")))
                    .results()
                    .forEach(found -> names.add(found.group(1)));
        }
        assertThat(names).contains("USERADMIN_DATABASE_REPLICA_URL").isSubsetOf(EnvironmentNames.known());
    }

    /** Only the migration and an operator connect as the tables' owner (docs/security.md). */
    @Test
    void credentialsAreThoseOfTheRightRole() {
        Map<String, Set<String>> secrets = Manifests.workloads().stream()
                .filter(Workload::isOurs)
                .collect(groupingBy(ManifestsTest::component, flatMapping(ManifestsTest::credentials, toSet())));
        assertThat(secrets)
                .isEqualTo(Map.of(
                        "server",
                        Set.of(SERVICE),
                        "purge",
                        Set.of(SERVICE),
                        "deliver",
                        Set.of(SERVICE),
                        "migration",
                        Set.of(OWNER),
                        "operator",
                        Set.of(OWNER)));
    }

    /** The names of the secrets with the database's user and password. */
    private static Stream<String> credentials(Workload workload) {
        List<EnvVar> credentials = workload.containers().stream()
                .flatMap(container -> container.getEnv().stream())
                .filter(variable -> variable.getName().matches("QUARKUS_DATASOURCE_(USERNAME|PASSWORD)"))
                .toList();
        assertThat(credentials).as(workload.name()).hasSize(2);
        return credentials.stream()
                .map(variable -> variable.getValueFrom().getSecretKeyRef().getName());
    }

    @Test
    void secretsAreByReference() {
        assertThat(Manifests.workloads())
                .flatExtracting(Workload::containers)
                .flatExtracting(Container::getEnv)
                .filteredOn(variable -> variable.getName().contains("PASSWORD")
                        || variable.getName().contains("USER"))
                .hasSizeGreaterThan(8)
                .allSatisfy(variable -> assertThat(
                                variable.getValueFrom().getSecretKeyRef().getName())
                        .isIn(SERVICE, OWNER));
    }

    @Test
    void onlyTheDevelopmentDatabaseHasItsOwnSecrets() {
        assertThat(Manifests.kustomizations())
                .allSatisfy((folder, kustomization) -> assertThat(kustomization.secretGenerator())
                        .as("secrets in %s", folder)
                        .extracting(Kustomization.Generator::name)
                        .isEqualTo(folder.endsWith("dev") ? List.of(SERVICE, OWNER) : List.of()));
    }

    @Test
    void theDevelopmentDatabaseHasTheRoleOfTheService() {
        String roles = Manifests.resources(ConfigMap.class).stream()
                .filter(map -> map.getMetadata().getName().equals("postgresql-roles"))
                .map(map -> map.getData().get("roles.sql"))
                .findFirst()
                .orElseThrow();
        List<String> credentials =
                Manifests.kustomizations().get(KUBERNETES.resolve("overlays/dev")).secretGenerator().stream()
                        .filter(secret -> secret.name().equals(SERVICE))
                        .flatMap(secret -> secret.literals().stream())
                        .map(literal -> literal.split("=", 2)[1])
                        .toList();
        assertThat(roles).contains("create role %s login password '%s';".formatted(credentials.toArray()));
    }

    @Test
    void imagesAreOfThisVersion() throws IOException {
        String version = version();
        assertThat(Manifests.kustomizations().values())
                .flatExtracting(Kustomization::images)
                .extracting(Kustomization.Image::newTag)
                .contains(version, version + "-jvm")
                .containsOnly(version, version + "-jvm");
        assertThat(ours())
                .as("only the kustomization sets the tag")
                .allSatisfy(container -> assertThat(container.getImage()).doesNotContain(":"));
        assertThat(TAGGED.matcher(Files.readString(Path.of("docs", "deployment.md")))
                        .results()
                        .map(image -> image.group(1)))
                .as("the test cluster's image, which nobody has pushed")
                .hasSizeGreaterThan(1)
                .containsOnly(version + "-jvm");
    }

    private static String version() throws IOException {
        try (InputStream resource = ManifestsTest.class.getResourceAsStream("/useradmin.version")) {
            return new String(resource.readAllBytes(), StandardCharsets.UTF_8)
                    .strip()
                    .replace("-SNAPSHOT", "");
        }
    }

    @Test
    void selectorsFindPods() {
        Stream<Map<String, String>> selectors = Stream.of(
                        Manifests.resources(Service.class).stream()
                                .map(service -> service.getSpec().getSelector()),
                        Manifests.resources(PodDisruptionBudget.class).stream()
                                .map(budget -> budget.getSpec().getSelector().getMatchLabels()),
                        Manifests.resources(PodMonitor.class).stream()
                                .map(monitor -> monitor.getSpec().getSelector().getMatchLabels()),
                        Manifests.resources(Deployment.class).stream()
                                .flatMap(deployment ->
                                        deployment
                                                .getSpec()
                                                .getTemplate()
                                                .getSpec()
                                                .getTopologySpreadConstraints()
                                                .stream())
                                .map(spread -> spread.getLabelSelector().getMatchLabels()),
                        Manifests.resources(NetworkPolicy.class).stream()
                                .map(policy -> policy.getSpec().getPodSelector())
                                .map(LabelSelector::getMatchLabels))
                .flatMap(each -> each);
        assertThat(selectors)
                .hasSizeGreaterThan(9)
                .allSatisfy(selector -> assertThat(Manifests.workloads())
                        .as("pods with %s", selector)
                        .anyMatch(workload -> workload.hasLabels(selector)));
    }

    @Test
    void servicesPointToExistingPorts() {
        assertThat(Manifests.resources(Service.class))
                .isNotEmpty()
                .allSatisfy(service -> assertThat(service.getSpec().getPorts())
                        .extracting(ServicePort::getTargetPort)
                        .extracting(port -> port.getStrVal())
                        .isSubsetOf(portNames(
                                workload -> workload.hasLabels(service.getSpec().getSelector()))));
    }

    private static List<String> portNames(Predicate<Workload> which) {
        return Manifests.workloads().stream()
                .filter(which)
                .flatMap(workload -> workload.containers().stream())
                .flatMap(container -> container.getPorts().stream())
                .map(ContainerPort::getName)
                .toList();
    }

    @Test
    void monitoringFindsTheManagementPortAndNotThatOfRequests() {
        ServiceMonitor monitor = Manifests.resources(ServiceMonitor.class).getFirst();
        List<Service> found = Manifests.resources(Service.class).stream()
                .filter(service -> service.getMetadata().getLabels() != null)
                .filter(service -> service.getMetadata()
                        .getLabels()
                        .entrySet()
                        .containsAll(
                                monitor.getSpec().getSelector().getMatchLabels().entrySet()))
                .toList();
        assertThat(found)
                .singleElement()
                .satisfies(service -> assertThat(service.getSpec().getPorts())
                        .extracting(ServicePort::getName)
                        .containsExactly(
                                monitor.getSpec().getEndpoints().getFirst().getPort()));
    }

    /** Prometheus makes a target of each declared port of a pod. The number selects one of these. */
    @Test
    void monitoringOfKnativeFindsTheManagementPort() {
        PodMonitor monitor = Manifests.resources(PodMonitor.class).getFirst();
        assertThat(monitor.getSpec().getPodMetricsEndpoints()).singleElement().satisfies(endpoint -> {
            assertThat(Manifests.resources(io.fabric8.knative.serving.v1.Service.class).stream()
                            .flatMap(Workload::of)
                            .flatMap(workload -> workload.containers().stream())
                            .flatMap(container -> container.getPorts().stream())
                            .map(ContainerPort::getContainerPort))
                    .contains(endpoint.getPortNumber());
            assertThat(endpoint.getRelabelings()).singleElement().satisfies(relabeling -> {
                assertThat(relabeling.getSourceLabels()).containsExactly("__address__");
                assertThat(relabeling.getTargetLabel()).isEqualTo("__address__");
                assertThat(("10.0.0.1:" + endpoint.getPortNumber())
                                .replaceFirst("^" + relabeling.getRegex() + "$", relabeling.getReplacement()))
                        .isEqualTo("10.0.0.1:9000");
            });
        });
    }

    @Test
    void autoscalersScaleTheDeployment() {
        assertThat(Manifests.resources(HorizontalPodAutoscaler.class))
                .singleElement()
                .satisfies(autoscaler -> assertThat(Manifests.resources(Deployment.class))
                        .extracting(deployment -> deployment.getMetadata().getName())
                        .contains(autoscaler.getSpec().getScaleTargetRef().getName()));
    }

    /** Argo CD takes an autoscaler without its Deployment as failed, and then applies no later wave. */
    @Test
    void argoCdAppliesAutoscalersTogetherWithTheirDeployment() {
        assertThat(Manifests.resources(HorizontalPodAutoscaler.class))
                .isNotEmpty()
                .allSatisfy(autoscaler -> assertThat(Manifests.resources(Deployment.class))
                        .filteredOn(deployment -> deployment
                                .getMetadata()
                                .getName()
                                .equals(autoscaler.getSpec().getScaleTargetRef().getName()))
                        .extracting(ManifestsTest::wave)
                        .containsExactly(wave(autoscaler)));
    }

    private static String wave(HasMetadata resource) {
        return resource.getMetadata().getAnnotations().get("argocd.argoproj.io/sync-wave");
    }

    /** Otherwise Knative cuts them, and the clients of a stream get an error instead of an end. */
    @ParameterizedTest
    @ValueSource(strings = {"USERADMIN_EVENTS_STREAM_MAX_AGE", "USERADMIN_USER_EXPORTS_MAX_DURATION"})
    void knativeLetsStreamsAndExportsEnd(String name) {
        String longest = setting(Path.of("deploy", "knative"), name);
        assertThat(Manifests.resources(io.fabric8.knative.serving.v1.Service.class))
                .extracting(service -> service.getSpec().getTemplate().getSpec().getTimeoutSeconds())
                .singleElement(as(LONG))
                .isGreaterThan(DurationConverter.parseDuration(longest).toSeconds());
    }

    /** Knative counts waiting clients as requests. Otherwise those of one tenant could take all places of a replica. */
    @Test
    void knativeHasRoomBesideTheReadersOfEvents() {
        int readers = Integer.parseInt(setting(Path.of("deploy", "knative"), "USERADMIN_EVENTS_MAX_READERS"));
        assertThat(Manifests.resources(io.fabric8.knative.serving.v1.Service.class))
                .extracting(service -> service.getSpec().getTemplate().getSpec().getContainerConcurrency())
                .singleElement(as(LONG))
                .isGreaterThanOrEqualTo(2L * readers);
    }

    /** The cache on each node, which many clusters have, has this address. A policy for its pods matters only to Cilium. */
    @Test
    void podsMayAskTheDnsOfClusterAndNode() {
        assertThat(Manifests.resources(NetworkPolicy.class))
                .filteredOn(policy -> policy.getMetadata().getName().equals("useradmin-to-dns"))
                .flatExtracting(policy -> policy.getSpec().getEgress())
                .flatExtracting(NetworkPolicyEgressRule::getTo)
                .extracting(peer -> peer.getIpBlock() == null
                        ? peer.getPodSelector().getMatchLabels().get("k8s-app")
                        : peer.getIpBlock().getCidr())
                .containsExactlyInAnyOrder("kube-dns", "node-local-dns", "169.254.20.10/32");
    }

    /** A rolling update adds replicas, and terminating replicas still hold their connections. */
    @Test
    void allReplicasFitTheConnectionsOfPostgres() {
        int replicas = Manifests.resources(HorizontalPodAutoscaler.class)
                .getFirst()
                .getSpec()
                .getMaxReplicas();
        Deployment deployment = Manifests.resources(Deployment.class).getFirst();
        int surge = deployment
                .getSpec()
                .getStrategy()
                .getRollingUpdate()
                .getMaxSurge()
                .getIntVal();
        int ofReplica = Integer.parseInt(setting(FOUNDATION, "QUARKUS_DATASOURCE_REACTIVE_MAX_SIZE"))
                + Integer.parseInt(setting(FOUNDATION, "USERADMIN_DATABASE_READ_CONNECTIONS"));
        assertThat((replicas + 2 * surge) * ofReplica + CONNECTIONS_OF_COMMANDS).isLessThanOrEqualTo(CONNECTIONS);
        assertThat(Manifests.resources(io.fabric8.knative.serving.v1.Service.class))
                .singleElement()
                .satisfies(service -> assertThat(
                                service.getSpec().getTemplate().getMetadata().getAnnotations())
                        .containsEntry("autoscaling.knative.dev/max-scale", Integer.toString(replicas))
                        .containsEntry("autoscaling.knative.dev/min-scale", "0"));
    }

    /** The controller starts the next new replica as soon as an old one begins to stop. */
    @Test
    void aNewReplicaIsAvailableOnlyWhenTheReplacedOneHasStopped() throws IOException {
        var settings = new Properties();
        try (Reader file = Files.newBufferedReader(Path.of("src", "main", "resources", "application.properties"))) {
            settings.load(file);
        }
        long longestStop = Stream.of("quarkus.shutdown.delay", "quarkus.shutdown.timeout")
                .map(settings::getProperty)
                .mapToLong(duration -> DurationConverter.parseDuration(duration).toSeconds())
                .sum();
        assertThat(Manifests.resources(Deployment.class))
                .filteredOn(deployment -> deployment.getMetadata().getName().equals("useradmin"))
                .singleElement()
                .satisfies(deployment -> assertThat(deployment.getSpec().getMinReadySeconds())
                        .isGreaterThanOrEqualTo((int) longestStop));
    }

    private static String setting(Path folder, String name) {
        return Manifests.kustomizations().get(folder).configMapGenerator().getFirst().literals().stream()
                .filter(literal -> literal.startsWith(name + "="))
                .map(literal -> literal.substring(name.length() + 1))
                .findFirst()
                .orElseThrow();
    }

    private static Stream<Container> ours() {
        return Manifests.workloads().stream()
                .filter(Workload::isOurs)
                .flatMap(workload -> workload.containers().stream());
    }
}
