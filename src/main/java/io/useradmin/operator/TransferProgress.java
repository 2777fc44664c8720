package io.useradmin.operator;

import java.io.Console;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Shows the progress of an import or export: a bar on a terminal, otherwise a line every few seconds. It is our own, because
 * progress bar libraries include JLine's native code: JDK 24 and later warn about that on standard error, and the native binary
 * would have to include it.
 */
final class TransferProgress implements AutoCloseable {
    private static final long TERMINAL_INTERVAL = Duration.ofMillis(200).toNanos();
    private static final long PLAIN_INTERVAL = Duration.ofSeconds(5).toNanos();
    private static final int BAR_LENGTH = 30;
    private static final int TERMINAL_WIDTH = 79;
    private static final double NANOS_OF_SECOND = 1e9;

    private final Subject subject;
    private final PrintWriter out;
    private final boolean isTerminal;
    private final LongSupplier nanoTime;
    private Optional<Moment> start = Optional.empty();
    private Optional<Moment> shown = Optional.empty();

    /**
     * The data that is transferred.
     *
     * @param unit the unit that is counted
     * @param total the final position; 0 if unknown
     * @param position the current position, possibly in another unit
     */
    record Subject(String unit, long total, LongSupplier position) {}

    private record Moment(long time, long count, long position) {}

    TransferProgress(Subject subject, PrintWriter out, boolean isTerminal, LongSupplier nanoTime) {
        this.subject = subject;
        this.out = out;
        this.isTerminal = isTerminal;
        this.nanoTime = nanoTime;
    }

    static TransferProgress start(Subject subject, PrintWriter out) {
        boolean isTerminal = Optional.ofNullable(System.console())
                .filter(Console::isTerminal)
                .isPresent();
        return new TransferProgress(subject, out, isTerminal, System::nanoTime);
    }

    /** Updates the number of completed items. The rate counts from the first call. */
    void done(long count) {
        var now = new Moment(nanoTime.getAsLong(), count, subject.position().getAsLong());
        Moment first = start.orElse(now);
        start = Optional.of(first);
        long interval = isTerminal ? TERMINAL_INTERVAL : PLAIN_INTERVAL;
        if (now.time() - shown.orElse(first).time() >= interval) {
            shown = Optional.of(now);
            show(first, now);
        }
    }

    /** Ends the line with the bar. */
    @Override
    public void close() {
        if (isTerminal && shown.isPresent()) {
            out.println();
        }
    }

    private void show(Moment first, Moment now) {
        double seconds = (now.time() - first.time()) / NANOS_OF_SECOND;
        String text = "%d %s, %.0f %s/s"
                .formatted(now.count(), subject.unit(), (now.count() - first.count()) / seconds, subject.unit());
        if (subject.total() > 0) {
            double part = Math.min(1, (double) now.position() / subject.total());
            text = "%s%3.0f %%, %s%s".formatted(bar(part), 100 * part, text, timeLeft(first, now, seconds));
        }
        if (isTerminal) {
            out.print('\r' + text + " ".repeat(Math.max(0, TERMINAL_WIDTH - text.length())));
        } else {
            out.println(text.strip());
        }
        out.flush();
    }

    private String bar(double part) {
        if (!isTerminal) {
            return "";
        }
        int full = (int) (part * BAR_LENGTH);
        return "[" + "#".repeat(full) + "-".repeat(BAR_LENGTH - full) + "] ";
    }

    private String timeLeft(Moment first, Moment now, double seconds) {
        long moved = now.position() - first.position();
        if (moved <= 0) {
            return "";
        }
        var left = Duration.ofSeconds(Math.round(seconds * (subject.total() - now.position()) / moved));
        return ", %d:%02d:%02d left".formatted(left.toHours(), left.toMinutesPart(), left.toSecondsPart());
    }
}
