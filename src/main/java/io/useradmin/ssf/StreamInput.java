package io.useradmin.ssf;

import io.useradmin.json.JsonItem;
import io.useradmin.json.JsonMembers;
import java.util.List;
import java.util.Optional;

/**
 * The validated choices of a receiver for a stream.
 *
 * @param eventsRequested the URIs of the types that the receiver wants; empty if not given
 */
record StreamInput(List<String> eventsRequested, Optional<String> description) {
    static final int MOST_EVENTS = 100;
    static final int LONGEST_EVENT = 256;
    static final int LONGEST_DESCRIPTION = 1_024;

    /** Parses the choices in a body. Errors are violations. */
    static StreamInput read(JsonMembers stream) {
        List<String> events =
                stream.optional("events_requested").map(StreamInput::events).orElse(List.of());
        return new StreamInput(events, stream.optional("description").flatMap(item -> item.text(LONGEST_DESCRIPTION)));
    }

    private static List<String> events(JsonItem item) {
        List<JsonItem> elements = item.elements();
        item.require(
                !item.isEmptyArray() && elements.size() <= MOST_EVENTS,
                "length",
                "must have 1 to %d elements".formatted(MOST_EVENTS));
        return elements.stream()
                .limit(MOST_EVENTS)
                .flatMap(element -> element.text(LONGEST_EVENT).stream())
                .distinct()
                .toList();
    }
}
