package io.useradmin.http;

import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;

/** Lets so many be at work at a time; the others wait for their turn, in the order in which they came. */
final class Turns {
    private final int most;
    private final Queue<Turn> waiting = new ArrayDeque<>();
    private int taken;

    Turns(int most) {
        this.most = most;
    }

    /** Whether {@code turn} has come; if not, what it is for is begun when it has. */
    synchronized boolean take(Turn turn) {
        turn.hasCome = taken < most;
        if (turn.hasCome) {
            taken++;
        } else {
            waiting.add(turn);
        }
        return turn.hasCome;
    }

    /** Gives the place of {@code turn} to the next one. Who has not come to it yet leaves the line. */
    void end(Turn turn) {
        following(turn).ifPresent(next -> next.begin.run());
    }

    private synchronized Optional<Turn> following(Turn ended) {
        if (!ended.hasCome) {
            waiting.remove(ended);
            return Optional.empty();
        }
        Optional<Turn> next = Optional.ofNullable(waiting.poll());
        next.ifPresentOrElse(turn -> turn.hasCome = true, () -> taken--);
        return next;
    }

    /** A place in the line; to be taken once and ended once. */
    static final class Turn {
        private final Runnable begin;
        private boolean hasCome;

        /** {@code begin} is run by whoever ended the turn before. */
        Turn(Runnable begin) {
            this.begin = begin;
        }
    }
}
