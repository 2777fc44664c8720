package io.useradmin.ssf;

import io.useradmin.event.Event;
import io.useradmin.event.EventPage;
import io.useradmin.event.Position;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The events of the feed that a stream can deliver now, from the first one that is not acknowledged. There are at most
 * {@value #SIZE}. So the number of stored out-of-order acknowledgements is bounded. A receiver that never acknowledges the first
 * event gets no events after the window.
 *
 * @param position the position up to which the receiver has acknowledged every event that the stream delivers
 * @param acknowledged the identifiers of acknowledged events after {@code position}
 * @param pending the events to deliver, in order
 * @param hasMore whether the feed has events after the window
 * @param passed the identifiers of acknowledged events that {@code position} moves past
 */
record Window(Position position, Set<String> acknowledged, List<Event> pending, boolean hasMore, Set<String> passed) {
    /** The most events of a window. */
    static final int SIZE = 200;

    /** The window of {@code stream} that begins with {@code page}, in which the events {@code handled} were acknowledged. */
    static Window of(EventPage page, Stream stream, Set<String> handled) {
        Position position = stream.position();
        Set<String> acknowledged = new HashSet<>();
        List<Event> pending = new ArrayList<>();
        Set<String> passed = new HashSet<>();
        for (Event event : page.events()) {
            boolean isHandled = handled.contains(event.id());
            if (!isHandled && stream.delivers(event)) {
                pending.add(event);
            } else if (pending.isEmpty()) {
                position = event.position();
                if (isHandled) {
                    passed.add(event.id());
                }
            } else if (isHandled) {
                acknowledged.add(event.id());
            }
        }
        return new Window(pending.isEmpty() ? page.next() : position, acknowledged, pending, page.hasMore(), passed);
    }
}
