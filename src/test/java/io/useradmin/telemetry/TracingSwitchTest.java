package io.useradmin.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** When traces are made. */
class TracingSwitchTest {
    @Test
    void leavesTracingOff() {
        assertThat(isDisabled(Map.of())).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"quarkus.otel.exporter.otlp.endpoint", "quarkus.otel.exporter.otlp.traces.endpoint"})
    void turnsItOnWithAnEndpoint(String setting) {
        assertThat(isDisabled(Map.of(setting, "http://collector:4317"))).isFalse();
        assertThat(isDisabled(Map.of(setting, " "))).isTrue();
    }

    @Test
    void givesWayToTheOperator() {
        assertThat(isDisabled(Map.of(
                        "quarkus.otel.exporter.otlp.endpoint", "http://collector:4317",
                        "quarkus.otel.sdk.disabled", "true")))
                .isTrue();
        assertThat(isDisabled(Map.of("quarkus.otel.sdk.disabled", "false"))).isFalse();
    }

    private static boolean isDisabled(Map<String, String> settings) {
        return new SmallRyeConfigBuilder()
                .withSources(new TracingSwitch())
                .withSources(new PropertiesConfigSource(settings, "operator", 100))
                .withDefaultValue("quarkus.otel.exporter.otlp.traces.endpoint", "http://localhost:4317/")
                .build()
                .getValue("quarkus.otel.sdk.disabled", Boolean.class);
    }
}
