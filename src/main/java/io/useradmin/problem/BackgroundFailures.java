package io.useradmin.problem;

import io.useradmin.shared.OutageLog;
import jakarta.inject.Singleton;
import org.jboss.logging.Logger;

/** Logs failures of work that no request waits for: of the database as an outage, others as errors with their stack trace. */
@Singleton
public class BackgroundFailures {
    private static final Logger LOG = Logger.getLogger(BackgroundFailures.class);

    private final OutageLog outages;

    /** A log that reports outages to {@code outages}. */
    public BackgroundFailures(OutageLog outages) {
        this.outages = outages;
    }

    /**
     * Logs a failure.
     *
     * @param who what failed, such as {@code metrics:}
     */
    public void note(String who, Throwable failure) {
        if (DatabaseFailure.isUnavailable(failure)) {
            outages.note(who, failure);
        } else {
            LOG.errorf("%s %s", who, FailureReport.of(failure));
        }
    }
}
