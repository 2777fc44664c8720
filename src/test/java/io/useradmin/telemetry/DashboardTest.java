package io.useradmin.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.useradmin.idempotency.IdempotencyKey;
import io.useradmin.operator.CommandArguments;
import io.useradmin.testsupport.Api;
import io.useradmin.testsupport.ApiOperation;
import io.useradmin.testsupport.Await;
import io.useradmin.testsupport.Management;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Dashboard and alerts use only metrics and labels that exist. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class DashboardTest {
    private static final Path FOLDER = Path.of("deploy", "observability");

    /** A request is counted shortly after its response is sent. */
    private static final String REQUESTS = "http_server_requests_seconds_count";

    /** These have only the statuses that occurred. All other metrics have all their series from the start. */
    private static final String OF_REQUESTS = "http_server_requests";

    /** Prometheus adds this metric at each scrape. */
    private static final String UP = "up";

    private static final Set<String> LABELS_OF_THE_SCRAPE = Set.of("job", "namespace", "instance");

    /** A metric name, not followed by a parenthesis, with its label matchers. */
    private static final Pattern METRIC = Pattern.compile("\\b([a-z_]+)\\{([^}]*)}");

    private static final Pattern MATCHED_LABEL = Pattern.compile("(\\w+)\\s*(?:=~|!~|!=|=)");
    private static final Pattern SELECTED = Pattern.compile("(\\w+)\\s*=\\s*\"([^\"]*)\"");
    private static final Pattern EXCLUDED_URIS = Pattern.compile("uri!~\"([^\"]+)\"");
    private static final Pattern EXCLUDED_METHODS = Pattern.compile("method!~\"([^\"]+)\"");
    private static final Pattern AGGREGATION =
            Pattern.compile("\\b(?:sum|min|max|avg|count|group|topk|quantile)\\b(?: by \\(([^)]*)\\))?");

    private static final Pattern METRIC_OF_A_LIMIT = Pattern.compile("`((?:useradmin|sql|http)_\\w+)`");
    private static final Pattern GROUPING = Pattern.compile("\\b(?:by|on)\\s*\\(([^)]*)\\)");

    @Test
    void everyMetricAndLabelExists() throws Exception {
        Tenant tenant = Tenant.create();
        ApiOperation.named("listSessions")
                .send(tenant.apiKey(), ApiOperation.userFor(tenant))
                .then()
                .statusCode(200);
        Await.until("the request is counted", () -> Management.series().containsKey(REQUESTS));
        Map<String, List<Map<String, String>>> series = Management.series();

        assertThat(expressions()).hasSizeGreaterThan(15).allSatisfy(expression -> {
            Set<String> known = new TreeSet<>(LABELS_OF_THE_SCRAPE);
            Matcher metric = METRIC.matcher(expression);
            assertThat(metric.results()).as("metrics in %s", expression).isNotEmpty();
            metric.reset().results().forEach(found -> {
                Set<String> labels = new TreeSet<>(LABELS_OF_THE_SCRAPE);
                if (!found.group(1).equals(UP)) {
                    assertThat(series).as(expression).containsKey(found.group(1));
                    labels.addAll(Management.labels(series.get(found.group(1))));
                }
                assertThat(MATCHED_LABEL.matcher(found.group(2)).results().map(label -> label.group(1)))
                        .as(expression)
                        .isSubsetOf(labels);
                assertThat(selected(found.group(2)))
                        .filteredOn(label -> !LABELS_OF_THE_SCRAPE.contains(label.getKey()))
                        .filteredOn(_ -> !found.group(1).startsWith(OF_REQUESTS))
                        .as(expression)
                        .allSatisfy(label -> assertThat(series.get(found.group(1)))
                                .anyMatch(labelled -> labelled.entrySet().contains(label)));
                known.addAll(labels);
            });
            assertThat(GROUPING.matcher(expression)
                            .results()
                            .flatMap(labels -> Stream.of(labels.group(1).split("\\s*,\\s*"))))
                    .as(expression)
                    .isSubsetOf(known);
        });
    }

    /** Before the first error there is no series of errors, and without it the difference would be empty. */
    @Test
    void availabilityIsThereWithoutErrors() throws IOException {
        assertThat(expressions())
                .filteredOn(expression -> expression.startsWith("1 - "))
                .isNotEmpty()
                .allMatch(expression -> expression.contains(" or vector(0))"));
    }

    /** With -XX:ActiveProcessorCount, the JVM sees fewer processors than process_cpu_usage is a share of. */
    @Test
    void noPanelCountsTheProcessorsOfTheJvm() throws IOException {
        assertThat(expressions()).noneMatch(expression -> expression.contains("system_cpu_count"));
    }

    /** Otherwise a healthy installation in the same Prometheus hides the outage of another. */
    @Test
    void alertsKeepInstallationsApart() throws IOException {
        assertThat(rules())
                .allSatisfy(rule -> assertThat(
                                AGGREGATION.matcher(rule.get("expr").asText()).results())
                        .as(rule.get("expr").asText())
                        .allSatisfy(aggregation -> assertThat(aggregation.group(1))
                                .as(aggregation.group())
                                .isNotNull()
                                .contains("namespace")));
        assertThat(alert("UserAdminDown")).containsPattern(AGGREGATION);
    }

    /** The others may serve for a long time, with too little capacity. If there are none, UserAdminNoDatabase fires. */
    @Test
    void oneReplicaWithoutADatabaseHasAnAlert() throws IOException {
        assertThat(alert("UserAdminReplicaWithoutDatabase"))
                .containsSubsequence("unless on (namespace, instance)", "and on (namespace) max by (namespace)");
    }

    @Test
    void theDashboardShowsTheSelectedInstallations() throws IOException {
        assertThat(dashboard().at("/templating/list").findValuesAsText("name")).contains("namespace");
        assertThat(dashboard().get("panels").findValuesAsText("expr"))
                .allSatisfy(expression -> assertThat(METRIC.matcher(expression).results())
                        .extracting(selector -> selector.group(2))
                        .as(expression)
                        .allMatch(matchers -> matchers.contains("namespace=~\"$namespace\"")));
    }

    /** The labels and values of the matchers with an equals sign. */
    private static Stream<Map.Entry<String, String>> selected(String matchers) {
        return SELECTED.matcher(matchers).results().map(label -> Map.entry(label.group(1), label.group(2)));
    }

    @Test
    void everyAlertSaysWhatToDo() throws IOException {
        assertThat(rules()).hasSizeGreaterThan(5).allSatisfy(rule -> {
            assertThat(rule.at("/annotations/runbook").asText()).endsWith(".");
            assertThat(rule.at("/annotations/summary").asText()).isNotBlank();
            assertThat(rule.at("/labels/severity").asText()).isIn("critical", "warning");
        });
    }

    /** A replica is a process of the service, and the alerts of replicas send their readers to pods. */
    @Test
    void noAlertCallsTheStandbyAReplica() throws IOException {
        assertThat(rules())
                .filteredOn(rule -> rule.get("expr").asText().contains("useradmin_replica_"))
                .isNotEmpty()
                .allSatisfy(rule -> assertThat(rule.get("alert").asText() + rule.at("/annotations/summary"))
                        .doesNotContainIgnoringCase("replica"));
    }

    @Test
    void slowOperationsAreOnlyThoseThatShouldBeFast() throws IOException {
        Matcher excluded = EXCLUDED_URIS.matcher(alert("UserAdminSlow"));
        assertThat(excluded.find()).isTrue();

        assertThat(ApiOperation.all()
                        .map(operation -> operation.path("{user_id}"))
                        .filter(Pattern.compile(excluded.group(1)).asMatchPredicate()))
                .containsOnly(
                        "/api/events",
                        "/api/ssf/poll",
                        "/api/sessions/revoke",
                        "/api/blocked_ips/unblock",
                        "/api/users/{user_id}/export");
    }

    /** The runbook of UserAdminUnavailable sends its readers to this table. */
    @Test
    void eachMetricThatShowsALimitHasAPanel() throws IOException {
        String limits = Files.readString(Path.of("docs", "operations.md"))
                .replaceFirst("(?s).*\n## Limits and 503\n", "")
                .replaceFirst("(?s)\n## .*", "");
        List<String> panels = dashboard().get("panels").findValuesAsText("expr");

        assertThat(METRIC_OF_A_LIMIT.matcher(limits).results())
                .extracting(metric -> metric.group(1))
                .hasSizeGreaterThan(4)
                .allSatisfy(metric -> assertThat(panels).anyMatch(panel -> panel.contains(metric + "{")));
    }

    /** If PostgreSQL is read-only, the many reads that succeed must not hide the writes that fail. */
    @Test
    void writesHaveAnAlertOfTheirOwn() throws IOException {
        List<String> writes = ApiOperation.all()
                .filter(operation ->
                        !operation.method().equals("GET") && !operation.id().equals("pollEvents"))
                .map(ApiOperation::id)
                .toList();

        assertThat(METRIC.matcher(alert("UserAdminWritesUnavailable")).results())
                .hasSize(3)
                .allSatisfy(selector -> assertThat(operationsOf(selector.group(2)))
                        .as(selector.group())
                        .isEqualTo(writes));
    }

    /** The operations whose method and path the matchers do not exclude. */
    private static List<String> operationsOf(String matchers) {
        return ApiOperation.all()
                .filter(operation -> EXCLUDED_METHODS
                        .matcher(matchers)
                        .results()
                        .noneMatch(excluded -> operation.method().matches(excluded.group(1))))
                .filter(operation -> !matchers.contains("uri!=\"%s\"".formatted(operation.path("{user_id}"))))
                .map(ApiOperation::id)
                .toList();
    }

    /** Prometheus only guesses quantiles between two buckets. */
    @Test
    void slowIsSlowerThanOneOfTheBuckets() throws Exception {
        Api.given().get("/api/users").then().statusCode(401);
        Await.until("the request is counted", () -> Management.series().containsKey(REQUESTS));

        assertThat(Management.series().get("http_server_requests_seconds_bucket"))
                .extracting(labels -> labels.get("le"))
                .contains(alert("UserAdminSlow").strip().replaceFirst("(?s).*> ", ""));
    }

    @Test
    void anEventIsTooOldAWeekAfterAPurgeWouldDeleteIt() throws IOException {
        Duration kept = Duration.parse(CommandArguments.defaultValue("purge", "--events-older-than"));

        assertThat(alert("UserAdminNotPurged")).endsWith(" > %d * 86400\n".formatted(kept.toDays() + 7));
    }

    /** Just before a daily purge, the oldest response is almost a day too old. */
    @Test
    void aStoredResponseIsTooOldAfterTwoPurgesWouldDeleteIt() throws IOException {
        assertThat(alert("UserAdminNotPurged"))
                .startsWith("max by (namespace) (useradmin_stored_responses_oldest_age_seconds{")
                .contains("}) > %d * 86400\n".formatted(IdempotencyKey.KEPT.toDays() + 2));
    }

    /** The expression of an alert. */
    private static String alert(String name) throws IOException {
        return rules().stream()
                .filter(rule -> rule.get("alert").asText().equals(name))
                .findFirst()
                .orElseThrow()
                .get("expr")
                .asText();
    }

    private static List<String> expressions() throws IOException {
        return Stream.concat(
                        dashboard().findValues("expr").stream(),
                        rules().stream().map(rule -> rule.get("expr")))
                .map(JsonNode::asText)
                .toList();
    }

    private static JsonNode dashboard() throws IOException {
        return new ObjectMapper().readTree(FOLDER.resolve("dashboard.json").toFile());
    }

    private static List<JsonNode> rules() throws IOException {
        JsonNode file = new ObjectMapper(new YAMLFactory())
                .readTree(FOLDER.resolve("alerts.yaml").toFile());
        return file.get("groups").findValues("rules").stream()
                .flatMap(rules -> Stream.iterate(0, index -> index < rules.size(), index -> index + 1)
                        .map(rules::get))
                .toList();
    }
}
