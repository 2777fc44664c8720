package io.useradmin.operator.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfig;
import io.smallrye.config.SmallRyeConfigBuilder;
import io.useradmin.json.JsonLimits;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DataLimitsTest {
    @Test
    void areThoseOfTheService() {
        agree(Map.of());
        agree(Map.of("useradmin.data.max-bytes", "17"));
    }

    private static void agree(Map<String, String> properties) {
        SmallRyeConfig config = new SmallRyeConfigBuilder()
                .withMapping(JsonLimits.class)
                .withSources(new PropertiesConfigSource(properties, "test", 100))
                .build();
        JsonLimits ofService = config.getConfigMapping(JsonLimits.class);
        assertThat(DataLimits.of(config).maxBytes()).isEqualTo(ofService.maxBytes());
    }
}
