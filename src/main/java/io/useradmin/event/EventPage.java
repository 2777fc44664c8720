package io.useradmin.event;

import java.util.List;
import java.util.Optional;

/**
 * A page of events.
 *
 * @param events those that pass the filter, in the requested order
 * @param next the position after which the next page begins
 * @param hasMore whether there may be more events after {@code next} now
 * @param purged the position up to which events were purged, if any were
 */
public record EventPage(List<Event> events, Position next, boolean hasMore, Optional<Position> purged) {
    public EventPage {
        events = List.copyOf(events);
    }

    /** About the size of the page in a response. */
    long bytes() {
        return events.stream().mapToLong(Event::bytes).sum();
    }
}
