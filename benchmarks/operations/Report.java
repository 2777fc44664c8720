import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/**
 * Writes a page of tables and a plot with the measurements of run.sh.
 *
 * <p>Arguments: the measurements, the targets, a line about the circumstances, the result's path without extension.
 */
public final class Report {
    private static final double LEAST_THROUGHPUT = 0.7;

    private final List<Target> targets;
    private final List<Run> runs;
    private final List<OpenRun> openRuns;
    private final Set<String> operations;
    private final List<String> servers;

    /** A run at saturation, with CPU times in milliseconds. {@code allocated} is in bytes, if the server runs on a JVM. */
    private record Run(String target, String operation, String kind, double requests, double seconds, double errors,
            double p50, double p99, double generator, double server, double postgresql, double resident, double allocated) {
        static Run of(String[] f) {
            return new Run(f[0], f[1], f[2], number(f[3]), number(f[4]), number(f[5]), number(f[6]), number(f[7]),
                    number(f[8]), number(f[9]), number(f[10]), number(f[11]), f.length > 12 ? number(f[12]) : Double.NaN);
        }

        double rate() {
            return requests / seconds;
        }

        double perRequest(double milliseconds) {
            return milliseconds * 1000 / requests;
        }
    }

    /** A run at a fixed rate, with latencies in milliseconds. */
    private record OpenRun(String target, String operation, double wanted, double requests, double rate, double errors, double p50,
            double p99, double p999, double queued) {
        static OpenRun of(String[] f) {
            return new OpenRun(f[0], f[1], number(f[3]), number(f[4]), number(f[5]), number(f[6]), number(f[7]), number(f[8]),
                    number(f[9]), number(f[10]));
        }
    }

    /** The limit for the CPU of {@code target}, as a ratio to {@code against}. */
    private record Target(String target, String against, String operation, double most) {
        static Target of(String[] f) {
            return new Target(f[0], f[1], f[2], number(f[3]));
        }
    }

    private Report(List<String[]> lines, List<String[]> targets) {
        this.targets = targets.stream().map(Target::of).toList();
        runs = lines.stream().filter(line -> !line[0].startsWith("open-")).map(Run::of).toList();
        openRuns = lines.stream().filter(line -> line[0].startsWith("open-")).map(OpenRun::of).toList();
        operations = runs.stream().map(Run::operation).collect(Collectors.toCollection(LinkedHashSet::new));
        servers = runs.stream().map(Run::target).distinct().toList();
    }

    public static void main(String[] arguments) throws IOException {
        var report = new Report(fields(arguments[0]), fields(arguments[1]));
        Files.writeString(Path.of(arguments[3] + ".md"), report.page(arguments[2]));
        Files.writeString(Path.of(arguments[3] + ".svg"), report.plot());
    }

    private static List<String[]> fields(String file) throws IOException {
        return Files.readAllLines(Path.of(file)).stream().map(line -> line.split("\t")).toList();
    }

    private static double number(String text) {
        return text.equals("-") ? Double.NaN : Double.parseDouble(text);
    }

    private String page(String about) {
        var page = new StringBuilder("# Operations\n\n" + about + ".\n");
        page.append("Made by `benchmarks/run.sh`; what is measured and how: [benchmarks](../README.md#operations).\n");
        targets(page);
        cost(page);
        allocation(page);
        throughput(page);
        if (!openRuns.isEmpty()) {
            open(page);
        }
        double errors = runs.stream().filter(run -> !run.target().equals("pgbench")).mapToDouble(Run::errors).sum()
                + openRuns.stream().mapToDouble(OpenRun::errors).sum();
        page.append("\nResident memory of the service at most %.0f MB, of the reference %.0f MB. Responses other than 2xx: %.0f.%n"
                .formatted(resident("service"), resident("reference"), errors));
        return page.toString();
    }

    private void targets(StringBuilder page) {
        page.append("\n## Target by target\n\nCPU is the sum of server and PostgreSQL; for native, only the server's.\n\n");
        page.append("| operation | of | against | CPU a request | target | |\n|---|---|---|--:|--:|---|\n");
        for (Target target : targets) {
            if (measured(target.target(), target.operation()) && measured(target.against(), target.operation())) {
                double cpu = cpu(target);
                row(page, "| %s | %s | %s | %.2f × | ≤ %.2f × | %s |", name(target.operation()), target.target(), target.against(), cpu,
                        target.most(), verdict(cpu <= target.most()));
            }
        }
        page.append("\n| operation | requests/s against the reference | target | | p99 at saturation | target | |\n|---|--:|--:|---|--:|--:|---|\n");
        for (String operation : operations) {
            double rate = median("service", operation, Run::rate) / median("reference", operation, Run::rate);
            double p99 = median("service", operation, Run::p99) / median("reference", operation, Run::p99);
            row(page, "| %s | %.2f × | ≥ %.1f × | %s | %.2f × | ≤ 1.0 × | %s |", name(operation), rate, LEAST_THROUGHPUT,
                    verdict(rate >= LEAST_THROUGHPUT), p99, verdict(p99 <= 1));
        }
    }

    /** For native, only the server's CPU counts, because PostgreSQL does the same for native binary and JVM. */
    private double cpu(Target target) {
        boolean alone = target.target().equals("native");
        ToDoubleFunction<Run> cpu = run -> run.perRequest(alone ? run.server() : run.server() + run.postgresql());
        return median(target.target(), target.operation(), cpu) / median(target.against(), target.operation(), cpu);
    }

    private void cost(StringBuilder page) {
        page.append("\n## CPU a request, microseconds\n\nServer + PostgreSQL; of pgbench only PostgreSQL.\n\n");
        heading(page, "operation");
        for (String operation : operations) {
            cells(page, operation, target -> target.equals("pgbench")
                    ? "%.0f".formatted(postgresql(target, operation))
                    : "%.0f + %.0f".formatted(server(target, operation), postgresql(target, operation)));
        }
        row(page, "%nThe generator takes %.0f to %.0f.", generators().min().orElseThrow(), generators().max().orElseThrow());
    }

    private void allocation(StringBuilder page) {
        page.append("\n## Allocated a request, bytes\n\n");
        heading(page, "operation");
        for (String operation : operations) {
            cells(page, operation, target -> {
                double bytes = median(target, operation, run -> run.allocated() / run.requests());
                return Double.isNaN(bytes) ? "" : "%,.0f".formatted(bytes);
            });
        }
    }

    private DoubleStream generators() {
        return runs.stream().mapToDouble(run -> run.perRequest(run.generator()));
    }

    private void heading(StringBuilder page, String first) {
        page.append("| ").append(first).append(" | ").append(String.join(" | ", servers)).append(" |\n|---|");
        page.append("--:|".repeat(servers.size())).append('\n');
    }

    private void cells(StringBuilder page, String operation, Function<String, String> cell) {
        page.append("| ").append(name(operation));
        servers.forEach(target -> page.append(" | ").append(measured(target, operation) ? cell.apply(target) : ""));
        page.append(" |\n");
    }

    private boolean measured(String target, String operation) {
        return runs.stream().anyMatch(run -> run.target().equals(target) && run.operation().equals(operation));
    }

    private void throughput(StringBuilder page) {
        page.append("\n## At saturation\n\nRequests a second, and latency in milliseconds (p50 / p99; the average for pgbench).\n\n");
        heading(page, "operation");
        for (String operation : operations) {
            cells(page, operation, target -> "%.0f, ".formatted(median(target, operation, Run::rate)) + (target.equals("pgbench")
                    ? "%.1f".formatted(median(target, operation, Run::p50))
                    : "%.1f / %.1f".formatted(median(target, operation, Run::p50), median(target, operation, Run::p99))));
        }
    }

    private void open(StringBuilder page) {
        page.append("\n## At a fixed rate, half of the service's capacity\n\nRequests per second and, in parentheses, of a round. Then milliseconds: p50 / p99 / p99.9, and the longest wait of a thread of the server or PostgreSQL for a processor. Medians of the rounds, with requests sent on time even if responses are late. With fewer than 10,000 requests, p99.9 is one of the slowest ten. The echo does not use PostgreSQL. The wait is added by the machine's scheduler.\n\n");
        List<String> targets = openRuns.stream().map(OpenRun::target).distinct().toList();
        page.append("| operation | requests/s wanted | ").append(String.join(" | ", targets).replace("open-", "")).append(" |\n|---|--:|");
        page.append("--:|".repeat(targets.size())).append('\n');
        for (String operation : operations) {
            row(page, "| %s | %.0f |%s", name(operation), wanted(operation), targets.stream()
                    .map(target -> openCell(target, operation))
                    .collect(Collectors.joining()));
        }
    }

    private double wanted(String operation) {
        return median(openRuns.stream().filter(run -> run.operation().equals(operation)).mapToDouble(OpenRun::wanted));
    }

    /** Empty if the generator failed. */
    private String openCell(String target, String operation) {
        if (openRuns.stream().noneMatch(run -> run.target().equals(target) && run.operation().equals(operation))) {
            return " |";
        }
        return " %.0f (%.0f): %.1f / %.1f / %.1f, %.1f |".formatted(openMedian(target, operation, OpenRun::rate),
                openMedian(target, operation, OpenRun::requests), openMedian(target, operation, OpenRun::p50),
                openMedian(target, operation, OpenRun::p99), openMedian(target, operation, OpenRun::p999),
                openMedian(target, operation, OpenRun::queued));
    }

    /** Bars of CPU per request: the service above the reference, each divided into server and PostgreSQL. */
    private String plot() {
        int left = 150;
        int width = 760;
        int step = 46;
        int bottom = 60 + step * operations.size();
        double most = operations.stream()
                .mapToDouble(operation -> Math.max(server("service", operation) + postgresql("service", operation),
                        server("reference", operation) + postgresql("reference", operation)))
                .max().orElseThrow();
        double scale = (width - left - 80) / most;
        var svg = new StringBuilder("""
                <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="13">
                <rect width="100%%" height="100%%" fill="#fff"/>
                <text x="10" y="22" font-size="15">Microseconds of CPU a request, server + PostgreSQL</text>
                """.formatted(width, bottom));
        legend(svg, 10, "#1f5fa8", "service");
        legend(svg, 100, "#8fb7e0", "its PostgreSQL");
        legend(svg, 230, "#5c5c5c", "hand-written reference");
        legend(svg, 405, "#b9b9b9", "its PostgreSQL");
        int y = 58;
        for (String operation : operations) {
            svg.append("<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>%n".formatted(left - 8, y + 20, name(operation)));
            bar(svg, left, y, scale, server("service", operation), postgresql("service", operation), "#1f5fa8", "#8fb7e0");
            bar(svg, left, y + 18, scale, server("reference", operation), postgresql("reference", operation), "#5c5c5c", "#b9b9b9");
            y += step;
        }
        return svg.append("</svg>\n").toString();
    }

    private static void legend(StringBuilder svg, int x, String color, String text) {
        svg.append("<rect x=\"%d\" y=\"34\" width=\"12\" height=\"12\" fill=\"%s\"/><text x=\"%d\" y=\"45\">%s</text>%n"
                .formatted(x, color, x + 17, text));
    }

    private static void bar(StringBuilder svg, int x, int y, double scale, double server, double postgresql, String dark, String light) {
        svg.append(String.format(Locale.ROOT,
                "<rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"15\" fill=\"%s\"/><rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"15\" fill=\"%s\"/><text x=\"%.1f\" y=\"%d\">%.0f</text>%n",
                x, y, server * scale, dark, x + server * scale, y, postgresql * scale, light,
                x + (server + postgresql) * scale + 5, y + 12, server + postgresql));
    }

    private double server(String target, String operation) {
        return median(target, operation, run -> run.perRequest(run.server()));
    }

    private double postgresql(String target, String operation) {
        return median(target, operation, run -> run.perRequest(run.postgresql()));
    }

    private double median(String target, String operation, ToDoubleFunction<Run> value) {
        return median(runs.stream()
                .filter(run -> run.target().equals(target) && run.operation().equals(operation))
                .mapToDouble(value));
    }

    private double openMedian(String target, String operation, ToDoubleFunction<OpenRun> value) {
        return median(openRuns.stream()
                .filter(run -> run.target().equals(target) && run.operation().equals(operation))
                .mapToDouble(value));
    }

    /** The median; NaN if there are no values. */
    private static double median(DoubleStream all) {
        double[] values = all.sorted().toArray();
        int middle = values.length / 2;
        if (values.length == 0) {
            return Double.NaN;
        }
        return values.length % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
    }

    private double resident(String target) {
        return runs.stream().filter(run -> run.target().equals(target)).mapToDouble(Run::resident).max().orElseThrow() / 1024;
    }

    private static void row(StringBuilder page, String format, Object... values) {
        page.append(String.format(Locale.ROOT, format, values)).append('\n');
    }

    private static String verdict(boolean holds) {
        return holds ? "holds" : "missed";
    }

    private static String name(String operation) {
        return operation.replace('_', ' ');
    }
}
