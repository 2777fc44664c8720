package io.useradmin.telemetry;

import org.jboss.logmanager.ExtLogRecord;
import org.jboss.logmanager.Level;
import org.jboss.logmanager.Logger;

/** A structured log. A line has a short text for people, and named fields for programs. */
final class StructuredLog {
    private final Logger logger;

    StructuredLog(String category) {
        logger = Logger.getLogger(category);
    }

    /** Whether the log is enabled, so that a disabled one costs nothing. */
    boolean isEnabled() {
        return logger.isLoggable(Level.INFO);
    }

    /** A line that begins with the fields of the request. */
    Line line(String words) {
        return new Line(words);
    }

    /** A line under construction. */
    final class Line {
        private final ExtLogRecord line;

        private Line(String words) {
            line = new ExtLogRecord(
                    Level.INFO, words, ExtLogRecord.FormatStyle.NO_FORMAT, StructuredLog.class.getName());
            line.setLoggerName(logger.getName());
        }

        void put(String field, String value) {
            line.putMdc(field, value);
        }

        void write() {
            logger.logRaw(line);
        }
    }
}
