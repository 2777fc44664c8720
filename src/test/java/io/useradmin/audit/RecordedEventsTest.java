package io.useradmin.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the audit log line says of the events of a request. */
class RecordedEventsTest {
    private final RecordedEvents events = new RecordedEvents();

    @Test
    void listsIdentifiersInTheirOrder() {
        events.add("b");
        events.add("a");

        assertThat(events.ids()).containsExactly("b", "a");
        assertThat(events.unlisted()).isZero();
    }

    @Test
    void listsItsOwnIdentifierOnlyIfThatWasInserted() {
        assertThat(events.ids()).isEmpty();

        events.addOwn();

        assertThat(events.ids()).containsExactly(events.ownId().toString());
    }

    @Test
    void countsEventsPastTheLimit() {
        IntStream.rangeClosed(1, RecordedEvents.MOST_LISTED + 2).forEach(number -> events.add("id" + number));

        assertThat(events.ids()).hasSize(RecordedEvents.MOST_LISTED).endsWith("id100");
        assertThat(events.unlisted()).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource(
            value = {"null, '', 0", "a, a, 0", "a b, a b, 0", "a b +5, a b, 5"},
            nullValues = "null")
    void readsTheListOfAStatement(@Nullable String list, String ids, int others) {
        events.add(null);
        events.addAll(list);

        assertThat(String.join(" ", events.ids())).isEqualTo(ids);
        assertThat(events.unlisted()).isEqualTo(others);
    }

    @Test
    void addsNumbersOfEvents() {
        events.addUnlisted(3);
        events.addAll("a +5");

        assertThat(events.ids()).isEqualTo(List.of("a"));
        assertThat(events.unlisted()).isEqualTo(8);
    }
}
