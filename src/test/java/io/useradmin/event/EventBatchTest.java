package io.useradmin.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Batches of events that readers share, and the pages made from them. */
class EventBatchTest {
    private static final Position END = new Position(9, 0);

    private final EventBatch batch = EventBatch.of(List.of(event(1, "a"), event(2, "b"), event(3, "a")), END);
    private final List<String> encoded = new ArrayList<>();

    @Test
    void encodesEachEventOnceWhateverTheFilter() {
        Buffer whole = batch.text(this::encode);

        assertThat(whole).hasToString("e1e2e3");
        assertThat(batch.after(Position.START, FeedFixture.ALL).text(this::encode))
                .isSameAs(whole);
        assertThat(batch.after(Position.START, FeedFixture.filter("a")).text(this::encode))
                .hasToString("e1e3");
        assertThat(batch.after(new Position(2, 1), FeedFixture.ALL).text(this::encode))
                .hasToString("e3");
        assertThat(encoded).containsExactly("e1", "e2", "e3");
    }

    @Test
    void hasMatchingEventsAfterAPosition() {
        EventBatch part = batch.after(new Position(1, 1), FeedFixture.filter("a"));

        assertThat(part.events()).extracting(Event::id).containsExactly("e3");
        assertThat(part.end()).isEqualTo(END);
        assertThat(batch.after(new Position(3, 1), FeedFixture.ALL).isEmpty()).isTrue();
        assertThat(batch.isEmpty()).isFalse();
    }

    /** The first batch for a reader may end before the reader's position, because another reader was behind. */
    @Test
    void neverEndsBeforeThePosition() {
        var position = new Position(12, 0);

        assertThat(batch.after(position, FeedFixture.ALL).end()).isEqualTo(position);
    }

    @Test
    void isAsLargeAsItsEvents() {
        long bytes = batch.events().stream().mapToLong(Event::bytes).sum();

        assertThat(batch.bytes()).isPositive().isEqualTo(bytes).isEqualTo(batch.bytes());
    }

    @Test
    void aPageHasTheFirstEvents() {
        EventPage whole = batch.page(3);
        assertThat(whole.events()).extracting(Event::id).containsExactly("e1", "e2", "e3");
        assertThat(whole.next()).isEqualTo(END);
        assertThat(whole.hasMore()).isFalse();

        EventPage first = batch.page(2);
        assertThat(first.events()).extracting(Event::id).containsExactly("e1", "e2");
        assertThat(first.next()).isEqualTo(new Position(2, 1));
        assertThat(first.hasMore()).isTrue();
    }

    private byte[] encode(Event event) {
        encoded.add(event.id());
        return event.id().getBytes(StandardCharsets.UTF_8);
    }

    private static Event event(long xid, String user) {
        return FeedFixture.event(new Position(xid, 1), user);
    }
}
