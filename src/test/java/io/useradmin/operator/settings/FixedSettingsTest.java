package io.useradmin.operator.settings;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.useradmin.testsupport.TestDatabase;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.eclipse.microprofile.config.ConfigProvider;
import org.eclipse.microprofile.config.spi.ConfigSource;
import org.junit.jupiter.api.Test;

/** The build fixes some settings of the framework. An operator who sets one of these gets only a warning in the log. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class FixedSettingsTest {
    @Test
    void hasNoSettingForOperators() {
        Set<String> fixed = StreamSupport.stream(
                        ConfigProvider.getConfig().getConfigSources().spliterator(), false)
                .filter(source -> source.getName().equals("BuildTime RunTime Fixed"))
                .map(ConfigSource::getPropertyNames)
                .flatMap(Set::stream)
                .collect(Collectors.toSet());

        assertThat(fixed)
                .contains("quarkus.datasource.db-kind")
                .doesNotContainAnyElementsOf(KnownSettings.byName().keySet());
    }
}
