import java.util.ArrayList;
import java.util.List;

/** The events in each tenth of a second. Times are in nanoseconds since the start. */
final class Timeline {
    static final long STEP = 100_000_000L;
    private static final int PROBES_OF_A_SECOND = 10;

    final int[] offered;
    final int[] served;
    final int[] refused;
    final List<Probe> probes = new ArrayList<>();
    private long nextProbe;

    record Probe(long at, long latency, int status) {}

    Timeline(long nanos) {
        int steps = (int) (nanos / STEP);
        offered = new int[steps];
        served = new int[steps];
        refused = new int[steps];
    }

    void offered(long at) {
        count(offered, at);
    }

    void answered(long at, int status) {
        if (status / 100 == 2) {
            count(served, at);
        } else if (status == 503) {
            count(refused, at);
        }
    }

    boolean probeIsDue(long now, long interval) {
        if (now < nextProbe) {
            return false;
        }
        nextProbe = now + interval;
        return true;
    }

    void probed(long at, long latency, int status) {
        probes.add(new Probe(at, latency, status));
    }

    /** The time from {@code end} until all probes of one second succeeded within {@code bound}; -1 if that never happened. */
    long recoveryTime(long end, double bound) {
        int good = 0;
        for (Probe probe : probes) {
            if (probe.at >= end) {
                good = probe.status == 200 && probe.latency <= bound ? good + 1 : 0;
                if (good == PROBES_OF_A_SECOND) {
                    return Math.max(0, probe.at + probe.latency - PROBES_OF_A_SECOND * STEP - end);
                }
            }
        }
        return -1;
    }

    private static void count(int[] steps, long at) {
        int step = (int) (at / STEP);
        if (step < steps.length) {
            steps[step]++;
        }
    }
}
