package io.useradmin.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.useradmin.testsupport.TestDatabase;
import jakarta.inject.Inject;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.Test;

/** Without an endpoint, tracing is off. {@link TracingTest} sets one. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class TracingDisabledTest {
    @Inject
    @ConfigProperty(name = "quarkus.otel.sdk.disabled")
    boolean disabled;

    @Test
    void isDisabledWithoutAnEndpoint() {
        assertThat(disabled).isTrue();
    }
}
