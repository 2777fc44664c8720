import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.zip.CRC32;

/**
 * Sends keys with a known id and a wrong secret, and keys with an unknown id, each a first and a second time, in random order
 * over one connection, and compares the response times. Known ids are the numbers from 0, unknown ids those from 2^64, in
 * hexadecimal.
 */
final class KeyTiming {
    private static final int WARM_UP = 500;

    private enum Kind {
        WRONG_FIRST,
        UNKNOWN_FIRST,
        WRONG_AGAIN,
        UNKNOWN_AGAIN
    }

    private final Random random = new Random(7);
    private final Socket socket;
    private final InputStream answers;

    private KeyTiming(int port) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setTcpNoDelay(true);
        answers = socket.getInputStream();
    }

    public static void main(String... arguments) throws IOException {
        var timing = new KeyTiming(Integer.parseInt(arguments[0]));
        timing.report(timing.measure(Integer.parseInt(arguments[1])));
        timing.socket.close();
    }

    private Map<Kind, List<Long>> measure(int rounds) throws IOException {
        Map<Kind, List<Long>> times = new EnumMap<>(Kind.class);
        for (Kind kind : Kind.values()) {
            times.put(kind, new ArrayList<>());
        }
        List<Kind> kinds = new ArrayList<>(List.of(Kind.values()));
        for (int round = 0; round < rounds; round++) {
            Collections.shuffle(kinds, random);
            for (Kind kind : kinds) {
                long time = ask(key(kind, round));
                if (round >= WARM_UP) {
                    times.get(kind).add(time);
                }
            }
        }
        return times;
    }

    /** A key for a second request was sent a moment ago, so the service has it in its cache. */
    private String key(Kind kind, int round) throws IOException {
        String known = "0".repeat(16);
        String unknown = "0".repeat(15) + "1";
        return switch (kind) {
            case WRONG_FIRST -> key(known + "%016x".formatted(round));
            case UNKNOWN_FIRST -> key(unknown + "%016x".formatted(round));
            case WRONG_AGAIN -> again(key(known + "f".repeat(16)));
            case UNKNOWN_AGAIN -> again(key(unknown + "f".repeat(16)));
        };
    }

    private String again(String key) throws IOException {
        ask(key);
        return key;
    }

    private String key(String id) {
        byte[] secret = new byte[24];
        random.nextBytes(secret);
        String unchecked = "uak_" + id + "_" + HexFormat.of().formatHex(secret);
        var crc = new CRC32();
        crc.update(unchecked.getBytes(StandardCharsets.US_ASCII));
        return unchecked + HexFormat.of().toHexDigits((int) crc.getValue());
    }

    /** Sends a key. Returns the nanoseconds until the response. */
    private long ask(String key) throws IOException {
        byte[] request = ("GET /api/users/u HTTP/1.1\r\nHost: localhost\r\nX-API-KEY: " + key + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII);
        long start = System.nanoTime();
        socket.getOutputStream().write(request);
        byte[] buffer = new byte[4096];
        int length = 0;
        while (length == 0 || buffer[length - 1] != '}') {
            int read = answers.read(buffer, length, buffer.length - length);
            if (read < 0) {
                throw new IOException("the service closed the connection");
            }
            length += read;
        }
        long time = System.nanoTime() - start;
        if (!new String(buffer, 0, length, StandardCharsets.US_ASCII).startsWith("HTTP/1.1 401 ")) {
            throw new IOException("the key is not refused");
        }
        return time;
    }

    private void report(Map<Kind, List<Long>> times) {
        System.out.println("| asked for | key | refusals | p10 µs | median µs | p90 µs |");
        System.out.println("|---|---|--:|--:|--:|--:|");
        times.forEach((kind, all) -> System.out.printf(
                "| %s | %s | %d | %.1f | %.1f | %.1f |%n",
                kind.name().endsWith("FIRST") ? "for the first time" : "again, cached",
                kind.name().startsWith("WRONG") ? "known id, wrong secret" : "unknown id",
                all.size(),
                quantile(all, 0.1),
                quantile(all, 0.5),
                quantile(all, 0.9)));
        System.out.println();
        compare("For the first time", times.get(Kind.WRONG_FIRST), times.get(Kind.UNKNOWN_FIRST));
        compare("Again", times.get(Kind.WRONG_AGAIN), times.get(Kind.UNKNOWN_AGAIN));
    }

    private static void compare(String name, List<Long> wrong, List<Long> unknown) {
        System.out.printf(
                "%s: the medians differ by %.1f µs; a wrong secret takes longer in %.1f %% of pairs (50 %% means no difference),"
                        + " z = %.1f.%n%n",
                name,
                quantile(wrong, 0.5) - quantile(unknown, 0.5),
                100 * larger(wrong, unknown),
                (larger(wrong, unknown) - 0.5)
                        / Math.sqrt((wrong.size() + unknown.size() + 1) / (12.0 * wrong.size() * unknown.size())));
    }

    /** The share of pairs in which the first value is larger: the Mann-Whitney U statistic, divided by the number of pairs. */
    private static double larger(List<Long> first, List<Long> second) {
        long[] sorted = second.stream().mapToLong(Long::longValue).sorted().toArray();
        double sum = first.stream()
                .mapToDouble(value -> {
                    int place = Arrays.binarySearch(sorted, value);
                    return place < 0 ? -place - 1 : place + 0.5;
                })
                .sum();
        return sum / ((double) first.size() * second.size());
    }

    private static double quantile(List<Long> times, double share) {
        List<Long> sorted = times.stream().sorted().toList();
        return sorted.get((int) (share * (sorted.size() - 1))) / 1_000.0;
    }
}
