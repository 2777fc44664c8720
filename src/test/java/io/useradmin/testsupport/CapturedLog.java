package io.useradmin.testsupport;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jboss.logmanager.ExtLogRecord;

/** All that is logged in this process until it is closed, stack traces included. */
public final class CapturedLog extends Handler implements AutoCloseable {
    private final Queue<String> entries = new ConcurrentLinkedQueue<>();

    private CapturedLog() {}

    public static CapturedLog start() {
        var log = new CapturedLog();
        Logger.getLogger("").addHandler(log);
        return log;
    }

    /** What was logged so far, in its order. */
    public List<String> entries() {
        return List.copyOf(entries);
    }

    @Override
    public void publish(LogRecord record) {
        var text = new StringWriter();
        text.append(record.getLoggerName()).append(' ');
        text.append(record instanceof ExtLogRecord extended ? extended.getFormattedMessage() : record.getMessage());
        if (record.getThrown() != null) {
            record.getThrown().printStackTrace(new PrintWriter(text, true));
        }
        entries.add(text.toString());
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
