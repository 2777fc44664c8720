package io.useradmin.problem;

import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.shared.OutageLog;
import io.useradmin.testsupport.CapturedLog;
import java.net.ConnectException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BackgroundFailuresTest {
    private final BackgroundFailures failures = new BackgroundFailures(new OutageLog());
    private final CapturedLog log = CapturedLog.listen();

    @AfterEach
    void close() {
        log.close();
    }

    @Test
    void reportsADatabaseThatIsAwayAsOneOutage() {
        failures.note("metrics:", new ConnectException("refused"));
        failures.note("metrics:", new ConnectException("refused"));

        assertThat(lines(OutageLog.class)).singleElement().asString().startsWith("metrics: database unavailable");
        assertThat(lines(BackgroundFailures.class)).isEmpty();
    }

    /** The message of an exception may quote private data. */
    @Test
    void reportsABugWithItsStackTraceAndWithoutItsMessage() {
        failures.note("change feed:", new IllegalStateException("private"));

        assertThat(lines(OutageLog.class)).isEmpty();
        assertThat(lines(BackgroundFailures.class))
                .singleElement()
                .asString()
                .startsWith("change feed: java.lang.IllegalStateException\n    at "
                        + getClass().getName())
                .doesNotContain("private");
    }

    /** Repeated causes of an outage are debug lines. */
    private List<String> lines(Class<?> logger) {
        return log.lines(logger.getName()).stream()
                .map(CapturedLog.Line::text)
                .filter(text -> !text.contains(" database unavailable: "))
                .toList();
    }
}
