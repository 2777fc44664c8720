package io.useradmin.json;

import io.useradmin.json.JsonValue.JsonArray;
import io.useradmin.json.JsonValue.JsonBoolean;
import io.useradmin.json.JsonValue.JsonNull;
import io.useradmin.json.JsonValue.JsonNumber;
import io.useradmin.json.JsonValue.JsonObject;
import io.useradmin.json.JsonValue.JsonString;
import io.useradmin.shared.Identifier;
import io.useradmin.shared.Location;
import io.useradmin.shared.Violations;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A value of the body and its location. Callers read it as a type. If it has another type or breaks a rule, this adds a violation
 * and returns empty.
 */
public final class JsonItem {
    /** The last second of the year 9999, which PostgreSQL and JSON libraries can represent. */
    public static final long LATEST_TIME = 253_402_300_799L;

    /** The largest number of elements of an array with a schema of this service. A longer array is a violation. */
    public static final int MOST_ELEMENTS = 1000;

    private static final Pattern INTEGER = Pattern.compile("-?[0-9]+");
    private static final String WRONG_TYPE = "wrong_type";
    /** This number of digits always fits a {@code long}. */
    private static final int SAFE_DIGITS = 18;

    private final JsonValue value;
    private final BodyLocation place;
    private final Violations violations;

    JsonItem(JsonValue value, BodyLocation place, Violations violations) {
        this.value = value;
        this.place = place;
        this.violations = violations;
    }

    public Location location() {
        return place.pointer();
    }

    /** Whether the value is null, which means removal in a merge patch. */
    public boolean isNull() {
        return value instanceof JsonNull;
    }

    /** Adds a violation if a rule does not hold. Returns whether it holds. */
    public boolean require(boolean holds, String code, String detail) {
        return require(holds, code, () -> detail);
    }

    /** The same with a detail that is built only if needed. */
    boolean require(boolean holds, String code, Supplier<String> detail) {
        if (!holds) {
            violations.broken(place::pointer, code, detail.get());
        }
        return holds;
    }

    /** A string. */
    public Optional<String> text() {
        if (value instanceof JsonString(var text)) {
            Optional<String> violation = StorableText.violation(text);
            violation.ifPresent(detail -> require(false, "not_storable", detail));
            return violation.isPresent() ? Optional.empty() : Optional.of(text);
        }
        return wrongType("must be a string");
    }

    /** A string that {@code reader} parses. */
    public <T> Optional<T> parsed(TextReader<T> reader) {
        return text().flatMap(text -> reader.read(location(), text, violations));
    }

    /** A string of 1 to {@code longest} characters. */
    public Optional<String> text(int longest) {
        return text().filter(text -> require(
                !text.isEmpty() && StorableText.characters(text) <= longest,
                "length",
                () -> "must have 1 to %d characters".formatted(longest)));
    }

    /** A string of at most {@code longest} characters. */
    public Optional<String> textOrEmpty(int longest) {
        return text().filter(text -> require(
                StorableText.characters(text) <= longest,
                "length",
                () -> "must have at most %d characters".formatted(longest)));
    }

    /** A string that equals the text of one of {@code choices}. */
    public <T> Optional<T> oneOf(List<T> choices) {
        Optional<String> text = text();
        Optional<T> chosen = text.flatMap(name ->
                choices.stream().filter(each -> each.toString().equals(name)).findFirst());
        if (text.isPresent() && chosen.isEmpty()) {
            String known = choices.stream().map(Object::toString).collect(Collectors.joining(", "));
            require(false, "unknown_value", "must be one of " + known);
        }
        return chosen;
    }

    /** A string that is an {@link Identifier}. */
    public Optional<String> identifier() {
        return text().filter(id -> require(Identifier.isValid(id), "identifier", Identifier.RULE));
    }

    /** A boolean. */
    public Optional<Boolean> bool() {
        return value instanceof JsonBoolean(var bool) ? Optional.of(bool) : wrongType("must be a boolean");
    }

    /** An integer without fraction and exponent, from {@code least} to {@code most}. */
    public Optional<Long> integer(long least, long most) {
        if (!(value instanceof JsonNumber(var literal))) {
            return wrongType("must be an integer");
        }
        if (!require(INTEGER.matcher(literal).matches(), "not_an_integer", "must be an integer")) {
            return Optional.empty();
        }
        boolean fits = literal.length() <= SAFE_DIGITS;
        long number = fits ? Long.parseLong(literal) : 0;
        boolean inRange = fits && number >= least && number <= most;
        return require(inRange, "out_of_range", () -> "must be from %d to %d".formatted(least, most))
                ? Optional.of(number)
                : Optional.empty();
    }

    /** A point in time in seconds since the Unix epoch, at most {@link #LATEST_TIME}. */
    public Optional<Long> time() {
        return integer(0, LATEST_TIME);
    }

    /** The elements of an array with at most {@link #MOST_ELEMENTS}; empty if there is a violation. */
    public List<JsonItem> elements() {
        if (!(value instanceof JsonArray(var elements))) {
            wrongType("must be an array");
            return List.of();
        }
        if (elements.size() > MOST_ELEMENTS) {
            violations.broken(
                    place::pointer, "too_many", "must not have more than %d elements".formatted(MOST_ELEMENTS));
            return List.of();
        }
        List<JsonItem> items = new ArrayList<>();
        for (int index = 0; index < elements.size(); index++) {
            items.add(new JsonItem(elements.get(index), place.element(index), violations));
        }
        return items;
    }

    /** Whether it is an array without elements. */
    public boolean isEmptyArray() {
        return value instanceof JsonArray(var elements) && elements.isEmpty();
    }

    /** An object with a schema of this service. */
    public Optional<JsonMembers> object() {
        return value instanceof JsonObject object
                ? Optional.of(new JsonMembers(object, place, violations))
                : wrongType("must be an object");
    }

    /** A client's free-form object, as JSON text. */
    public Optional<String> document(JsonLimits limits) {
        return storable(limits).map(FreeFormDocument::write);
    }

    /** A client's free-form object, to merge into another one. */
    Optional<MergePatch> mergePatch(JsonLimits limits) {
        return storable(limits).map(MergePatch::of);
    }

    private Optional<JsonObject> storable(JsonLimits limits) {
        if (!(value instanceof JsonObject object)) {
            return wrongType("must be an object");
        }
        new FreeFormDocument(limits, violations).check(object, place);
        return violations.isEmpty() ? Optional.of(object) : Optional.empty();
    }

    private <T> Optional<T> wrongType(String detail) {
        require(false, WRONG_TYPE, detail);
        return Optional.empty();
    }
}
