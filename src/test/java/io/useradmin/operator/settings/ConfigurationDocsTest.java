package io.useradmin.operator.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** docs/configuration.md has all checked settings, with their defaults and bounds. */
class ConfigurationDocsTest {
    private static final Path DOCS = Path.of("docs", "configuration.md");
    private static final int CELLS = 4;

    private final Map<String, Row> rows = new TreeMap<>();
    private final Properties application = new Properties();

    private record Row(String defaultValue, List<String> bounds) {}

    @BeforeEach
    void read() throws IOException {
        Files.readAllLines(DOCS).stream().filter(line -> line.startsWith("| `")).forEach(this::add);
        try (InputStream properties = ConfigurationDocsTest.class.getResourceAsStream("/application.properties")) {
            application.load(properties);
        }
    }

    @Test
    void namesEverySetting() {
        assertThat(rows.keySet()).isEqualTo(KnownSettings.byName().keySet());
    }

    @Test
    void hasTheBounds() {
        KnownSettings.byName()
                .values()
                .forEach(setting -> setting.bounds()
                        .forEach(bound -> assertThat(rows.get(setting.name()).bounds())
                                .as(setting.name())
                                .contains(bound.toString())));
    }

    @Test
    void hasTheDefaults() {
        KnownSettings.byName()
                .values()
                .forEach(setting -> defaultOf(setting)
                        .ifPresent(value -> assertThat(rows.get(setting.name()).defaultValue())
                                .as(setting.name())
                                .isEqualTo(value)));
    }

    /** An operator may run the package with another profile, such as {@code QUARKUS_PROFILE=staging}. */
    @Test
    void hasTheDefaultsOfEveryProfileInProduction() {
        assertThat(application.stringPropertyNames())
                .filteredOn(name -> name.startsWith("%"))
                .isNotEmpty()
                .allMatch(name -> name.startsWith("%dev.") || name.startsWith("%test."));
    }

    /** The production default in {@code application.properties}. Defaults of the framework itself are not checked. */
    private Optional<String> defaultOf(Setting setting) {
        return Optional.ofNullable(application.getProperty(setting.name()))
                .or(setting::ownDefault)
                .map(value -> value.isEmpty() ? "none" : value);
    }

    private void add(String line) {
        List<String> cells = Arrays.stream(line.split("\\|"))
                .map(cell -> cell.replace("`", "").strip())
                .toList();
        assertThat(cells).as(line).hasSize(CELLS + 1);
        for (String name : cells.get(1).split(", ")) {
            rows.put(
                    name,
                    new Row(cells.get(2).split(", ")[0], List.of(cells.get(3).split("[,;] "))));
        }
    }
}
