package io.useradmin.testsupport;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Predicate;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jboss.logmanager.ExtLogRecord;
import org.jboss.logmanager.formatters.PatternFormatter;

/** What the service logs while a test listens, without the log of the database. */
public final class CapturedLog extends Handler implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    /** What is thrown too, for what must not be logged may be in the message of a cause. */
    private static final PatternFormatter MESSAGE_AND_TRACE = new PatternFormatter("%s%e");
    /** The embedded PostgreSQL copies its own log into this one, some time after the statement. */
    private static final String POSTGRES = "io.zonky.";

    /** A line: who says it, in which words and with which fields. */
    public record Line(String category, String text, Map<String, String> fields) {
        /** All of it, to look for what must not be there. */
        @Override
        public String toString() {
            return category + " " + text + " " + fields;
        }
    }

    private final Queue<Line> lines = new ConcurrentLinkedQueue<>();

    private CapturedLog() {}

    /** Listens from now on, until it is closed. */
    public static CapturedLog listen() {
        var log = new CapturedLog();
        Logger.getLogger("").addHandler(log);
        return log;
    }

    public List<Line> lines() {
        return List.copyOf(lines);
    }

    /** The lines of one category. */
    public List<Line> lines(String category) {
        return lines.stream().filter(line -> line.category().equals(category)).toList();
    }

    /** The first line that is as wanted, which may come a little after the answer to the request that it is about. */
    public Line await(Predicate<Line> wanted) throws InterruptedException {
        Instant end = Instant.now().plus(PATIENCE);
        while (Instant.now().isBefore(end)) {
            var found = lines.stream().filter(wanted).findFirst();
            if (found.isPresent()) {
                return found.get();
            }
            Thread.sleep(10);
        }
        throw new AssertionError("no such line in " + lines);
    }

    @Override
    public void publish(LogRecord record) {
        ExtLogRecord extended = ExtLogRecord.wrap(record);
        if (extended.getLoggerName() != null && extended.getLoggerName().startsWith(POSTGRES)) {
            return;
        }
        lines.add(new Line(
                extended.getLoggerName(), MESSAGE_AND_TRACE.format(extended), Map.copyOf(extended.getMdcCopy())));
    }

    @Override
    public void flush() {
        // Nothing is buffered.
    }

    @Override
    public void close() {
        Logger.getLogger("").removeHandler(this);
    }
}
