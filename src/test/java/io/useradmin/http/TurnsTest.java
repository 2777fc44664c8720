package io.useradmin.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.http.Turns.Turn;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class TurnsTest {
    private final List<String> begun = new ArrayList<>();
    private final Turns turns = new Turns(2);

    @Test
    void letsThoseWaitWhoAreTooManyAndKeepsTheirOrder() {
        Turn first = turn("first");
        Turn second = turn("second");
        Turn third = turn("third");
        Turn fourth = turn("fourth");

        assertThat(turns.take(first)).isTrue();
        assertThat(turns.take(second)).isTrue();
        assertThat(turns.take(third)).isFalse();
        assertThat(turns.take(fourth)).isFalse();
        turns.end(second);
        assertThat(begun).containsExactly("third");
        turns.end(first);
        assertThat(begun).containsExactly("third", "fourth");
        turns.end(third);
        turns.end(fourth);

        assertThat(turns.take(turn("fifth"))).isTrue();
        assertThat(turns.take(turn("sixth"))).isTrue();
        assertThat(turns.take(turn("seventh"))).isFalse();
    }

    @Test
    void passesOverWhoHasLeftTheLine() {
        Turn first = turn("first");
        Turn gone = turn("gone");
        turns.take(first);
        turns.take(turn("second"));
        turns.take(gone);
        turns.take(turn("patient"));

        turns.end(gone);
        assertThat(begun).isEmpty();
        turns.end(first);

        assertThat(begun).containsExactly("patient");
    }

    /** A third of them leave as soon as they have come, wherever they stand. */
    @Test
    void isTakenByNoMoreThanTheMostWhoeverComesAndGoes() throws InterruptedException {
        int many = 30_000;
        var atWork = new AtomicInteger();
        var mostAtWork = new AtomicInteger();
        var done = new CountDownLatch(many);
        try (var threads = Executors.newFixedThreadPool(4)) {
            for (int number = 0; number < many; number++) {
                boolean leaves = number % 3 == 0;
                threads.execute(() -> comeAndGo(leaves, atWork, mostAtWork, done, threads::execute));
            }
            done.await();
        }

        assertThat(mostAtWork.get()).isBetween(1, 2);
        assertThat(turns.take(turn("next"))).as("every place was given back").isTrue();
        assertThat(turns.take(turn("and the last"))).isTrue();
        assertThat(turns.take(turn("one too many"))).isFalse();
    }

    private void comeAndGo(
            boolean leaves, AtomicInteger atWork, AtomicInteger mostAtWork, CountDownLatch done, Executor threads) {
        var self = new Turn[1];
        Runnable work = () -> {
            mostAtWork.accumulateAndGet(atWork.incrementAndGet(), Math::max);
            atWork.decrementAndGet();
            turns.end(self[0]);
            done.countDown();
        };
        self[0] = new Turn(leaves ? () -> {} : () -> threads.execute(work));
        boolean hasCome = turns.take(self[0]);
        if (leaves) {
            turns.end(self[0]);
            done.countDown();
        } else if (hasCome) {
            work.run();
        }
    }

    private Turn turn(String name) {
        return new Turn(() -> begun.add(name));
    }
}
