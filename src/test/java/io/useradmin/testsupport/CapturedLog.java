package io.useradmin.testsupport;

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

/** The service's log lines while a test listens, without PostgreSQL's log. */
public final class CapturedLog extends Handler implements AutoCloseable {
    /** With the stack trace: text that must not be logged can be in the message of a cause. */
    private static final PatternFormatter MESSAGE_AND_TRACE = new PatternFormatter("%s%e");
    /** The embedded PostgreSQL copies its log into this one, some time after the statement. */
    private static final String POSTGRES = "io.zonky.";

    /** A log line: logger name, text and fields. */
    public record Line(String category, String text, Map<String, String> fields) {
        /** The whole line, to search for text that must not be there. */
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

    /** Waits for the first line that matches. The service may log it shortly after it sent the response. */
    public Line await(Predicate<Line> wanted) {
        Await.until(
                () -> "a line that matches in " + lines, () -> lines.stream().anyMatch(wanted));
        return lines.stream().filter(wanted).findFirst().orElseThrow();
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
