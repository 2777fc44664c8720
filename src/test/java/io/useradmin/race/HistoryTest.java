package io.useradmin.race;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.useradmin.testsupport.History;
import io.useradmin.testsupport.Storm.Span;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests {@link History} itself: a history without a serial order must fail. */
class HistoryTest {
    final History<String> history = new History<>();

    @Test
    void aReadDuringAWriteMaySeeEitherState() {
        write("a", 0, 1);
        write("b", 2, 9);
        read("a", 3, 4);
        read("b", 5, 6);

        assertThatCode(() -> history.assertSerial("")).doesNotThrowAnyException();
    }

    @Test
    void writesAtTheSameTimeMayHaveAnyOrder() {
        write("a", 0, 9);
        write("b", 0, 9);
        write("c", 0, 9);
        read("b", 10, 11);

        assertThatCode(() -> history.assertSerial("")).doesNotThrowAnyException();
    }

    @Test
    void aReadNeverSeesAnOverwrittenState() {
        write("a", 0, 1);
        write("b", 2, 3);
        read("a", 4, 5);

        assertFails();
    }

    /** The second write of the same value changes nothing if it takes effect at once, but later it overwrites another value. */
    @Test
    void aWriteTakesEffectAtAnyTimeBeforeItsResponse() {
        write("a", 0, 1);
        write("a", 2, 9);
        write("b", 3, 4);
        read("a", 10, 11);

        assertThatCode(() -> history.assertSerial("")).doesNotThrowAnyException();
    }

    @Test
    void readsDoNotGoBackInTime() {
        write("a", 0, 9);
        read("a", 1, 2);
        read("", 3, 4);

        assertFails();
    }

    @Test
    void aWriteThatWasAcknowledgedIsNotLost() {
        write("a", 0, 1);
        read("", 2, 3);

        assertFails();
    }

    @Test
    void aReadNeverSeesAFutureWrite() {
        read("a", 0, 1);
        write("a", 2, 3);

        assertFails();
    }

    @Test
    void eachObjectHasItsOwnOrder() {
        write("a", 0, 1);
        history.observed("another", "read", new Span(2, 3), String::isEmpty);

        assertThatCode(() -> history.assertSerial("")).doesNotThrowAnyException();
    }

    /** As many concurrent writes as on an overloaded machine. */
    @Test
    @Timeout(600)
    void manyAlikeWritesAreCheckedQuickly() {
        for (int number = 0; number < 30; number++) {
            write("a", number, 100 + number);
            write("b", number, 100 + number);
        }
        read("b", 200, 201);
        assertThatCode(() -> history.assertSerial("")).doesNotThrowAnyException();

        read("c", 202, 203);
        assertFails();
    }

    /** Of two alike writes, the one with the first response need not take effect first if it began later. */
    @Test
    void alikeWritesKeepTheirOwnTimes() {
        write("a", 0, 20);
        read("a", 1, 2);
        write("b", 3, 4);
        write("a", 5, 6);
        read("b", 7, 8);

        assertFails();
    }

    private void write(String value, long began, long ended) {
        history.done("thing", "write " + value, new Span(began, ended), _ -> true, _ -> value);
    }

    private void read(String value, long began, long ended) {
        history.observed("thing", "read " + value, new Span(began, ended), value::equals);
    }

    private void assertFails() {
        assertThatThrownBy(() -> history.assertSerial(""))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("no serial order");
    }
}
