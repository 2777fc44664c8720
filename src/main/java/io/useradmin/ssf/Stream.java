package io.useradmin.ssf;

import io.useradmin.audit.EventType;
import io.useradmin.event.Event;
import io.useradmin.event.Position;
import io.vertx.sqlclient.Row;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A row of {@code ssf_streams}: the tokens that one receiver of a tenant polls.
 *
 * @param eventsRequested the URIs of the types that the receiver wants; null for all types
 * @param position the position in the feed up to which the receiver has acknowledged every token
 * @param acknowledged the identifiers of acknowledged events after {@code position}; at most
 *     {@value Window#SIZE}, and what another poll has added meanwhile
 * @param verification the verification token that the receiver has requested but not yet acknowledged; null for none
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

    /** Whether tokens are delivered (enabled), kept for later (paused), or neither (disabled). */
    enum Status {
        ENABLED,
        PAUSED,
        DISABLED;

        /** The name in the API and in the database. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * A request for a verification token, with which a receiver tests the stream.
     *
     * @param id the {@code jti} of the token
     * @param state a text that the token repeats; null for none
     */
    record Verification(String id, @Nullable String state) {}

    /** A new stream. Its position is not known yet. */
    static Stream created(String tenantId, String streamId, StreamInput input) {
        List<String> requested = input.eventsRequested();
        return new Stream(
                tenantId,
                streamId,
                requested.isEmpty() ? null : requested,
                input.description().orElse(null),
                Status.ENABLED,
                null,
                Position.START,
                Set.of(),
                null);
    }

    /** The stream in a row of the table. */
    static Stream of(Row row) {
        String[] requested = row.getArrayOfStrings("events_requested");
        String verification = row.getString("verification_id");
        return new Stream(
                row.getString("tenant_id"),
                row.getString("stream_id"),
                requested == null ? null : List.of(requested),
                row.getString("description"),
                Status.valueOf(row.getString("status").toUpperCase(Locale.ROOT)),
                row.getString("status_reason"),
                new Position(row.getLong("xid"), row.getLong("seq")),
                Set.of(row.getArrayOfStrings("acknowledged")),
                verification == null ? null : new Verification(verification, row.getString("verification_state")));
    }

    /** This stream with other choices of the receiver. */
    Stream with(@Nullable List<String> requested, @Nullable String text) {
        return new Stream(
                tenantId, streamId, requested, text, status, statusReason, position, acknowledged, verification);
    }

    /** The signals that the receiver gets: all, or only the requested ones. */
    List<Signal> delivered() {
        List<String> requested = eventsRequested;
        return requested == null ? List.of(Signal.values()) : Signal.of(requested);
    }

    /** Whether {@code event} becomes a token of this stream. */
    boolean delivers(Event event) {
        return Signal.of(event).filter(delivered()::contains).isPresent();
    }

    /** The event types that become tokens of this stream. */
    Set<EventType> sources() {
        return delivered().stream().map(Signal::source).collect(Collectors.toUnmodifiableSet());
    }
}
