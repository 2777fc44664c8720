package io.useradmin.operator.settings;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.eclipse.microprofile.config.Config;

/**
 * The syntax of a setting.
 *
 * @param type the type of its value
 * @param accepts checks the whole text before it is parsed
 * @param words its description, following "must be"
 * @param secret whether the text may contain a password and is never shown
 */
record SettingSyntax(Class<? extends Comparable<?>> type, Predicate<String> accepts, String words, boolean secret) {
    /** Without a plus sign, which the framework refuses in sizes. */
    static final SettingSyntax WHOLE_NUMBER = new SettingSyntax(
            Integer.class,
            Pattern.compile("\\s*-?[0-9]+\\s*").asMatchPredicate(),
            "a whole number up to 2147483647",
            false);

    static final SettingSyntax NUMBER = of(Double.class, "a number");
    static final SettingSyntax DURATION =
            of(Duration.class, "a duration of whole milliseconds such as 500ms, 5s or PT5S");
    static final SettingSyntax SWITCH = text("(?i)\\s*(true|false)\\s*", "true or false");
    static final SettingSyntax TEXT = new SettingSyntax(String.class, _ -> true, "text", true);

    /** The syntax for each return type of a mapping's methods. */
    private static final Map<Class<?>, SettingSyntax> OF_TYPES = Map.of(
            int.class, WHOLE_NUMBER,
            double.class, NUMBER,
            Duration.class, DURATION,
            boolean.class, SWITCH,
            String.class, TEXT);

    static SettingSyntax text(String pattern, String words) {
        return new SettingSyntax(String.class, Pattern.compile(pattern).asMatchPredicate(), words, false);
    }

    static SettingSyntax secret(Predicate<String> accepts, String words) {
        return new SettingSyntax(String.class, accepts, words, true);
    }

    static SettingSyntax of(Class<?> type) {
        return Objects.requireNonNull(OF_TYPES.get(type), () -> "no syntax for the type " + type);
    }

    /** Parses {@code text}; throws an {@link IllegalArgumentException} if it is malformed. */
    @SuppressWarnings("unchecked")
    Comparable<Object> read(String text, Config config) {
        Comparable<?> value =
                accepts.test(text) ? config.getConverter(type).orElseThrow().convert(text) : null;
        if (value == null || hasPartOfMillisecond(value)) {
            throw new IllegalArgumentException(words);
        }
        return (Comparable<Object>) value;
    }

    /** PostgreSQL and Vert.x would get a rounded number, and zero means without a limit. */
    private static boolean hasPartOfMillisecond(Comparable<?> value) {
        return value instanceof Duration duration
                && !duration.truncatedTo(ChronoUnit.MILLIS).equals(duration);
    }

    static SettingSyntax of(Class<? extends Comparable<?>> type, String words) {
        return new SettingSyntax(type, _ -> true, words, false);
    }
}
