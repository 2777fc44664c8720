package io.useradmin.telemetry;

import static io.useradmin.testsupport.Api.as;
import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.useradmin.testsupport.Management;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import io.useradmin.testsupport.Traced;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a trace shows of a request. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(Traced.class)
class TracingTest {
    private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
    private static final String PARENT = "00f067aa0ba902b7";

    @Inject
    InMemorySpanExporter spans;

    final Tenant tenant = Tenant.create();

    @BeforeEach
    void forget() {
        spans.reset();
    }

    @Test
    void goesOnFromTheCallersSpanToTheStatements() throws InterruptedException {
        String user = tenant.user();
        as(tenant)
                .header("traceparent", "00-" + TRACE + "-" + PARENT + "-01")
                .get("/api/users/{user}/sessions", user)
                .then()
                .statusCode(200);

        SpanData request = await(span -> span.getKind() == SpanKind.SERVER);
        assertThat(request.getTraceId()).isEqualTo(TRACE);
        assertThat(request.getParentSpanId()).isEqualTo(PARENT);
        assertThat(request.getName()).isEqualTo("GET /api/users/{user_id}/sessions");
        List<SpanData> statements = spans.getFinishedSpanItems().stream()
                .filter(span -> span.getKind() == SpanKind.CLIENT)
                .toList();
        assertThat(statements).isNotEmpty().allSatisfy(span -> {
            assertThat(span.getTraceId()).isEqualTo(TRACE);
            assertThat(span.getAttributes().toString()).doesNotContain(user);
        });
        assertThat(statements)
                .extracting(span -> span.getAttributes().toString())
                .anyMatch(text -> text.contains("from sessions"));
    }

    @Test
    void hasTheIdThatAProblemTells() throws InterruptedException {
        String told = as(tenant)
                .get("/api/users/nobody/sessions")
                .then()
                .statusCode(404)
                .extract()
                .path("trace_id");

        assertThat(await(span -> span.getKind() == SpanKind.SERVER).getTraceId())
                .isEqualTo(told);
    }

    /** A query looks users up by their addresses. */
    @Test
    void leavesOutWhatIsLookedFor() throws InterruptedException {
        as(tenant).get("/api/users?email=somebody@example.com").then().statusCode(200);

        assertThat(await(span -> span.getKind() == SpanKind.SERVER)
                        .getAttributes()
                        .get(AttributeKey.stringKey("url.query")))
                .isEqualTo("REDACTED");
        assertThat(spans.getFinishedSpanItems())
                .noneMatch(span -> span.toString().contains("somebody"));
    }

    @Test
    void isNotMadeOfTheManagementPort() throws InterruptedException {
        Management.get("/q/health/ready").then().statusCode(200);
        as(tenant).get("/api/groups").then().statusCode(200);

        await(span -> span.getName().contains("/api/groups"));
        assertThat(spans.getFinishedSpanItems())
                .noneMatch(span -> span.getName().contains("/q/"));
    }

    private SpanData await(Predicate<SpanData> wanted) throws InterruptedException {
        Instant end = Instant.now().plus(Duration.ofSeconds(20));
        while (Instant.now().isBefore(end)) {
            var found = spans.getFinishedSpanItems().stream().filter(wanted).findFirst();
            if (found.isPresent()) {
                return found.get();
            }
            Thread.sleep(10);
        }
        throw new AssertionError("no such span in " + spans.getFinishedSpanItems());
    }
}
