import io.hyperfoil.api.config.BenchmarkBuilder;
import io.hyperfoil.api.statistics.StatisticsSnapshot;
import io.hyperfoil.core.impl.LocalSimulationRunner;
import io.hyperfoil.http.api.HttpMethod;
import io.hyperfoil.http.config.HttpPluginBuilder;
import io.hyperfoil.http.steps.HttpStepCatalog;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;

/**
 * Sends an operation at a constant rate, even if responses are late (Hyperfoil's open model). Prints {@code RESULT requests
 * requests/s errors p50 p99 p99.9 wait}, with times in milliseconds. The wait is the longest time that a thread of the watched
 * processes waited for a processor.
 *
 * <p>Arguments: port, key, method, path, body, requests per second, milliseconds, milliseconds of warm-up, processes to watch.
 * The {placeholders} are those of request.lua.
 */
public final class OpenLoop {
    private static final Pattern PLACE = Pattern.compile("\\{([a-z]+)}");
    private static final int CONNECTIONS = 128;
    private static final AtomicInteger USED = new AtomicInteger();

    private OpenLoop() {}

    public static void main(String[] arguments) {
        int rate = Integer.parseInt(arguments[5]);
        run(arguments, rate, Long.parseLong(arguments[7]));
        RunQueue processors = RunQueue.watch(List.of(arguments).subList(8, arguments.length));
        long duration = Long.parseLong(arguments[6]);
        StatisticsSnapshot measured = run(arguments, rate, duration);
        System.out.printf("RESULT %d %.1f %d %.3f %.3f %.3f %.3f%n",
                measured.responseCount, measured.responseCount * 1000.0 / duration, measured.errors() + measured.invalid + measured.requestTimeouts,
                milliseconds(measured, 50), milliseconds(measured, 99), milliseconds(measured, 99.9), processors.longest());
        System.exit(0);
    }

    private static double milliseconds(StatisticsSnapshot measured, double percentile) {
        return measured.histogram.getValueAtPercentile(percentile) / 1e6;
    }

    private static StatisticsSnapshot run(String[] arguments, int rate, long milliseconds) {
        var sum = new StatisticsSnapshot();
        var benchmark = BenchmarkBuilder.builder().name("open-loop").threads(1);
        benchmark.addPlugin(HttpPluginBuilder::new).http().host("127.0.0.1").port(Integer.parseInt(arguments[0]))
                .sharedConnections(CONNECTIONS);
        var request = benchmark.addPhase("open").constantRate(rate).variance(false).maxSessions(4096)
                .duration(milliseconds)
                .scenario().initialSequence("request").step(HttpStepCatalog.SC)
                .httpRequest(HttpMethod.valueOf(arguments[2])).path(_ -> fill(arguments[3]))
                .headers().header("X-API-KEY", arguments[1]).header("Content-Type", "application/json").endHeaders();
        if (!arguments[4].isEmpty()) {
            request.body((_, connection) -> connection.context().alloc().buffer()
                    .writeBytes(fill(arguments[4]).getBytes(StandardCharsets.UTF_8)));
        }
        request.endStep();
        new LocalSimulationRunner(benchmark.build(), (_, _, _, snapshot, _) -> sum.add(snapshot), null, null).run();
        return sum;
    }

    private static String fill(String template) {
        int turn = template.contains("{turn}") ? USED.getAndIncrement() : 0;
        int pass = turn / 20000;
        int at = (int) (turn * 7919L % 20000);
        boolean off = (at + pass) % 2 == 0;
        int user = random(10000001, 20000);
        return PLACE.matcher(template).replaceAll(place -> switch (place.group(1)) {
            case "user" -> Integer.toString(user);
            case "turn", "same" -> Integer.toString(10000001 + at);
            case "disable" -> off ? "disable" : "enable";
            case "verify" -> off ? "unverify" : "verify";
            case "other" -> Integer.toString(30000001 + (at + 2 + pass) % 100);
            case "number" -> Integer.toString(random(0, 1000000));
            case "owner" -> Integer.toString(10000001 + USED.get() % 20000);
            case "session" -> Integer.toString(20000001 + USED.getAndIncrement());
            case "leaver" -> Integer.toString(10000001 + USED.getAndIncrement());
            default -> throw new IllegalArgumentException(place.group());
        });
    }

    private static int random(int first, int many) {
        return first + ThreadLocalRandom.current().nextInt(many);
    }
}
