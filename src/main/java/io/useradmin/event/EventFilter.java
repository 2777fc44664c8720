package io.useradmin.event;

import io.useradmin.audit.EventType;
import io.useradmin.shared.Identifier;
import io.useradmin.shared.Location.Parameter;
import io.useradmin.shared.QueryParameters;
import io.useradmin.shared.Violations;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The filter of a reader. An event must pass all given criteria.
 *
 * @param types stored names; empty means all
 */
public record EventFilter(Set<String> types, Optional<String> userId, Optional<String> actor, Optional<String> keyId) {
    private static final String TYPE = "must be a type such as " + EventType.USER_CREATED.published();

    public EventFilter {
        types = Set.copyOf(types);
    }

    /** Passes only events of these types. */
    public static EventFilter ofTypes(Set<EventType> types) {
        return new EventFilter(
                types.stream().map(EventType::stored).collect(Collectors.toUnmodifiableSet()),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    /** The filters of the audit log. */
    static EventFilter ofAuditLog(QueryParameters query, Optional<String> userId, Violations violations) {
        return new EventFilter(
                types(query, EventFilter::isNamed, TYPE, violations),
                userId,
                identifier("actor", query, violations),
                identifier("key_id", query, violations));
    }

    /** The filters of the change feed. A type may end with a {@code *}. */
    static EventFilter ofFeed(QueryParameters query, Violations violations) {
        return new EventFilter(
                types(query, EventFilter::isMatched, TYPE + ", or its beginning and *", violations),
                identifier("user_id", query, violations),
                Optional.empty(),
                Optional.empty());
    }

    /** Whether no event is filtered out after the read. The index handles the user's identifier. */
    boolean isOfEveryEvent() {
        return types.isEmpty() && actor.isEmpty() && keyId.isEmpty();
    }

    /** Whether {@code event} passes the filter of the change feed. */
    boolean admits(Event event) {
        return (types.isEmpty() || types.contains(event.type()))
                && (userId.isEmpty() || userId.get().equals(event.subject().userId()));
    }

    private interface Match {
        boolean test(String wanted, EventType type);
    }

    private static boolean isNamed(String wanted, EventType type) {
        return type.published().equals(wanted);
    }

    private static boolean isMatched(String wanted, EventType type) {
        return wanted.endsWith("*")
                ? type.published().startsWith(wanted.substring(0, wanted.length() - 1))
                : isNamed(wanted, type);
    }

    private static Set<String> types(QueryParameters query, Match match, String detail, Violations violations) {
        return query.texts("type").stream()
                .flatMap(wanted -> {
                    List<String> found = stored(type -> match.test(wanted, type));
                    if (found.isEmpty()) {
                        violations.broken(new Parameter("type"), "unknown_value", detail);
                    }
                    return found.stream();
                })
                .collect(Collectors.toUnmodifiableSet());
    }

    private static List<String> stored(Predicate<EventType> wanted) {
        return Arrays.stream(EventType.values())
                .filter(wanted)
                .map(EventType::stored)
                .toList();
    }

    private static Optional<String> identifier(String name, QueryParameters query, Violations violations) {
        return query.text(name).map(value -> Identifier.check(new Parameter(name), value, violations));
    }
}
