import org.HdrHistogram.Histogram;

/** The results of the requests that were due in one phase. Times are in nanoseconds. */
final class Recording {
    final double rate;
    /** The start of the phase, relative to the start of the first one. */
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

    void answered(int status, long latency, boolean hasRetryAfter) {
        if (status / 100 == 2) {
            served.recordValue(latency);
        } else if (status == 503) {
            refused.recordValue(latency);
            refusedWithoutRetryAfter += hasRetryAfter ? 0 : 1;
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

    /** The rate of sent requests. Some due requests are not sent. */
    double sentPerSecond() {
        return rate - unsent * 1e9 / nanos;
    }

    static double milliseconds(Histogram histogram, double percentile) {
        return histogram.getValueAtPercentile(percentile) / 1e6;
    }
}
