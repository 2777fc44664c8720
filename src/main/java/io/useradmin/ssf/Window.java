package io.useradmin.ssf;

import io.useradmin.event.Event;
import io.useradmin.event.EventPage;
import io.useradmin.event.Position;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The part of a feed in which a stream stands: from what was not acknowledged on. It has so many events at most, so that what a receiver
 * acknowledges out of order is bounded; a receiver that never acknowledges the first of them gets no others.
 *
 * @param position up to where everything is acknowledged, or is nothing that this stream delivers
 * @param acknowledged what is acknowledged behind the position
 * @param pending what is to be delivered, in order
 * @param hasMore whether there is more behind the window
 * @param passed how many acknowledged events are before the position
 */
record Window(Position position, Set<String> acknowledged, List<Event> pending, boolean hasMore, int passed) {
    /** The most events. */
    static final int SIZE = 200;

    /** The part of the feed of {@code stream} that begins with {@code page}, of which {@code handled} were acknowledged. */
    static Window of(EventPage page, Stream stream, Set<String> handled) {
        Position position = stream.position();
        Set<String> acknowledged = new HashSet<>();
        List<Event> pending = new ArrayList<>();
        int passed = 0;
        for (Event event : page.events()) {
            boolean isHandled = handled.contains(event.id());
            if (!isHandled && stream.delivers(event)) {
                pending.add(event);
            } else if (pending.isEmpty()) {
                position = event.position();
                passed += isHandled ? 1 : 0;
            } else if (isHandled) {
                acknowledged.add(event.id());
            }
        }
        return new Window(pending.isEmpty() ? page.next() : position, acknowledged, pending, page.hasMore(), passed);
    }
}
