package io.useradmin.event;

import java.util.List;
import java.util.Optional;

/**
 * A page of events.
 *
 * @param events those that pass the filter, in their order
 * @param next behind which the next page begins
 * @param hasMore whether there may be more events behind {@code next} now
 * @param purged up to where events were purged, if any were
 */
public record EventPage(List<Event> events, Position next, boolean hasMore, Optional<Position> purged) {
    public EventPage {
        events = List.copyOf(events);
    }
}
