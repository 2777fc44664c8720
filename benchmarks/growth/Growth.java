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
import java.util.stream.Stream;

/**
 * Writes a page with the measurements of run.sh.
 *
 * <p>Arguments: the measurements, the table sizes, a line about the circumstances, the databases by users, by tenants and by
 * sessions (smallest first), and the result of deleting the user with many sessions.
 */
public final class Growth {
    private static final double MOST_WITH_USERS = 1.3;
    private static final double MOST_WITH_TENANTS = 1.15;
    private static final double MOST_WITH_SESSIONS = 1.1;

    private final List<Run> runs;

    /** One run, with CPU times in milliseconds and WAL in bytes. */
    private record Run(
            String target, String operation, double requests, double errors, double service, double postgresql, double logged) {
        static Run of(String line) {
            String[] f = line.split("\t");
            return new Run(f[0], f[1], number(f[2]), number(f[3]), number(f[4]), number(f[5]), number(f[6]));
        }

        double serviceMicros() {
            return service * 1000 / requests;
        }

        double postgresqlMicros() {
            return postgresql * 1000 / requests;
        }

        double loggedBytes() {
            return logged / requests;
        }
    }

    private Growth(List<Run> runs) {
        this.runs = runs;
    }

    public static void main(String[] arguments) throws IOException {
        var growth = new Growth(Files.readAllLines(Path.of(arguments[0])).stream().map(Run::of).toList());
        var page = new StringBuilder("# Growth\n\n" + arguments[2] + ".\n");
        page.append("Made by `benchmarks/growth/run.sh`. CPU microseconds per request, service + PostgreSQL, and the ratio of the sum"
                + " to that of the first column.\n");
        growth.table(page, "More users, one tenant", MOST_WITH_USERS, arguments[3].split(","));
        growth.table(page, "More tenants, the same number of users", MOST_WITH_TENANTS, arguments[4].split(","));
        growth.table(page, "A user's sessions, five of them listed, or one revoked", MOST_WITH_SESSIONS, arguments[5].split(","));
        growth.log(page, arguments[3].split(","));
        line(page, "%nDeleting the user with the most sessions, including the sessions: %s.", arguments[6]);
        line(page, "%nResponses other than 2xx and 3xx: %.0f.", growth.runs.stream().mapToDouble(Run::errors).sum());
        sizes(page, Files.readAllLines(Path.of(arguments[1])));
        System.out.print(page);
    }

    private void table(StringBuilder page, String title, double most, String[] targets) {
        line(page, "%n## %s%n", title);
        line(page, "| operation | %s | at most %.2f × |", String.join(" | ", names(targets)), most);
        line(page, "|---|%s---|", "--:|".repeat(targets.length));
        for (String operation : operations(targets)) {
            double first = sum(targets[0], operation);
            List<String> cells = new ArrayList<>();
            boolean flat = true;
            for (String target : targets) {
                double ratio = sum(target, operation) / first;
                flat &= ratio <= most;
                cells.add(String.format(Locale.ROOT, "%.0f + %.0f (%.2f ×)", median(target, operation, Run::serviceMicros),
                        median(target, operation, Run::postgresqlMicros), ratio));
            }
            line(page, "| %s | %s | %s |", operation.replace('_', ' '), String.join(" | ", cells), flat ? "holds" : "missed");
        }
    }

    private void log(StringBuilder page, String[] targets) {
        line(page, "%n## WAL, one tenant%n");
        line(page, "Bytes of PostgreSQL's write-ahead log per request, including full page images after the checkpoint.%n");
        line(page, "| operation | %s |%n|---|%s", String.join(" | ", names(targets)), "--:|".repeat(targets.length));
        for (String operation : operations(targets)) {
            List<String> cells = Stream.of(targets)
                    .map(target -> String.format(Locale.ROOT, "%,.0f", median(target, operation, Run::loggedBytes))).toList();
            line(page, "| %s | %s |", operation.replace('_', ' '), String.join(" | ", cells));
        }
    }

    private List<String> names(String[] targets) {
        return Stream.of(targets)
                .map(target -> target.substring(target.indexOf('-') + 1) + " " + target.substring(0, target.indexOf('-')))
                .map(name -> name.replaceAll("(\\d)(?=(\\d{3})+ )", "$1,").replaceAll("^1 (.*)s$", "1 $1"))
                .toList();
    }

    private Set<String> operations(String[] targets) {
        return runs.stream().filter(run -> run.target().equals(targets[0])).map(Run::operation)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private double sum(String target, String operation) {
        return median(target, operation, run -> run.serviceMicros() + run.postgresqlMicros());
    }

    private double median(String target, String operation, ToDoubleFunction<Run> value) {
        List<Double> values = runs.stream().filter(run -> run.target().equals(target) && run.operation().equals(operation))
                .map(value::applyAsDouble).sorted().toList();
        int middle = values.size() / 2;
        return values.size() % 2 == 1 ? values.get(middle) : (values.get(middle - 1) + values.get(middle)) / 2;
    }

    private static void sizes(StringBuilder page, List<String> lines) {
        line(page, "%n## Storage%n");
        line(page, "By `pg_table_size` and `pg_indexes_size`, before the first request.%n");
        line(page, "| database | table | rows | rows, bytes each | indexes, bytes a row | MB |%n|---|---|--:|--:|--:|--:|");
        for (String each : lines) {
            String[] f = each.split("\t");
            double rows = number(f[3]);
            line(page, "| %s | %s | %.0f | %.0f | %.0f | %.0f |", f[0], f[2], rows, number(f[4]) / rows, number(f[5]) / rows,
                    (number(f[4]) + number(f[5])) / 1e6);
        }
    }

    private static void line(StringBuilder page, String format, Object... values) {
        page.append(String.format(Locale.ROOT, format, values)).append('\n');
    }

    private static double number(String text) {
        return Double.parseDouble(text);
    }
}
