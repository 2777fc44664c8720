package io.useradmin.operator.settings;

import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.eclipse.microprofile.config.Config;

/** Finds names that look like settings of the service but are unknown, probably typing errors. */
final class UnknownSettings {
    private static final String OURS = "useradmin.";
    /** The names of the sources with variables begin with this: the environment and {@code .env}. */
    private static final String ENVIRONMENT = "EnvConfigSource";
    /** The name of the source of {@code .env} begins with this. That of the environment has no brackets. */
    private static final String DOT_ENV = ENVIRONMENT + "[";
    /** In {@code .env}, this word of the shell becomes the name, and the setting becomes a part of the value. */
    private static final String EXPORT = "export";
    /** Some editors begin a file with it. It becomes a part of the first name, unless that line is a comment. */
    private static final String BYTE_ORDER_MARK = "\ufeff";

    private final Config config;
    private final Set<String> known;
    private final Set<String> knownVariables;

    private UnknownSettings(Config config, Set<String> known) {
        this.config = config;
        this.known = known;
        this.knownVariables = known.stream().map(UnknownSettings::variable).collect(Collectors.toSet());
    }

    /** The unknown names, sorted, as they were written. */
    static Stream<String> in(Config config, Set<String> known) {
        var unknown = new UnknownSettings(config, known);
        return names(config)
                .filter(name -> name.startsWith(OURS) || name.startsWith(variable(OURS)))
                .flatMap(unknown::asWritten)
                .distinct()
                .sorted();
    }

    /** The names, without their byte order mark, that have no effect because of it. */
    static Stream<String> afterByteOrderMark(Config config) {
        return names(config)
                .filter(name -> name.startsWith(BYTE_ORDER_MARK))
                .map(name -> name.substring(BYTE_ORDER_MARK.length()))
                .filter(name -> !name.isEmpty() && !name.startsWith("#") && !name.startsWith("!"))
                .distinct()
                .sorted();
    }

    /** Whether a line of {@code .env} begins with {@code export}. In the environment, a variable may have this name. */
    static boolean hasExport(Config config) {
        return StreamSupport.stream(config.getConfigSources().spliterator(), false)
                .filter(source -> source.getName().startsWith(DOT_ENV))
                .anyMatch(source -> source.getPropertyNames().contains(EXPORT));
    }

    private Stream<String> asWritten(String name) {
        if (known.contains(name)) {
            return Stream.empty();
        }
        if (!isVariable(config, name)) {
            return Stream.of(name);
        }
        // For an environment variable, the source only guesses the property name: it cannot know whether a name has a
        // dot or a dash.
        return Stream.of(variable(name)).filter(variable -> !knownVariables.contains(variable));
    }

    private static boolean isVariable(Config config, String name) {
        return config.getConfigValue(name).getSourceName().startsWith(ENVIRONMENT);
    }

    private static Stream<String> names(Config config) {
        return StreamSupport.stream(config.getPropertyNames().spliterator(), false);
    }

    /** The environment variable that sets {@code name}. */
    private static String variable(String name) {
        return name.replaceAll("[^A-Za-z0-9]", "_").toUpperCase(Locale.ROOT);
    }
}
