package io.useradmin.event;

import io.useradmin.audit.EventType;
import io.useradmin.shared.Identifier;
import io.useradmin.shared.Location.Parameter;
import io.useradmin.shared.QueryParameters;
import io.useradmin.shared.Violations;
import java.util.Optional;
import java.util.Set;

/** The filter of a reader. An event must pass all given criteria. */
public record EventFilter(TypeFilter types, Optional<String> userId, Optional<String> actor, Optional<String> keyId) {
    /** Passes only events of these types. */
    public static EventFilter ofTypes(Set<EventType> types) {
        return new EventFilter(TypeFilter.of(types), Optional.empty(), Optional.empty(), Optional.empty());
    }

    /** The filters of the audit log. */
    static EventFilter ofAuditLog(QueryParameters query, Optional<String> userId, Violations violations) {
        return new EventFilter(
                TypeFilter.named(query, violations),
                userId,
                identifier("actor", query, violations),
                identifier("key_id", query, violations));
    }

    /** The filters of the change feed. A type may end with a {@code *}. */
    static EventFilter ofFeed(QueryParameters query, Violations violations) {
        return new EventFilter(
                TypeFilter.matched(query, violations),
                identifier("user_id", query, violations),
                Optional.empty(),
                Optional.empty());
    }

    /** Whether no event is filtered out after the read. The index handles the user's identifier. */
    boolean isOfEveryEvent() {
        return types.admitsAll() && actor.isEmpty() && keyId.isEmpty();
    }

    /** Whether {@code event} passes the filter of the change feed. */
    boolean admits(Event event) {
        return types.admits(event.type())
                && (userId.isEmpty() || userId.get().equals(event.subject().userId()));
    }

    private static Optional<String> identifier(String name, QueryParameters query, Violations violations) {
        return query.text(name).map(value -> Identifier.check(new Parameter(name), value, violations));
    }
}
