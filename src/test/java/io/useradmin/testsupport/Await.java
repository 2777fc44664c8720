package io.useradmin.testsupport;

import java.time.Duration;
import java.util.concurrent.Callable;

/** Waits for something that takes a moment. */
public final class Await {
    /** Something that usually takes a second may take a minute on a busy machine. */
    static final Duration PATIENCE = Duration.ofMinutes(3);

    private static final long FIRST_PAUSE_MILLIS = 10;
    /** Each check costs a connection or a metrics request, and so slows the service down. */
    private static final long LONGEST_PAUSE_MILLIS = 200;

    private Await() {}

    /** Waits until the condition is true. Returns how long it took. Fails after three minutes. */
    public static Duration until(String what, Callable<Boolean> condition) {
        return until(what, PATIENCE, condition);
    }

    /** The same with another timeout. */
    public static Duration until(String what, Duration patience, Callable<Boolean> condition) {
        return until(() -> what, patience, condition);
    }

    /** The same with a message that is created when the time is over. */
    public static Duration until(Callable<String> what, Callable<Boolean> condition) {
        return until(what, PATIENCE, condition);
    }

    private static Duration until(Callable<String> what, Duration patience, Callable<Boolean> condition) {
        long start = System.nanoTime();
        long pause = FIRST_PAUSE_MILLIS;
        try {
            while (!condition.call()) {
                if (System.nanoTime() - start > patience.toNanos()) {
                    throw new AssertionError("not in time: " + what.call());
                }
                Thread.sleep(pause);
                // Each pause is a fifth of the time so far, so at most a fifth of the wait is lost.
                pause = Math.min(LONGEST_PAUSE_MILLIS, pause + pause / 5 + 1);
            }
        } catch (RuntimeException failure) {
            throw failure;
        } catch (Exception failure) {
            throw new IllegalStateException(failure);
        }
        return Duration.ofNanos(System.nanoTime() - start);
    }
}
