package io.useradmin.operator.settings;

import io.quarkus.runtime.configuration.ConfigUtils;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.ConfigValue;

/** Finds all errors of the settings before anything starts. */
public final class SettingsCheck {
    /** The message if the database is not configured. */
    public static final String NO_DATABASE = "No database is configured: set QUARKUS_DATASOURCE_REACTIVE_URL"
            + " (as in postgresql://localhost:5432/useradmin), QUARKUS_DATASOURCE_USERNAME and"
            + " QUARKUS_DATASOURCE_PASSWORD.";

    /** Begins the message if a source of settings cannot be read, such as a file with a wrong escape. */
    public static final String UNREADABLE = "The settings cannot be read: ";

    /** Lower than the priority of all other sources. */
    private static final int LOWEST = -1_000;

    private final Config config;
    private final SortedMap<String, Setting> known = KnownSettings.byName();
    private final Map<String, Comparable<Object>> values = new HashMap<>();
    private final List<String> problems = new ArrayList<>();

    private SettingsCheck(Config config) {
        this.config = config;
    }

    /** The errors of this process's settings for serving, one per line. */
    public static List<String> forServing() {
        return ofProcess(isPackaged());
    }

    /** The same for commands, which may have another address of the database. */
    public static List<String> forCommands() {
        return ofProcess(false);
    }

    static List<String> of(Config config, boolean needsDatabase) {
        return new SettingsCheck(config).problems(needsDatabase);
    }

    /** Does not use the configuration of Quarkus, which the native binary does not have before Quarkus starts. */
    private static List<String> ofProcess(boolean needsDatabase) {
        Config config;
        try {
            config = withDefaults(ConfigUtils.configBuilder());
        } catch (RuntimeException unreadable) {
            return List.of(UNREADABLE + unreadable.getMessage());
        }
        return of(config, needsDatabase);
    }

    static Config withDefaults(SmallRyeConfigBuilder sources) {
        try {
            URL defaults = Objects.requireNonNull(SettingsCheck.class.getResource("/application.properties"));
            return sources.withSources(new PropertiesConfigSource(defaults, LOWEST))
                    .build();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /**
     * If the classes are in a folder, this is dev mode or a test, and these need no configured database. The launch mode of
     * Quarkus is not known yet at this point.
     */
    private static boolean isPackaged() {
        return Optional.ofNullable(SettingsCheck.class.getProtectionDomain().getCodeSource())
                .map(CodeSource::getLocation)
                .filter(location -> location.getPath().endsWith("/"))
                .isEmpty();
    }

    private List<String> problems(boolean needsDatabase) {
        known.values().forEach(this::read);
        known.values().forEach(setting -> setting.bounds().forEach(bound -> check(setting, bound)));
        TlsCheck.problems(config, values).forEach(problems::add);
        UnknownSettings.in(config, known.keySet())
                .forEach(name -> problems.add(name + " is not a setting of this service"));
        UnknownSettings.afterByteOrderMark(config)
                .forEach(name -> problems.add(name
                        + " has no effect, because its file begins with a byte order mark: save the file without it"));
        if (UnknownSettings.hasExport(config)) {
            problems.add("A line of .env that begins with export has no effect: begin it with the name of the setting");
        }
        if (needsDatabase && isMissing(KnownSettings.DATABASE_URL)) {
            problems.add(NO_DATABASE);
        }
        // Otherwise a value with line breaks could forge lines that look like other errors.
        return problems.stream()
                .map(problem -> problem.replaceAll("\\p{Cc}", "?"))
                .toList();
    }

    /** Apart from an unresolved value, which is a problem of its own. */
    private boolean isMissing(String name) {
        ConfigValue value = config.getConfigValue(name);
        return value.getRawValue() == null
                || (value.getValue() != null && value.getValue().isBlank());
    }

    private void read(Setting setting) {
        try {
            text(setting)
                    .ifPresent(
                            text -> values.put(setting.name(), setting.syntax().read(text, config)));
        } catch (NoSuchElementException unresolved) {
            problems.add(String.valueOf(unresolved.getMessage()));
        } catch (IllegalArgumentException otherForm) {
            report(setting, setting.syntax().words());
        }
    }

    private void check(Setting setting, Bound bound) {
        Comparable<Object> value = values.get(setting.name());
        Setting other = known.get(bound.limit());
        Object limit = other == null ? setting.syntax().read(bound.limit(), config) : values.get(other.name());
        if (value != null && limit != null && !bound.allows(value, limit)) {
            report(setting, bound + (other == null ? "" : " (" + shown(other) + ")"));
        }
    }

    private void report(Setting setting, String expected) {
        String but = setting.syntax().secret() ? "" : ", but is " + shown(setting);
        problems.add(setting.name() + " must be " + expected + but);
    }

    private String shown(Setting setting) {
        return text(setting).filter(text -> !text.isBlank()).orElse("empty");
    }

    private Optional<String> text(Setting setting) {
        return given(config, setting.name())
                .filter(text -> !(setting.mayBeEmpty() && text.isBlank()))
                .or(setting::ownDefault);
    }

    /** The operator's text of a setting, with expressions resolved. An unresolved one is a {@link NoSuchElementException} that says so. */
    public static Optional<String> given(Config config, String name) {
        ConfigValue value = config.getConfigValue(name);
        if (value.getValue() == null && value.getRawValue() != null) {
            throw new NoSuchElementException(name + " refers to a value that is not set");
        }
        return Optional.ofNullable(value.getValue());
    }
}
