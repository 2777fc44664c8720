package io.useradmin.telemetry;

import static io.useradmin.testsupport.Api.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;

import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.useradmin.testsupport.ApiRequest;
import io.useradmin.testsupport.Await;
import io.useradmin.testsupport.Concurrently;
import io.useradmin.testsupport.Management;
import io.useradmin.testsupport.Response;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.Traced;
import jakarta.inject.Inject;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What a trace contains about a request. */
@QuarkusTest
@TestProfile(Traced.class)
class TracingTest {
    private static final String PARENT = "00f067aa0ba902b7";

    @Inject
    InMemorySpanExporter spans;

    @Inject
    OpenTelemetry telemetry;

    final String trace = UUID.randomUUID().toString().replace("-", "");
    final Tenant tenant = Tenant.create();

    @Test
    void connectsTheCallersSpanWithTheStatements() throws Exception {
        String user = tenant.user();
        traced().get("/api/users/{user}/sessions", user).then().statusCode(200);

        SpanData request = awaitRequest(trace);
        assertThat(request.getParentSpanId()).isEqualTo(PARENT);
        assertThat(request.getName()).isEqualTo("GET /api/users/{user_id}/sessions");
        assertThat(ofTheTrace(trace).filter(span -> span.getKind() == SpanKind.CLIENT))
                .isNotEmpty()
                .allSatisfy(span -> assertThat(span.toString()).doesNotContain(user))
                .anySatisfy(span -> assertThat(span.getAttributes().toString()).contains("from sessions"));
    }

    @Test
    void hasTheTraceIdOfTheProblem() throws Exception {
        traced().get("/api/users/nobody/sessions").then().statusCode(404).body("trace_id", equalTo(trace));

        assertThat(awaitRequest(trace).getAttributes().get(AttributeKey.longKey("http.response.status_code")))
                .isEqualTo(404);
    }

    @Test
    void startsWithoutACallersSpan() throws Exception {
        String traceId = as(tenant)
                .get("/api/users/nobody/sessions")
                .then()
                .statusCode(404)
                .extract()
                .path("trace_id");

        assertThat(awaitRequest(traceId).getParentSpanContext().isValid()).isFalse();
    }

    /** One query looks for the new events of all readers, also after the first of them has gone. */
    @Test
    void excludesTheQueryForAllReadersOfTheFeed() throws Exception {
        String user = tenant.user();
        CompletableFuture<Response> waiting = Concurrently.begin(() -> traced().get("/api/events?after=now&wait=30"));
        Await.until(
                "the reader waits",
                () -> Management.get("/q/metrics").asString().contains("\nuseradmin_events_readers 1.0"));
        as(tenant)
                .body("{\"public_data\": {\"a\": 1}}")
                .patch("/api/users/{user}/public_data", user)
                .then()
                .statusCode(200);
        waiting.join().then().statusCode(200).body("$", hasSize(1));

        awaitRequest(trace);
        assertThat(ofTheTrace(trace).filter(span -> span.getKind() == SpanKind.CLIENT))
                .isNotEmpty()
                .noneSatisfy(span -> assertThat(span.getAttributes().toString()).contains("as wanted"));
    }

    /** Paths contain user ids, and queries contain email addresses. */
    @Test
    void excludesUserData() throws Exception {
        traced().get("/api/users?email=somebody@example.com").then().statusCode(200);

        Attributes attributes = awaitRequest(trace).getAttributes();
        assertThat(attributes.get(AttributeKey.stringKey("url.query"))).isEqualTo("REDACTED");
        assertThat(attributes.get(AttributeKey.stringKey("url.path"))).isEqualTo("REDACTED");
        assertThat(ofTheTrace(trace)).noneMatch(span -> span.toString().contains("somebody"));
    }

    @Test
    void excludesTheManagementPort() throws Exception {
        Management.request()
                .header("traceparent", traceparent())
                .get("/q/health/ready")
                .then()
                .statusCode(200);
        traced().get("/api/groups").then().statusCode(200);

        awaitRequest(trace);
        assertThat(ofTheTrace(trace)).noneMatch(span -> span.toString().contains("/q"));
    }

    /** The API would read baggage headers of any size into memory (CVE-2026-45292). The service does not need them. */
    @Test
    void readsNothingButTheTraceOfTheCaller() {
        assertThat(telemetry.getPropagators().getTextMapPropagator().fields())
                .containsExactlyInAnyOrder("traceparent", "tracestate");
    }

    private ApiRequest traced() {
        return as(tenant).header("traceparent", traceparent());
    }

    private String traceparent() {
        return "00-" + trace + "-" + PARENT + "-01";
    }

    private Stream<SpanData> ofTheTrace(String id) {
        return spans.getFinishedSpanItems().stream()
                .filter(span -> span.getTraceId().equals(id));
    }

    /** The request's span ends shortly after its response is sent, and after the spans of its statements. */
    private SpanData awaitRequest(String id) throws Exception {
        Await.until("the request is traced", () -> request(id).isPresent());
        return request(id).orElseThrow();
    }

    private Optional<SpanData> request(String id) {
        return ofTheTrace(id).filter(span -> span.getKind() == SpanKind.SERVER).findFirst();
    }
}
