package io.useradmin.event;

import io.useradmin.audit.EventType;
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
                TypeFilter.named(query, violations), userId, query.identifier("actor"), query.identifier("key_id"));
    }

    /** The filters of the change feed. A type may end with a {@code *}. */
    static EventFilter ofFeed(QueryParameters query, Violations violations) {
        return new EventFilter(
                TypeFilter.matched(query, violations), query.identifier("user_id"), Optional.empty(), Optional.empty());
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
}
