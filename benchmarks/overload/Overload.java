import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Measures the service's capacity for each operation, then sends half of it, several times it, and half of it again.
 *
 * <p>Arguments: the port, the key, the service's process, seconds per phase, the factor of the capacity, the number of
 * connections, operations.tsv, the names of the selected operations, a line about the circumstances, the results' path without
 * extension.
 */
public final class Overload {
    private static final long SECOND = 1_000_000_000L;
    private static final int UNDER_WAY = 64;
    private static final int USERS = 20_000;
    /** Several requests per user, so that a patch usually changes something. */
    private static final int REQUESTS = 5 * USERS;

    private final int port;
    private final String key;
    private final Path process;
    private final long phase;
    private final double factor;
    private final int connections;

    private Overload(String[] arguments) {
        port = Integer.parseInt(arguments[0]);
        key = arguments[1];
        process = Path.of("/proc", arguments[2]);
        phase = Long.parseLong(arguments[3]) * SECOND;
        factor = Double.parseDouble(arguments[4]);
        connections = Integer.parseInt(arguments[5]);
    }

    /** The measurements of one operation. */
    record Result(String operation, Recording capacity, Recording before, Recording over, Recording after, Timeline timeline,
            double serviceCpuBefore, double serviceCpuOver, List<Long> resident) {}

    public static void main(String[] arguments) throws Exception {
        var overload = new Overload(arguments);
        List<String> wanted = List.of(arguments[7].split(","));
        List<String[]> operations = Files.readAllLines(Path.of(arguments[6])).stream()
                .map(line -> line.split("\t", -1))
                .filter(operation -> wanted.contains(operation[0]))
                .toList();
        // On one processor, the JIT compiler runs for a minute. It must not affect the first measurement.
        for (String[] operation : operations) {
            System.err.println(operation[0] + ", to warm up");
            overload.warmUp(operation);
        }
        List<Result> results = new ArrayList<>();
        for (String[] operation : operations) {
            System.err.println(operation[0]);
            results.add(overload.measure(operation));
        }
        var report = new Report(results, overload.factor, overload.connections, arguments[8]);
        Files.writeString(Path.of(arguments[9] + ".md"), report.page());
        Files.writeString(Path.of(arguments[9] + ".svg"), report.plot());
    }

    private void warmUp(String[] operation) throws IOException {
        try (var load = load(operation)) {
            load.saturate(UNDER_WAY, 3 * phase);
            load.saturate(connections, phase);
        }
    }

    private Result measure(String[] operation) throws Exception {
        try (var load = load(operation)) {
            return measure(operation[0], load);
        }
    }

    private Result measure(String operation, Load load) throws Exception {
        load.saturate(UNDER_WAY, phase);
        double cpu = cpuSeconds();
        List<Recording> saturated = List.of(load.saturate(UNDER_WAY, phase), load.saturate(UNDER_WAY, phase), load.saturate(UNDER_WAY, phase));
        double cpuOfOne = (cpuSeconds() - cpu) / saturated.stream().mapToLong(run -> run.served.getTotalCount()).sum();
        Recording capacity = saturated.stream().max(Comparator.comparingDouble(Recording::servedPerSecond)).orElseThrow();
        double half = capacity.servedPerSecond() / 2;
        double excess = capacity.servedPerSecond() * factor;

        var before = new Recording(half, 0, phase);
        var over = new Recording(excess, phase, 2 * phase);
        var after = new Recording(half, 3 * phase, phase);
        var timeline = new Timeline(4 * phase);
        var watch = new Watch();
        watch.start();
        load.offer(List.of(before, over, after), timeline);
        watch.interrupt();
        watch.join();
        return new Result(operation, capacity, before, over, after, timeline, cpuOfOne, watch.cpuOver(), watch.resident);
    }

    private Load load(String[] operation) throws IOException {
        return new Load(port, connections, requests(operation[2], operation[3], operation[4]));
    }

    /** Samples the service's memory and CPU under load. */
    private final class Watch extends Thread {
        private final List<Long> resident = new ArrayList<>();
        private final List<Double> cpu = new ArrayList<>();

        @Override
        public void run() {
            try {
                while (true) {
                    resident.add(residentKilobytes());
                    cpu.add(cpuSeconds());
                    Thread.sleep(100);
                }
            } catch (InterruptedException end) {
                // The load has ended.
            } catch (IOException failure) {
                throw new IllegalStateException("the service is gone", failure);
            }
        }

        /** CPU seconds in the overload phase, which is the second and third quarter of the time. */
        private double cpuOver() {
            return cpu.get(cpu.size() * 3 / 4) - cpu.get(cpu.size() / 4);
        }
    }

    private long residentKilobytes() throws IOException {
        return Files.readAllLines(process.resolve("status")).stream()
                .filter(line -> line.startsWith("VmRSS:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                .sum();
    }

    private double cpuSeconds() throws IOException {
        String[] fields = Files.readString(process.resolve("stat")).replaceAll(".*\\) ", "").split(" ");
        return (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) / 100.0;
    }

    /** Requests for all users, built in advance. */
    private byte[][] requests(String method, String path, String body) {
        byte[][] requests = new byte[REQUESTS][];
        for (int n = 0; n < REQUESTS; n++) {
            var random = ThreadLocalRandom.current();
            Map<String, Integer> places = Map.of("{user}", 10_000_001 + n % USERS, "{group}", 30_000_001 + random.nextInt(100),
                    "{number}", random.nextInt(1_000_000));
            String filled = fill(body, places);
            requests[n] = ("%s %s HTTP/1.1\r\nHost: localhost\r\nX-API-KEY: %s\r\nContent-Type: application/json\r\n%s\r\n%s"
                    .formatted(method, fill(path, places), key,
                            filled.isEmpty() ? "" : "Content-Length: " + filled.length() + "\r\n", filled)).getBytes(US_ASCII);
        }
        return requests;
    }

    private static String fill(String template, Map<String, Integer> places) {
        String filled = template;
        for (var place : places.entrySet()) {
            filled = filled.replace(place.getKey(), place.getValue().toString());
        }
        return filled;
    }
}
