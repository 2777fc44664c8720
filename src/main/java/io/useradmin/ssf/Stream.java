package io.useradmin.ssf;

import io.useradmin.audit.EventType;
import io.useradmin.event.Event;
import io.useradmin.event.Position;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A stream as it is stored.
 *
 * @param eventsRequested what the receiver asked for; absent for everything
 * @param position up to where the receiver has acknowledged everything
 * @param acknowledged what it has acknowledged beyond that
 * @param verification what it asked for to check the stream, and has not acknowledged
 */
record Stream(
        String tenantId,
        String streamId,
        @Nullable List<String> eventsRequested,
        @Nullable String description,
        Status status,
        @Nullable String statusReason,
        Position position,
        Set<String> acknowledged,
        @Nullable Verification verification) {

    /** Whether tokens are delivered, kept for later, or neither. */
    enum Status {
        ENABLED,
        PAUSED,
        DISABLED;

        /** As it is written. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** A request for a token that says nothing but that the stream works. */
    record Verification(String id, @Nullable String state) {}

    /** A stream that was just created. */
    static Stream created(String tenantId, String streamId, StreamInput input) {
        var nothing =
                new Stream(tenantId, streamId, null, null, Status.ENABLED, null, new Position(0, 0), Set.of(), null);
        return nothing.with(input, false);
    }

    /** The same with what the receiver chooses; if {@code partial}, what it does not say stays. */
    Stream with(StreamInput input, boolean partial) {
        List<String> requested = input.eventsRequested();
        return new Stream(
                tenantId,
                streamId,
                requested.isEmpty() ? (partial ? eventsRequested : null) : requested,
                input.description().orElse(partial ? description : null),
                status,
                statusReason,
                position,
                acknowledged,
                verification);
    }

    /** What the receiver gets. */
    List<Signal> delivered() {
        List<String> requested = eventsRequested;
        return requested == null ? List.of(Signal.values()) : Signal.of(requested);
    }

    /** Whether an event is told. */
    boolean delivers(Event event) {
        return Signal.of(event).filter(delivered()::contains).isPresent();
    }

    /** The types of event that this is made of. */
    Set<EventType> sources() {
        return delivered().stream().map(Signal::source).collect(Collectors.toUnmodifiableSet());
    }
}
