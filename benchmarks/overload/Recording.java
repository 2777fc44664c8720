import org.HdrHistogram.Histogram;

/** What became of the requests that were due in one phase; times are nanoseconds. */
final class Recording {
    final double rate;
    /** When the phase begins, after the first one did. */
    final long from;

    final long nanos;
    final Histogram served = new Histogram(3);
    final Histogram refused = new Histogram(3);
    long refusedWithoutRetryAfter;
    long failed;
    long unsent;

    Recording(double rate, long from, long nanos) {
        this.rate = rate;
        this.from = from;
        this.nanos = nanos;
    }

    void answered(int status, long latency, boolean promisesRetry) {
        if (status / 100 == 2) {
            served.recordValue(latency);
        } else if (status == 503) {
            refused.recordValue(latency);
            refusedWithoutRetryAfter += promisesRetry ? 0 : 1;
        } else {
            failed++;
        }
    }

    double servedPerSecond() {
        return served.getTotalCount() * 1e9 / nanos;
    }

    double refusedPerSecond() {
        return refused.getTotalCount() * 1e9 / nanos;
    }

    /** Requests a second that were sent, of those that were due. */
    double sentPerSecond() {
        return rate - unsent * 1e9 / nanos;
    }

    static double milliseconds(Histogram histogram, double percentile) {
        return histogram.getValueAtPercentile(percentile) / 1e6;
    }
}
