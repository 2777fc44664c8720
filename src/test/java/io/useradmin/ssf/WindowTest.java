package io.useradmin.ssf;

import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.event.Event;
import io.useradmin.event.EventPage;
import io.useradmin.event.Position;
import io.useradmin.ssf.Stream.Status;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Which events of a page are delivered, and how far the stream's position moves. */
class WindowTest {
    private static final Position FROM = new Position(1, 0);
    private static final Position NEXT = new Position(90, 0);

    @Test
    void hasEverythingThatWasNotAcknowledged() {
        Window window = window(false, Set.of(), revoked(10), revoked(11));

        assertThat(window.pending()).extracting(Event::id).containsExactly("e10", "e11");
        assertThat(window.position()).isEqualTo(FROM);
        assertThat(window.acknowledged()).isEmpty();
        assertThat(window.passed()).isEmpty();
    }

    @Test
    void startsAfterAcknowledgedEvents() {
        Window window = window(false, Set.of("e10", "e11", "other"), revoked(10), revoked(11), revoked(12));

        assertThat(window.pending()).extracting(Event::id).containsExactly("e12");
        assertThat(window.position()).isEqualTo(new Position(11, 1));
        assertThat(window.acknowledged()).isEmpty();
        assertThat(window.passed()).containsExactlyInAnyOrder("e10", "e11");
    }

    @Test
    void storesAcknowledgementsAfterAGap() {
        Window window = window(false, Set.of("e10", "e12"), revoked(10), revoked(11), revoked(12), revoked(13));

        assertThat(window.pending()).extracting(Event::id).containsExactly("e11", "e13");
        assertThat(window.position()).isEqualTo(new Position(10, 1));
        assertThat(window.acknowledged()).containsExactly("e12");
        assertThat(window.passed()).containsExactly("e10");
    }

    @Test
    void endsWithThePageIfNothingIsLeft() {
        Window all = window(true, Set.of("e10"), revoked(10));
        assertThat(all.position()).isEqualTo(NEXT);
        assertThat(all.hasMore()).isTrue();
        assertThat(all.passed()).containsExactly("e10");
        assertThat(window(false, Set.of()).position()).isEqualTo(NEXT);
        assertThat(window(false, Set.of()).hasMore()).isFalse();
    }

    @Test
    void excludesEventsWithoutASignal() {
        Window window = window(
                false,
                Set.of(),
                event(9, "user.updated", "/username"),
                event(10, "user.updated", "/phone_numbers"),
                event(11, "user.updated", "/emails/0"),
                event(12, "user.updated", ""),
                event(13, "user.updated"),
                event(14, "session.created"));

        assertThat(window.pending()).extracting(Event::id).containsExactly("e10", "e12");
        assertThat(window.position()).isEqualTo(new Position(9, 1));
        assertThat(window.passed()).isEmpty();
        assertThat(window.acknowledged()).isEmpty();
    }

    @Test
    void excludesEventTypesThatAreNotRequested() {
        Stream stream = stream(List.of(Signal.ACCOUNT_PURGED.uri()));
        Window window = Window.of(
                new EventPage(List.of(revoked(10), event(11, "user.deleted")), NEXT, false, Optional.empty()),
                stream,
                Set.of());

        assertThat(window.pending()).extracting(Event::id).containsExactly("e11");
        assertThat(stream(List.of("urn:unknown")).delivers(revoked(10))).isFalse();
    }

    private static Window window(boolean hasMore, Set<String> handled, Event... events) {
        return Window.of(new EventPage(List.of(events), NEXT, hasMore, Optional.empty()), stream(null), handled);
    }

    private static Stream stream(List<String> requested) {
        return new Stream("acme", "s", requested, null, Status.ENABLED, null, FROM, Set.of(), null);
    }

    private static Event revoked(long xid) {
        return event(xid, "session.revoked");
    }

    private static Event event(long xid, String type, String... changed) {
        return new Event(
                new Position(xid, 1),
                "e" + xid,
                Instant.EPOCH,
                type,
                new Event.Subject("u", "s", null, null, null, null, null),
                null,
                null,
                null,
                null,
                null,
                changed.length == 0 ? null : Arrays.asList(changed));
    }
}
