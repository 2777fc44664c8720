package io.useradmin.operator.settings;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import io.quarkus.runtime.annotations.RegisterForReflection;
import io.quarkus.runtime.configuration.ConfigUtils;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.ConfigMappings;
import io.smallrye.config.ConfigMappings.ConfigClass;
import io.useradmin.testsupport.OnlyIncludeUsersOf;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.eclipse.microprofile.config.Config;
import org.junit.jupiter.api.Test;

/** The check of settings includes every configuration mapping and every bound. */
class KnownSettingsTest {
    private final Config config = ConfigUtils.emptyConfigBuilder().build();
    private final Collection<Setting> settings = KnownSettings.byName().values();

    @Test
    void haveEveryMapping() {
        assertThat(new ClassFileImporter()
                                .withImportOption(new DoNotIncludeTests())
                                .withImportOption(new OnlyIncludeUsersOf(ConfigMapping.class))
                                .importPackages("io.useradmin")
                                .stream()
                                .filter(type -> type.isAnnotatedWith(ConfigMapping.class))
                                .map(JavaClass::getName))
                .containsExactlyInAnyOrderElementsOf(
                        KnownSettings.MAPPINGS.stream().map(Class::getName).toList());
    }

    /** The check reads their methods by reflection, so the native binary must register them. */
    @Test
    void haveMappingsThatTheNativeBinaryCanRead() {
        assertThat(KnownSettings.MAPPINGS)
                .allSatisfy(mapping -> assertThat(mapping).hasAnnotation(RegisterForReflection.class));
    }

    /** The framework does not start with a property that has the prefix of a mapping, but is none of its methods. */
    @Test
    void haveTheNamesThatTheFrameworkReads() {
        List<String> prefixes = KnownSettings.MAPPINGS.stream()
                .map(mapping -> mapping.getAnnotation(ConfigMapping.class).prefix() + ".")
                .toList();
        Set<String> read = KnownSettings.MAPPINGS.stream()
                .flatMap(mapping -> ConfigMappings.getProperties(ConfigClass.configClass(mapping)).keySet().stream())
                .collect(Collectors.toSet());

        assertThat(settings.stream()
                        .map(Setting::name)
                        .filter(name -> prefixes.stream().anyMatch(name::startsWith)))
                .containsExactlyInAnyOrderElementsOf(read);
    }

    @Test
    void haveALowerBoundIfComparable() {
        List<SettingSyntax> unordered = List.of(SettingSyntax.SWITCH, SettingSyntax.TEXT);
        assertThat(settings)
                .filteredOn(setting -> !unordered.contains(setting.syntax())
                        && setting.syntax().type() != String.class
                        && !setting.syntax().type().isEnum())
                .hasSizeGreaterThan(10)
                .allMatch(setting ->
                        setting.bounds().stream().anyMatch(bound -> bound.relation() != Bound.Relation.AT_MOST));
    }

    /** Without a unit, a duration is in seconds. Those who mean milliseconds should learn it at the start. */
    @Test
    void haveAnUpperBoundIfTheyAreDurations() {
        assertThat(settings)
                .filteredOn(setting -> setting.syntax().equals(SettingSyntax.DURATION))
                .hasSizeGreaterThan(10)
                .allMatch(setting ->
                        setting.bounds().stream().anyMatch(bound -> bound.relation() == Bound.Relation.AT_MOST));
    }

    @Test
    void haveBoundsThatAreSettingsOrValues() {
        Set<String> names = KnownSettings.byName().keySet();
        assertThat(settings)
                .allSatisfy(setting -> assertThat(setting.bounds())
                        .extracting(Bound::limit)
                        .allSatisfy(limit -> assertThat(names.contains(limit)
                                        || setting.syntax().read(limit, config) != null)
                                .isTrue()));
    }
}
