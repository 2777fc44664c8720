package io.useradmin.event;

import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Consecutive events of a tenant's feed. Each event is serialized once for all readers, whatever their filters, and readers of
 * the same batch share one buffer.
 */
public final class EventBatch {
    private final List<Shared> all;
    private final Position end;
    private volatile @Nullable Buffer text;
    private volatile @Nullable List<EventBatch> parts;
    private volatile long bytes;

    private EventBatch(List<Shared> all, Position end) {
        this.all = all;
        this.end = end;
    }

    /**
     * A batch of events.
     *
     * @param events in the order of the feed
     * @param end the position up to which there are no other events
     */
    static EventBatch of(List<Event> events, Position end) {
        return new EventBatch(events.stream().map(Shared::new).toList(), end);
    }

    /** An event, and its serialized form, which is created on first use. */
    private static final class Shared {
        private final Event event;
        private volatile byte @Nullable [] text;

        private Shared(Event event) {
            this.event = event;
        }

        private byte[] text(Function<Event, byte[]> encoder) {
            byte[] known = text;
            if (known == null) {
                known = encoder.apply(event);
                text = known;
            }
            return known;
        }
    }

    List<Event> events() {
        return all.stream().map(each -> each.event).toList();
    }

    boolean isEmpty() {
        return all.isEmpty();
    }

    Position end() {
        return end;
    }

    /** About the size of the events in responses. */
    long bytes() {
        long known = bytes;
        if (known == 0) {
            known = all.stream().mapToLong(each -> each.event.bytes()).sum();
            bytes = known;
        }
        return known;
    }

    /** The events after {@code position} that pass {@code filter}. The end is never before the position. */
    EventBatch after(Position position, EventFilter filter) {
        List<Shared> passing = all.stream()
                .filter(each -> each.event.position().compareTo(position) > 0 && filter.admits(each.event))
                .toList();
        return passing.size() == all.size() ? this : new EventBatch(passing, position.orLater(end));
    }

    /** The same events in batches of {@link PageLimit#SMALL}. */
    List<EventBatch> parts() {
        List<EventBatch> known = parts;
        if (known == null) {
            known = split();
            parts = known;
        }
        return known;
    }

    private List<EventBatch> split() {
        List<EventBatch> split = new ArrayList<>();
        int begin = 0;
        long bytes = 0;
        for (int next = 1; next < all.size(); next++) {
            Event last = all.get(next - 1).event;
            bytes += last.changedBytes();
            if (next - begin >= PageLimit.SMALL.events() || bytes >= PageLimit.SMALL.changedBytes()) {
                split.add(new EventBatch(all.subList(begin, next), last.position()));
                begin = next;
                bytes = 0;
            }
        }
        split.add(begin == 0 ? this : new EventBatch(all.subList(begin, all.size()), end));
        return split;
    }

    /** The first events as a page. */
    EventPage page(int size) {
        List<Event> events = events();
        if (events.size() <= size) {
            return new EventPage(events, end, false, Optional.empty());
        }
        List<Event> first = events.subList(0, size);
        return new EventPage(first, first.getLast().position(), true, Optional.empty());
    }

    /** The events as {@code encoder} serializes them. Callers must not change the buffer. */
    Buffer text(Function<Event, byte[]> encoder) {
        Buffer known = text;
        if (known == null) {
            Buffer made = Buffer.buffer();
            all.forEach(each -> made.appendBytes(each.text(encoder)));
            known = made;
            text = known;
        }
        return known;
    }
}
