package io.useradmin.operator;

import java.time.Duration;
import java.util.function.Consumer;

/** Shows the progress of a long command, not more often than people can read. */
final class ProgressLine implements Deletion.Progress {
    private static final long INTERVAL = Duration.ofSeconds(2).toNanos();

    private final String subject;
    private final Consumer<String> listener;
    private long toldAt = System.nanoTime();

    ProgressLine(String subject, Consumer<String> listener) {
        this.subject = subject;
        this.listener = listener;
    }

    @Override
    public void deleted(long rows) {
        tell("%d %s deleted so far".formatted(rows, subject));
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
