package io.useradmin.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.Test;

class StaleTimeoutsTest {
    private static final StackTraceElement POOL =
            new StackTraceElement("io.vertx.sqlclient.impl.pool.SqlConnectionPool", "execute", null, 1);
    private static final StackTraceElement OTHER = new StackTraceElement("io.vertx.core.Promise", "fail", null, 1);

    @Test
    void omitsTheTimeoutOfAFailedConnection() {
        assertThat(isLogged("Result is already complete", OTHER, POOL)).isFalse();
    }

    @Test
    void keepsEverythingElse() {
        assertThat(isLogged("Result is already complete", OTHER)).isTrue();
        assertThat(isLogged("something else", POOL)).isTrue();
        assertThat(new StaleTimeouts().isLoggable(new LogRecord(Level.INFO, "a line")))
                .isTrue();
    }

    private static boolean isLogged(String message, StackTraceElement... frames) {
        var thrown = new IllegalStateException(message);
        thrown.setStackTrace(frames);
        var line = new LogRecord(Level.SEVERE, "Uncaught exception received by Vert.x");
        line.setThrown(thrown);
        return new StaleTimeouts().isLoggable(line);
    }
}
