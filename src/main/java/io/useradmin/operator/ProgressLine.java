package io.useradmin.operator;

import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/** Shows the progress of a long command, not more often than people can read. */
final class ProgressLine {
    private static final long INTERVAL = Duration.ofSeconds(2).toNanos();

    private final Consumer<String> listener;
    private long toldAt = System.nanoTime();

    ProgressLine(Consumer<String> listener) {
        this.listener = listener;
    }

    /** The progress of a deletion of {@code subject}, such as "sessions". */
    LongConsumer ofDeleted(String subject) {
        return rows -> tell("%d %s deleted so far".formatted(rows, subject));
    }

    /** Prints {@code line}, unless it has just printed another one. */
    void tell(String line) {
        long now = System.nanoTime();
        if (now - toldAt >= INTERVAL) {
            toldAt = now;
            listener.accept(line);
        }
    }
}
