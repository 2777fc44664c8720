package io.useradmin.event;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Events that follow one another in the feed of a tenant. Its form as a stream is made once for all who read it. */
public final class EventBatch {
    private final List<Event> events;
    private final Position end;
    private volatile byte @Nullable [] text;

    /**
     * @param events in their order
     * @param end up to where there are no others
     */
    EventBatch(List<Event> events, Position end) {
        this.events = List.copyOf(events);
        this.end = end;
    }

    List<Event> events() {
        return events;
    }

    Position end() {
        return end;
    }

    /** The part after {@code position} that passes {@code filter}. */
    EventBatch after(Position position, EventFilter filter) {
        List<Event> passing = events.stream()
                .filter(event -> event.position().compareTo(position) > 0 && filter.admits(event))
                .toList();
        return passing.size() == events.size() ? this : new EventBatch(passing, end);
    }

    /** The first events as a page. */
    EventPage page(int size) {
        if (events.size() <= size) {
            return new EventPage(events, end, false, Optional.empty());
        }
        List<Event> first = events.subList(0, size);
        return new EventPage(first, first.getLast().position(), true, Optional.empty());
    }

    /** The bytes that {@code encoder} makes of the events, which must not change. */
    byte[] text(Function<EventBatch, byte[]> encoder) {
        byte[] known = text;
        if (known == null) {
            known = encoder.apply(this);
            text = known;
        }
        return known;
    }
}
