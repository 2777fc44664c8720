package io.useradmin.shared;

import io.useradmin.shared.Location.Parameter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Parses a query strictly: a repeated or empty parameter is a violation. Unknown ones are ignored. */
public final class QueryParameters {
    /** The largest number of values of one parameter. */
    private static final int MOST_VALUES = 100;

    /** A value and its parameter, with the name that the client used. */
    private record Given(Parameter parameter, String value) {}

    private final Map<String, List<Given>> values;
    /** The names of parameters with a value that is not UTF-8. */
    private final Set<String> notUtf8;

    private final Violations violations;

    /**
     * The parameters of a request. Only {@code &} separates them: a semicolon belongs to a value.
     *
     * @param query the query as it was sent, still percent-encoded
     * @param violations receives all errors
     */
    public static QueryParameters of(@Nullable String query, Violations violations) {
        Map<String, List<String>> values = QueryText.parse(query);
        return new QueryParameters(values, QueryText.notUtf8(query, values), violations);
    }

    /**
     * @param values the decoded values of every parameter
     * @param violations receives all errors
     */
    public QueryParameters(Map<String, List<String>> values, Violations violations) {
        this(values, Set.of(), violations);
    }

    private QueryParameters(Map<String, List<String>> values, Set<String> notUtf8, Violations violations) {
        this.values = new HashMap<>();
        this.notUtf8 = notUtf8;
        this.violations = violations;
        values.forEach((name, all) -> this.values.put(
                name,
                all.stream().map(value -> new Given(new Parameter(name), value)).toList()));
    }

    /**
     * Splits the parameter {@code name}, whose value has the form {@code <key>:<value>}. The result is the same as if the
     * parameter {@code <key>}, one of {@code keys}, had been sent. Another form is unreadable.
     */
    public void expand(String name, List<String> keys) {
        given(name).ifPresent(whole -> {
            String[] parts = whole.value().split(":", 2);
            if (parts.length == 2 && keys.contains(parts[0]) && !parts[1].isEmpty()) {
                values.merge(parts[0], List.of(new Given(whole.parameter(), parts[1])), QueryParameters::both);
            } else {
                violations.unreadable(
                        whole.parameter(), "malformed", "must be <key>:<value> with one of " + String.join(", ", keys));
            }
        });
    }

    /** Whether the parameter {@code name} was sent, valid or not. */
    public boolean contains(String name) {
        return values.containsKey(name);
    }

    /** The value of the parameter {@code name} or one of its {@code aliases}; empty if there is none. */
    public Optional<String> text(String name, String... aliases) {
        return given(name, aliases).map(Given::value);
    }

    /** The same for an identifier; an invalid one is a violation. */
    public Optional<String> identifier(String name, String... aliases) {
        return given(name, aliases).map(given -> Identifier.check(given.parameter(), given.value(), violations));
    }

    private Optional<Given> given(String name, String... aliases) {
        if (values.isEmpty()) {
            return Optional.empty();
        }
        List<Given> all = Stream.concat(Stream.of(name), Stream.of(aliases))
                .flatMap(each -> values.getOrDefault(each, List.of()).stream())
                .toList();
        if (all.size() > 1) {
            violations.unreadable(all.getLast().parameter(), "repeated", "must be given only once");
            return Optional.empty();
        }
        if (all.size() == 1 && all.getFirst().value().isEmpty()) {
            violations.unreadable(all.getFirst().parameter(), "empty", "must not be empty");
            return Optional.empty();
        }
        return all.stream().findFirst().filter(given -> isReadable(given.parameter()));
    }

    private boolean isReadable(Parameter parameter) {
        if (notUtf8.contains(parameter.value())) {
            violations.unreadable(parameter, "malformed", "must be in UTF-8 before it is percent-encoded");
            return false;
        }
        return true;
    }

    private static <T> List<T> both(List<T> first, List<T> second) {
        return Stream.concat(first.stream(), second.stream()).toList();
    }

    /** The values of a repeatable parameter. */
    public List<String> texts(String name) {
        List<String> given =
                values.getOrDefault(name, List.of()).stream().map(Given::value).toList();
        if (given.contains("")) {
            violations.unreadable(new Parameter(name), "empty", "must not be empty");
            return List.of();
        }
        if (given.size() > MOST_VALUES) {
            violations.broken(
                    new Parameter(name), "too_many", "must not be given more than %d times".formatted(MOST_VALUES));
            return List.of();
        }
        return isReadable(new Parameter(name)) ? given : List.of();
    }

    /** The value of a search parameter: 1 to {@code longest} characters that can be stored. */
    public Optional<String> lookup(String name, int longest) {
        return given(name).filter(given -> canBeStored(given, longest)).map(Given::value);
    }

    /** The same for a value with a format. Any other value is a violation. */
    public Optional<String> lookup(String name, int longest, Predicate<String> form, String code, String detail) {
        return given(name)
                .filter(given -> canBeStored(given, longest) && require(form.test(given.value()), given, code, detail))
                .map(Given::value);
    }

    /** The value of a parameter that can only have one of {@code choices}. Any other value is a violation. */
    public Optional<String> choice(String name, List<String> choices) {
        return given(name).filter(given -> isOneOf(choices, given)).map(Given::value);
    }

    private boolean isOneOf(List<String> choices, Given given) {
        return choices.contains(given.value())
                || require(false, given, "unknown_value", "must be one of " + String.join(", ", choices));
    }

    private boolean canBeStored(Given given, int longest) {
        String value = given.value();
        return require(
                value.codePointCount(0, value.length()) <= longest && value.indexOf('\0') < 0,
                given,
                "length",
                "must have 1 to %d characters other than U+0000".formatted(longest));
    }

    private boolean require(boolean holds, Given given, String code, String detail) {
        if (!holds) {
            violations.broken(given.parameter(), code, detail);
        }
        return holds;
    }

    /** The {@code page}, {@code size} and {@code sort} of a list, with {@code counting} for its total. */
    public <K extends SortKey> PageRequest<K> page(List<K> keys, Sort<K> defaultSort, Counting counting) {
        return new PageRequest<>(
                integer("page", 1, Integer.MAX_VALUE, 1),
                integer("size", 1, PageRequest.MAX_SIZE, PageRequest.DEFAULT_SIZE),
                text("sort").map(value -> sort(value, keys, defaultSort)).orElse(defaultSort),
                counting);
    }

    /** The value of a parameter that is an integer from {@code least} to {@code most}; {@code otherwise} if it is missing. */
    public int integer(String name, int least, int most, int otherwise) {
        Optional<String> given = text(name);
        if (given.isEmpty()) {
            return otherwise;
        }
        String digits = given.get().replaceFirst("^0+(?=[0-9])", "");
        if (!digits.matches("-?[0-9]+")) {
            violations.unreadable(new Parameter(name), "not_an_integer", "must be an integer");
            return otherwise;
        }
        // Ten digits may exceed an int but not a long. A longer value is out of range anyway.
        long value = digits.length() > 10 ? Long.MAX_VALUE : Long.parseLong(digits);
        if (value < least || value > most) {
            violations.broken(new Parameter(name), "out_of_range", "must be from %d to %d".formatted(least, most));
            return otherwise;
        }
        return (int) value;
    }

    private <K extends SortKey> Sort<K> sort(String value, List<K> keys, Sort<K> otherwise) {
        int colon = value.indexOf(':');
        String order = value.substring(colon + 1);
        if (colon < 1 || !(order.equals("1") || order.equals("-1"))) {
            violations.unreadable(
                    new Parameter("sort"), "malformed", "must be <key>:1 for ascending or <key>:-1 for descending");
            return otherwise;
        }
        String name = value.substring(0, colon);
        Optional<K> key =
                keys.stream().filter(each -> each.parameterName().equals(name)).findFirst();
        if (key.isEmpty()) {
            String known = keys.stream().map(SortKey::parameterName).collect(Collectors.joining(", "));
            violations.broken(new Parameter("sort"), "unknown_key", "must sort by one of " + known);
        }
        return key.map(found -> new Sort<>(found, order.equals("1"))).orElse(otherwise);
    }
}
