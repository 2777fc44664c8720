package io.useradmin.telemetry;

import io.smallrye.config.ConfigSourceContext;
import io.smallrye.config.ConfigSourceFactory;
import io.smallrye.config.ConfigValue;
import io.smallrye.config.PropertiesConfigSource;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.eclipse.microprofile.config.spi.ConfigSource;

/** Turns tracing on where it is said where the traces go, and leaves it off otherwise: nobody has to say it twice. */
public final class TracingSwitch implements ConfigSourceFactory {
    private static final String SWITCH = "quarkus.otel.sdk.disabled";
    private static final List<String> ENDPOINTS =
            List.of("quarkus.otel.exporter.otlp.endpoint", "quarkus.otel.exporter.otlp.traces.endpoint");
    /** Below whatever an operator sets, above the framework's default. */
    private static final int ORDINAL = 50;
    /** Of the framework's own default, an address of this machine where mostly nobody listens. */
    private static final int DEFAULT_ORDINAL = Integer.MIN_VALUE;

    @Override
    public Iterable<ConfigSource> getConfigSources(ConfigSourceContext context) {
        boolean isConfigured = ENDPOINTS.stream()
                .map(context::getValue)
                .flatMap(Stream::ofNullable)
                .filter(endpoint -> endpoint.getSourceOrdinal() > DEFAULT_ORDINAL)
                .map(ConfigValue::getValue)
                .anyMatch(value -> value != null && !value.isBlank());
        return List.of(new PropertiesConfigSource(
                Map.of(SWITCH, Boolean.toString(!isConfigured)), TracingSwitch.class.getSimpleName(), ORDINAL));
    }

    @Override
    public OptionalInt getPriority() {
        return OptionalInt.of(ORDINAL);
    }
}
