package io.useradmin.telemetry;

import java.util.Map;
import org.jboss.logmanager.ExtLogRecord;
import org.jboss.logmanager.Level;
import org.jboss.logmanager.Logger;

/** A log of facts: a line is a few words for people and named fields for machines, beside those of the request. */
final class StructuredLog {
    private final Logger logger;

    StructuredLog(String category) {
        logger = Logger.getLogger(category);
    }

    /** Whether anybody wants the lines, so that those that nobody wants cost nothing. */
    boolean isEnabled() {
        return logger.isLoggable(Level.INFO);
    }

    void write(String words, Map<String, String> fields) {
        var line =
                new ExtLogRecord(Level.INFO, words, ExtLogRecord.FormatStyle.NO_FORMAT, StructuredLog.class.getName());
        line.setLoggerName(logger.getName());
        fields.forEach(line::putMdc);
        logger.logRaw(line);
    }
}
