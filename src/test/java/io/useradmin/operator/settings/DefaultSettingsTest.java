package io.useradmin.operator.settings;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.runtime.configuration.ConfigUtils;
import io.smallrye.config.PropertiesConfigSource;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The values in {@code application.properties}. */
class DefaultSettingsTest {
    private static final int OF_FILE = 900;

    @ParameterizedTest
    @CsvSource({"'', true", "http://collector:4317, false", "http://[fd00::1]:4317, false"})
    void tracingNeedsAnEndpoint(String endpoint, boolean disabled) {
        var settings = Map.of("quarkus.otel.exporter.otlp.endpoint", endpoint);

        assertThat(SettingsCheck.withDefaults(ConfigUtils.emptyConfigBuilder()
                                .withSources(new PropertiesConfigSource(settings, "file", OF_FILE)))
                        .getValue("quarkus.otel.sdk.disabled", boolean.class))
                .isEqualTo(disabled);
    }
}
