package io.useradmin.json;

import io.useradmin.json.JsonValue.JsonObject;
import io.useradmin.json.JsonValue.JsonString;
import io.useradmin.shared.Violations;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The members of an object whose shape this service decides. Each member is asked for by name and type; what is missing, of
 * another type or was never asked for is noted as a violation.
 */
public final class JsonMembers {
    private static final int LONGEST_NAME_TOLD = 256;

    private final Map<String, JsonValue> members;
    private final Place place;
    private final Violations violations;
    private final Set<String> asked = new HashSet<>();

    private JsonMembers(Map<String, JsonValue> members, Place place, Violations violations) {
        this.members = members;
        this.place = place;
        this.violations = violations;
    }

    /** Reads a body that must be an object; another value is one violation and reads as empty. */
    public static JsonMembers read(byte[] body, Violations violations) throws UnreadableJsonException {
        JsonValue value = JsonReader.read(body);
        if (value instanceof JsonObject(var members)) {
            return new JsonMembers(members, Place.BODY, violations);
        }
        violations.broken(Place.BODY.pointer(), "wrong_type", "must be an object");
        return unread();
    }

    /** The members of a body that could not be read: what it lacks goes without saying, so those violations are dropped. */
    public static JsonMembers unread() {
        return new JsonMembers(Map.of(), Place.BODY, new Violations());
    }

    /** A required string; nothing where there is a violation. */
    public Optional<String> text(String name) {
        return switch (take(name)) {
            case JsonString(var text) -> {
                Optional<String> violation = StorableText.violation(text);
                violation.ifPresent(detail -> broken(name, "not_storable", detail));
                yield violation.isPresent() ? Optional.empty() : Optional.of(text);
            }
            case JsonValue _ -> {
                broken(name, "wrong_type", "must be a string");
                yield Optional.empty();
            }
            case null -> {
                missing(name);
                yield Optional.empty();
            }
        };
    }

    /** A required string of 1 to {@code longest} characters; nothing where there is a violation. */
    public Optional<String> text(String name, int longest) {
        Optional<String> text = text(name);
        if (text.filter(value -> value.isEmpty() || StorableText.characters(value) > longest)
                .isPresent()) {
            broken(name, "length", "must have 1 to %d characters".formatted(longest));
            return Optional.empty();
        }
        return text;
    }

    /** A required string that is one of {@code choices} as they print; nothing where there is a violation. */
    public <T> Optional<T> oneOf(String name, List<T> choices) {
        Optional<String> text = text(name);
        Optional<T> chosen = text.flatMap(value ->
                choices.stream().filter(each -> each.toString().equals(value)).findFirst());
        if (text.isPresent() && chosen.isEmpty()) {
            String known = choices.stream().map(Object::toString).collect(Collectors.joining(", "));
            broken(name, "unknown_value", "must be one of " + known);
        }
        return chosen;
    }

    /** A required object of the caller's own making, as JSON text; an empty object where there is a violation. */
    public String document(String name, JsonLimits limits) {
        return switch (take(name)) {
            case JsonObject object -> {
                new FreeFormDocument(limits, violations).check(object, place.member(name));
                yield violations.isEmpty() ? FreeFormDocument.write(object) : "{}";
            }
            case JsonValue _ -> {
                broken(name, "wrong_type", "must be an object");
                yield "{}";
            }
            case null -> {
                missing(name);
                yield "{}";
            }
        };
    }

    /** Notes every member that was not asked for. */
    public void end() {
        members.keySet().stream().filter(name -> !asked.contains(name)).forEach(this::unknown);
    }

    private @Nullable JsonValue take(String name) {
        asked.add(name);
        return members.get(name);
    }

    private void unknown(String name) {
        boolean canBeTold = name.length() <= LONGEST_NAME_TOLD
                && StorableText.violation(name).isEmpty();
        Place where = canBeTold ? place.member(name) : place;
        violations.broken(where.pointer(), "unknown_member", "must not have members that are not part of this request");
    }

    private void missing(String name) {
        broken(name, "required", "is required");
    }

    private void broken(String name, String code, String detail) {
        violations.broken(place.member(name).pointer(), code, detail);
    }
}
