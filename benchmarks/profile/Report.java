import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Writes tables and flame graphs of the profiles. Arguments: their folder, a line about the run, the result's path. */
final class Report {
    private final Map<String, Profile> cpu;
    private final Map<String, Profile> allocated;

    private Report(Path folder) throws IOException {
        this.cpu = profiles(folder, "cpu");
        this.allocated = profiles(folder, "allocated");
    }

    public static void main(String[] arguments) throws IOException {
        var report = new Report(Path.of(arguments[0]));
        Path results = Path.of(arguments[2]);
        for (var each : report.cpu.entrySet()) {
            Files.writeString(
                    results.resolve(each.getKey() + ".svg"),
                    FlameGraph.of("CPU of the service: " + spoken(each.getKey()), each.getValue()));
        }
        Files.writeString(Path.of(results + ".md"), report.text(arguments[1], results.getFileName().toString()));
    }

    private static Map<String, Profile> profiles(Path folder, String event) throws IOException {
        Map<String, Profile> profiles = new LinkedHashMap<>();
        for (String line : Files.readAllLines(folder.resolve(event + ".requests"))) {
            String[] fields = line.split("\t");
            profiles.put(fields[0], Profile.read(folder.resolve(fields[0] + "." + event), Long.parseLong(fields[1])));
        }
        return profiles;
    }

    private String text(String about, String figures) {
        return """
                # Profile

                %s.
                Made by `benchmarks/profile/run.sh` with async-profiler. A sample belongs to the part of its deepest frame that matches
                one of the parts. The profiler's own work is included, so compare shares, not sums.

                ## CPU in the service, microseconds a request

                %s
                ## Allocated in the service, bytes a request

                %s
                ## Flame graphs

                Callees are below their callers.

                %s""".formatted(about, table(cpu, 1000), table(allocated, 1), graphs(figures));
    }

    private static String table(Map<String, Profile> profiles, double unit) {
        return row("operation", "all", parts(Part::title))
                + "|---|--:|" + "--:|".repeat(Part.values().length) + "\n"
                + profiles.entrySet().stream()
                        .map(each -> row(
                                spoken(each.getKey()),
                                number(each.getValue().perRequest() / unit, unit),
                                parts(part -> number(each.getValue().perRequest(part) / unit, unit))))
                        .collect(Collectors.joining());
    }

    private static String parts(Function<Part, String> cell) {
        return Arrays.stream(Part.values()).map(cell).collect(Collectors.joining(" | "));
    }

    private static String row(String first, String second, String others) {
        return "| " + first + " | " + second + " | " + others + " |\n";
    }

    private static String number(double value, double unit) {
        return String.format(Locale.ROOT, unit == 1 ? "%,.0f" : "%.1f", value);
    }

    private String graphs(String figures) {
        return cpu.keySet().stream()
                .map(operation -> "![%s](%s/%s.svg)\n".formatted(spoken(operation), figures, operation))
                .collect(Collectors.joining("\n"));
    }

    private static String spoken(String operation) {
        return operation.replace('_', ' ');
    }
}
