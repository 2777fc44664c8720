package io.useradmin.json;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.useradmin.json.JsonValue.JsonObject;
import io.useradmin.shared.Violations;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The members of an object with a schema of this service. Callers read each member by name and type. A missing or unknown member,
 * or one of another type, is a violation. Null has the wrong type for every member: a member without a value must be left out.
 */
public final class JsonMembers {
    private final Map<String, JsonValue> members;
    private final BodyLocation place;
    private final Violations violations;
    private final Set<String> asked = new HashSet<>();
    /** The names of the members in the request. */
    private final Set<String> given;

    JsonMembers(JsonObject object, BodyLocation place, Violations violations) {
        this.members = object.members();
        this.place = place;
        this.violations = violations;
        this.given = new LinkedHashSet<>(members.keySet());
        given.addAll(object.removed());
    }

    /** Parses a body that must be an object. Another value is one violation and counts as an empty object. */
    public static JsonMembers read(byte[] body, Violations violations) throws UnreadableJsonException {
        JsonValue value = JsonReader.read(body);
        if (value instanceof JsonObject object) {
            return new JsonMembers(object, BodyLocation.BODY, violations);
        }
        violations.broken(BodyLocation.BODY::pointer, "wrong_type", "must be an object");
        return unread();
    }

    /** No members. */
    public static JsonMembers none(Violations violations) {
        return new JsonMembers(new JsonObject(Map.of()), BodyLocation.BODY, violations);
    }

    /** The members of an unreadable body. Drops violations for missing members, because they are not useful. */
    public static JsonMembers unread() {
        return none(new Violations());
    }

    /** A required member; empty if it is missing. */
    public Optional<JsonItem> required(String name) {
        Optional<JsonItem> item = optional(name);
        if (item.isEmpty()) {
            violations.broken(place.member(name)::pointer, "required", "is required");
        }
        return item;
    }

    /** The same for a member with several possible names. Violations name the first of them. */
    public Optional<JsonItem> required(List<String> names) {
        Optional<JsonItem> item = optional(names);
        if (item.isEmpty()) {
            violations.broken(place.member(names.getFirst())::pointer, "required", "is required");
        }
        return item;
    }

    /** Requires at least one of several members. */
    public void requireAnyOf(List<String> names) {
        if (names.stream().noneMatch(members::containsKey)) {
            violations.broken(place::pointer, "required", "must have at least one of " + String.join(", ", names));
        }
    }

    /** An optional member with several possible names. Two of them together are a violation. */
    public Optional<JsonItem> optional(List<String> names) {
        asked.addAll(names);
        List<String> given = names.stream().filter(members::containsKey).toList();
        if (given.size() > 1) {
            violations.broken(
                    place.member(given.getLast())::pointer,
                    "repeated",
                    "must not be given together with " + given.getFirst());
        }
        return given.stream().findFirst().flatMap(this::optional);
    }

    /** An optional member. */
    public Optional<JsonItem> optional(String name) {
        asked.add(name);
        return Optional.ofNullable(members.get(name)).map(value -> new JsonItem(value, place.member(name), violations));
    }

    /** A required string; empty if there is a violation. */
    public Optional<String> text(String name) {
        return required(name).flatMap(JsonItem::text);
    }

    /** A required string of 1 to {@code longest} characters; empty if there is a violation. */
    public Optional<String> text(String name, int longest) {
        return required(name).flatMap(item -> item.text(longest));
    }

    /** A required string that equals the text of one of {@code choices}; empty if there is a violation. */
    public <T> Optional<T> oneOf(String name, List<T> choices) {
        return required(name).flatMap(item -> item.oneOf(choices));
    }

    /** A client's required free-form object to merge into another; empty if there is a violation. */
    public MergePatch mergePatch(String name, JsonLimits limits) {
        return required(name).flatMap(item -> item.mergePatch(limits)).orElse(MergePatch.EMPTY);
    }

    /** The result of applying these members as a merge patch (RFC 7396) to {@code target}, the text of an object. */
    public JsonMembers appliedTo(String target, Violations places) {
        try {
            JsonValue merged = MergePatch.merged(JsonReader.read(target.getBytes(UTF_8)), new JsonObject(members));
            return new JsonMembers((JsonObject) merged, BodyLocation.BODY, places);
        } catch (UnreadableJsonException impossible) {
            throw new IllegalStateException("the target is not a JSON object", impossible);
        }
    }

    /** An optional member that must equal a part of the path. */
    public void repeats(String name, String said) {
        optional(name)
                .ifPresent(item -> item.text()
                        .ifPresent(text ->
                                item.require(text.equals(said), "mismatch", "must equal the value in the path")));
    }

    /** The elements of an optional array; a missing one is empty. */
    public List<JsonItem> elements(String name) {
        return optional(name).map(JsonItem::elements).orElse(List.of());
    }

    /** The elements of an optional array, parsed by {@code read}. A repeated element is a violation. */
    public <T> List<T> distinct(String name, Function<JsonItem, Optional<T>> read) {
        var distinct = new Distinct<T>();
        return elements(name).stream()
                .flatMap(item -> read.apply(item).filter(value -> distinct.isNew(item, value)).stream())
                .toList();
    }

    /**
     * All members, at most {@link JsonItem#MOST_ELEMENTS}, which have names that the client chose. Each is a string of at most
     * {@code longest} characters.
     */
    public Map<String, String> texts(int longest) {
        Map<String, String> texts = new LinkedHashMap<>();
        for (String name : namesUnlessTooMany()) {
            if (place.checkName(name, violations)) {
                optional(name).flatMap(item -> item.textOrEmpty(longest)).ifPresent(text -> texts.put(name, text));
            }
        }
        return texts;
    }

    /** The same for objects that {@code read} reads. Returns their names. */
    public Set<String> objects(Consumer<JsonMembers> read) {
        Set<String> names = new HashSet<>();
        for (String name : namesUnlessTooMany()) {
            if (place.checkName(name, violations)) {
                names.add(name);
                optional(name).flatMap(JsonItem::object).ifPresent(read);
            }
        }
        return names;
    }

    private Set<String> namesUnlessTooMany() {
        if (members.size() > JsonItem.MOST_ELEMENTS) {
            violations.broken(
                    place::pointer, "too_many", "must not have more than %d members".formatted(JsonItem.MOST_ELEMENTS));
            return Set.of();
        }
        return members.keySet();
    }

    /** All members as JSON. */
    public String text() {
        return FreeFormDocument.write(new JsonObject(members));
    }

    /** Adds a violation for every member that was not read. */
    public void end() {
        given.stream().filter(name -> !asked.contains(name)).forEach(this::unknown);
    }

    private void unknown(String name) {
        if (place.checkName(name, new Violations())) {
            violations.broken(place.member(name)::pointer, "unknown_member", "is not a known member");
        } else {
            violations.broken(place::pointer, "unknown_member", "must not have unknown members");
        }
    }
}
