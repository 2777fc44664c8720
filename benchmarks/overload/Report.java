import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;

/** Writes the results as a page of tables and as a plot over time. */
final class Report {
    private static final int LEFT = 60;
    private static final int WIDTH = 820;
    private static final int HEIGHT = 190;

    private final List<Overload.Result> results;
    private final double factor;
    private final int connections;
    private final String about;

    Report(List<Overload.Result> results, double factor, int connections, String about) {
        this.results = results;
        this.factor = factor;
        this.connections = connections;
        this.about = about;
    }

    String page() {
        var page = new StringBuilder("# Overload\n\n" + about + ".\n");
        line(page, "Made by `benchmarks/overload/run.sh`: capacity is the best of three runs with 64 requests in flight. The phases: half of it, then %.0f × capacity at a fixed rate over %d connections, then"
                + " half again. A request that is due while all connections are busy is not sent. Latencies are in milliseconds, from when a"
                + " request was due (p50 / p99).%n%n![Over time](overload.svg)%n", factor, connections);
        line(page, "| operation | capacity/s | due/s | sent/s | served/s | of capacity | refused/s | failed | without `Retry-After` |");
        line(page, "|---|--:|--:|--:|--:|--:|--:|--:|--:|");
        for (var result : results) {
            Recording over = result.over();
            line(page, "| %s | %.0f | %.0f | %.0f | %.0f | %.2f × | %.0f | %d | %d |", name(result), result.capacity().servedPerSecond(),
                    over.rate, over.sentPerSecond(), over.servedPerSecond(),
                    over.servedPerSecond() / result.capacity().servedPerSecond(), over.refusedPerSecond(),
                    over.failed, over.refusedWithoutRetryAfter);
        }
        line(page, "%n| operation | before: served | overload: served | overload: refused | after: served | normal again after | resident at most | µs of the service: a request | a refusal |");
        line(page, "|---|--:|--:|--:|--:|--:|--:|--:|--:|");
        for (var result : results) {
            line(page, "| %s | %s | %s | %s | %s | %s | %.0f MB | %.0f | %.0f |", name(result), latency(result.before().served),
                    latency(result.over().served), latency(result.over().refused), latency(result.after().served),
                    recoveryTime(result), Collections.max(result.resident()) / 1024.0, result.serviceCpuBefore() * 1e6,
                    cpuOfRefusal(result));
        }
        line(page, "%nNormal again: the time from the end of the overload until probes, one each 0.1 s, succeed within twice the p99"
                + " from before, for a whole second. CPU of a refusal: the service's CPU, without the CPU for"
                + " the served requests, divided by the number of refusals.");
        return page.toString();
    }

    private static double cpuOfRefusal(Overload.Result result) {
        double rest = result.serviceCpuOver() - result.over().served.getTotalCount() * result.serviceCpuBefore();
        return rest * 1e6 / Math.max(1, result.over().refused.getTotalCount());
    }

    private static String recoveryTime(Overload.Result result) {
        long nanos = result.timeline().recoveryTime(result.after().from, 2.0 * result.before().served.getValueAtPercentile(99));
        return nanos < 0 ? "not in time" : String.format(Locale.ROOT, "%.1f s", nanos / 1e9);
    }

    private static String latency(org.HdrHistogram.Histogram histogram) {
        return histogram.getTotalCount() == 0 ? "-" : String.format(Locale.ROOT, "%.1f / %.1f",
                Recording.milliseconds(histogram, 50), Recording.milliseconds(histogram, 99));
    }

    /** A plot over time: each operation's requests per second, and below them the latency of the probes. */
    String plot() {
        var svg = new StringBuilder("""
                <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="12">
                <rect width="100%%" height="100%%" fill="#fff"/>
                """.formatted(LEFT + WIDTH + 20, results.size() * 2 * HEIGHT + 10));
        int top = 0;
        for (var result : results) {
            rates(svg, result, top);
            probes(svg, result, top + HEIGHT);
            top += 2 * HEIGHT;
        }
        return svg.append("</svg>\n").toString();
    }

    private static void rates(StringBuilder svg, Overload.Result result, int top) {
        Timeline timeline = result.timeline();
        double most = Arrays.stream(timeline.offered).max().orElse(1) * 10.0;
        frame(svg, top, name(result) + ", requests a second: ", "%.0f".formatted(most));
        legend(svg, top, 0, "#b9b9b9", "due");
        legend(svg, top, 60, "#1f5fa8", "served");
        legend(svg, top, 135, "#c8502d", "refused");
        polyline(svg, top, timeline.offered, most, "#b9b9b9");
        polyline(svg, top, timeline.refused, most, "#c8502d");
        polyline(svg, top, timeline.served, most, "#1f5fa8");
    }

    private static void probes(StringBuilder svg, Overload.Result result, int top) {
        var probes = result.timeline().probes;
        double most = probes.stream().mapToLong(Timeline.Probe::latency).max().orElse(1) / 1e6;
        frame(svg, top, name(result) + ", milliseconds of a probe: ", "%.0f".formatted(most));
        legend(svg, top, 0, "#1f5fa8", "served");
        legend(svg, top, 75, "#c8502d", "refused");
        double steps = result.timeline().offered.length;
        for (var probe : probes) {
            line(svg, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"2\" fill=\"%s\"/>", LEFT + probe.at() * WIDTH / (steps * Timeline.STEP),
                    top + 30 + (HEIGHT - 50) * (1 - probe.latency() / 1e6 / most), probe.status() == 503 ? "#c8502d" : "#1f5fa8");
        }
    }

    private static void frame(StringBuilder svg, int top, String title, String most) {
        line(svg, "<text x=\"%d\" y=\"%d\" font-size=\"14\">%s</text>", LEFT, top + 20, title);
        line(svg, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"none\" stroke=\"#ccc\"/>", LEFT, top + 30, WIDTH, HEIGHT - 50);
        line(svg, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>", LEFT - 6, top + 40, most);
        line(svg, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">0</text>", LEFT - 6, top + HEIGHT - 20);
    }

    private static void legend(StringBuilder svg, int top, int x, String color, String text) {
        line(svg, "<rect x=\"%d\" y=\"%d\" width=\"10\" height=\"10\" fill=\"%s\"/><text x=\"%d\" y=\"%d\">%s</text>",
                LEFT + 360 + x, top + 11, color, LEFT + 374 + x, top + 20, text);
    }

    private static void polyline(StringBuilder svg, int top, int[] steps, double most, String color) {
        var points = new StringJoiner(" ");
        for (int n = 0; n < steps.length; n++) {
            points.add(String.format(Locale.ROOT, "%.1f,%.1f", LEFT + (n + 0.5) * WIDTH / steps.length,
                    top + 30 + (HEIGHT - 50) * (1 - steps[n] * 10 / most)));
        }
        line(svg, "<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"1.5\"/>", points, color);
    }

    private static String name(Overload.Result result) {
        return result.operation().replace('_', ' ');
    }

    private static void line(StringBuilder text, String format, Object... values) {
        text.append(String.format(Locale.ROOT, format, values)).append('\n');
    }
}
