import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * Turns the measurements of run.sh into a page of tables and a plot.
 *
 * <p>Arguments: the measurements, a line about the circumstances, the files to write without their endings.
 */
public final class Report {
    private static final double MOST_CPU_OF_READS = 1.4;
    private static final double MOST_CPU_OF_WRITES = 1.6;
    private static final double LEAST_THROUGHPUT = 0.7;

    private final List<Run> runs;
    private final List<OpenRun> openRuns;
    private final Set<String> operations;

    /** A run at saturation; CPU times are in milliseconds. */
    private record Run(String target, String operation, String kind, double requests, double seconds, double errors,
            double p50, double p99, double generator, double server, double postgresql, double resident) {
        static Run of(String[] f) {
            return new Run(f[0], f[1], f[2], number(f[3]), number(f[4]), number(f[5]), number(f[6]), number(f[7]),
                    number(f[8]), number(f[9]), number(f[10]), number(f[11]));
        }

        double rate() {
            return requests / seconds;
        }

        double perRequest(double milliseconds) {
            return milliseconds * 1000 / requests;
        }
    }

    /** A run at a fixed rate; latencies are in milliseconds. */
    private record OpenRun(String target, String operation, double rate, double requests, double errors, double p50,
            double p99, double p999) {
        static OpenRun of(String[] f) {
            return new OpenRun(f[0], f[1], number(f[3]), number(f[4]), number(f[5]), number(f[6]), number(f[7]), number(f[8]));
        }
    }

    private Report(List<String[]> lines) {
        runs = lines.stream().filter(line -> !line[0].startsWith("open-")).map(Run::of).toList();
        openRuns = lines.stream().filter(line -> line[0].startsWith("open-")).map(OpenRun::of).toList();
        operations = runs.stream().map(Run::operation).collect(Collectors.toCollection(LinkedHashSet::new));
    }

    public static void main(String[] arguments) throws IOException {
        var report = new Report(Files.readAllLines(Path.of(arguments[0])).stream().map(line -> line.split("\t")).toList());
        Files.writeString(Path.of(arguments[2] + ".md"), report.page(arguments[1]));
        Files.writeString(Path.of(arguments[2] + ".svg"), report.plot());
    }

    private static double number(String text) {
        return text.equals("-") ? Double.NaN : Double.parseDouble(text);
    }

    private String page(String about) {
        var page = new StringBuilder("# Operations\n\n" + about + ".\n");
        page.append("Made by `benchmarks/run.sh`; what is measured and how: [performance](../../docs/performance.md).\n");
        targets(page);
        cost(page);
        throughput(page);
        if (!openRuns.isEmpty()) {
            open(page);
        }
        double errors = runs.stream().filter(run -> !run.target().equals("pgbench")).mapToDouble(Run::errors).sum()
                + openRuns.stream().mapToDouble(OpenRun::errors).sum();
        page.append("\nResident memory of the service at most %.0f MB, of the reference %.0f MB. Answers that were not 2xx: %.0f.%n"
                .formatted(resident("service"), resident("reference"), errors));
        return page.toString();
    }

    private void targets(StringBuilder page) {
        page.append("\n## Target by target\n\nService against the reference. CPU is that of server and PostgreSQL together.\n\n");
        page.append("| operation | CPU a request | target | | requests/s | target | |\n|---|--:|--:|---|--:|--:|---|\n");
        for (String operation : operations) {
            double most = kind(operation).equals("read") ? MOST_CPU_OF_READS : MOST_CPU_OF_WRITES;
            double cpu = cpuRatio(operation);
            double rate = median("service", operation, Run::rate) / median("reference", operation, Run::rate);
            row(page, "| %s | %.2f × | ≤ %.1f × | %s | %.2f × | ≥ %.1f × | %s |", name(operation), cpu, most,
                    verdict(cpu <= most), rate, LEAST_THROUGHPUT, verdict(rate >= LEAST_THROUGHPUT));
        }
    }

    private void cost(StringBuilder page) {
        page.append("\n## CPU a request, microseconds\n\n");
        page.append("| operation | service + PostgreSQL | reference + PostgreSQL | PostgreSQL under pgbench |"
                + " generator: service | reference | pgbench |\n|---|--:|--:|--:|--:|--:|--:|\n");
        for (String operation : operations) {
            row(page, "| %s | %.0f + %.0f | %.0f + %.0f | %.0f | %.0f | %.0f | %.0f |", name(operation),
                    server("service", operation), postgresql("service", operation), server("reference", operation),
                    postgresql("reference", operation), postgresql("pgbench", operation), generator("service", operation),
                    generator("reference", operation), generator("pgbench", operation));
        }
    }

    private void throughput(StringBuilder page) {
        page.append("\n## At saturation\n\nRequests a second, and latency in milliseconds (p50 / p99; the average for pgbench).\n\n");
        page.append("| operation | service | reference | pgbench | latency: service | reference | pgbench |\n");
        page.append("|---|--:|--:|--:|--:|--:|--:|\n");
        for (String operation : operations) {
            row(page, "| %s | %.0f | %.0f | %.0f | %.1f / %.1f | %.1f / %.1f | %.1f |", name(operation),
                    median("service", operation, Run::rate), median("reference", operation, Run::rate),
                    median("pgbench", operation, Run::rate),
                    median("service", operation, Run::p50), median("service", operation, Run::p99),
                    median("reference", operation, Run::p50), median("reference", operation, Run::p99),
                    median("pgbench", operation, Run::p50));
        }
    }

    private void open(StringBuilder page) {
        page.append("\n## At a fixed rate, half of the service's capacity\n\nMilliseconds (p50 / p99 / p99.9), requests sent on time whether or not answers keep up.\n\n");
        page.append("| operation | requests/s | service | reference |\n|---|--:|--:|--:|\n");
        for (String operation : operations) {
            OpenRun service = openRun("open-service", operation);
            OpenRun reference = openRun("open-reference", operation);
            row(page, "| %s | %.0f | %.1f / %.1f / %.1f | %.1f / %.1f / %.1f |", name(operation), service.rate(), service.p50(),
                    service.p99(), service.p999(), reference.p50(), reference.p99(), reference.p999());
        }
    }

    /** CPU a request as bars: service above reference, each split into the server's part and PostgreSQL's. */
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

    private double cpuRatio(String operation) {
        ToDoubleFunction<Run> cpu = run -> run.perRequest(run.server() + run.postgresql());
        return median("service", operation, cpu) / median("reference", operation, cpu);
    }

    private double server(String target, String operation) {
        return median(target, operation, run -> run.perRequest(run.server()));
    }

    private double generator(String target, String operation) {
        return median(target, operation, run -> run.perRequest(run.generator()));
    }

    private double postgresql(String target, String operation) {
        return median(target, operation, run -> run.perRequest(run.postgresql()));
    }

    private double median(String target, String operation, ToDoubleFunction<Run> value) {
        List<Double> values = new ArrayList<>(runs.stream()
                .filter(run -> run.target().equals(target) && run.operation().equals(operation))
                .map(value::applyAsDouble).sorted().toList());
        int middle = values.size() / 2;
        return values.size() % 2 == 1 ? values.get(middle) : (values.get(middle - 1) + values.get(middle)) / 2;
    }

    private double resident(String target) {
        return runs.stream().filter(run -> run.target().equals(target)).mapToDouble(Run::resident).max().orElseThrow() / 1024;
    }

    private String kind(String operation) {
        return runs.stream().filter(run -> run.operation().equals(operation)).findFirst().orElseThrow().kind();
    }

    private OpenRun openRun(String target, String operation) {
        return openRuns.stream().filter(run -> run.target().equals(target) && run.operation().equals(operation))
                .findFirst().orElseThrow();
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
