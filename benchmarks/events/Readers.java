import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/**
 * Opens streams of events, writes at a fixed rate for some time, and measures the age of events at delivery. Prints: readers,
 * target and actual writes per second, megabytes per second of all readers, parsed events, median and 99th percentile. With 0
 * writes, it only holds the streams open. Fails if a stream ends.
 */
final class Readers {
    private static final int LOOKING = 20;
    private static final int BUFFER = 1 << 16;
    private static final String ADMITTED = "HTTP/1.1 200";
    private static final Duration RETRY = Duration.ofMillis(200);
    private static final byte[] TIME = "\"time\":\"".getBytes();
    private static final int USERS = 1_000;
    private static final int MOST_UNANSWERED = 64;

    private final URI url;
    private final String key;
    private final Queue<Long> ages = new ConcurrentLinkedQueue<>();
    private final LongAdder taken = new LongAdder();
    private volatile boolean measuring;

    private Readers(URI url, String key) {
        this.url = url;
        this.key = key;
    }

    public static void main(String... arguments) throws Exception {
        int readers = Integer.parseInt(arguments[2]);
        int rate = Integer.parseInt(arguments[3]);
        int seconds = Integer.parseInt(arguments[4]);
        var all = new Readers(URI.create(arguments[0]), arguments[1]);
        var open = new CountDownLatch(readers);
        for (int reader = 0; reader < readers; reader++) {
            boolean looks = reader < LOOKING;
            Thread.ofVirtual().start(() -> all.read(looks, open));
        }
        open.await();
        if (rate == 0) {
            System.out.println("All are admitted");
            Thread.sleep(Duration.ofSeconds(seconds));
        } else {
            all.write(rate, 5);
            all.measuring = true;
            long takenBefore = all.taken.sum();
            double done = all.write(rate, seconds);
            double megabytes = (all.taken.sum() - takenBefore) / 1e6 / seconds;
            Thread.sleep(Duration.ofSeconds(2));
            all.report(readers, rate, done, megabytes);
        }
        System.exit(0);
    }

    /** Connects until the service accepts: it refuses some of many simultaneous connections, with Retry-After. */
    private void read(boolean looks, CountDownLatch open) {
        try {
            while (!readOnce(looks, open)) {
                Thread.sleep(RETRY);
            }
        } catch (IOException | InterruptedException ended) {
            System.err.println(ended);
            System.exit(1);
        }
    }

    /** Whether the service accepted the stream. */
    private boolean readOnce(boolean looks, CountDownLatch open) throws IOException {
        try (Socket socket = new Socket(url.getHost(), url.getPort())) {
            socket.getOutputStream()
                    .write(("GET /api/events?after=now HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\nX-API-KEY: " + key
                                    + "\r\n\r\n")
                            .getBytes());
            InputStream input = socket.getInputStream();
            String status = new String(input.readNBytes(ADMITTED.length()));
            if (!status.equals(ADMITTED)) {
                return false;
            }
            open.countDown();
            take(input, looks);
            throw new IOException("A stream ended");
        }
    }

    private void take(InputStream input, boolean looks) throws IOException {
        byte[] buffer = new byte[BUFFER];
        var look = new Look();
        for (int count = input.read(buffer); count >= 0; count = input.read(buffer)) {
            taken.add(count);
            if (looks) {
                look.at(buffer, count);
            }
        }
    }

    /** Finds the times of events in the bytes. */
    private final class Look {
        private final StringBuilder time = new StringBuilder();
        private int matched;

        private void at(byte[] text, int count) {
            for (int index = 0; index < count; index++) {
                byte next = text[index];
                if (matched < TIME.length) {
                    matched = next == TIME[matched] ? matched + 1 : next == TIME[0] ? 1 : 0;
                } else if (next != '"') {
                    time.append((char) next);
                } else {
                    if (measuring) {
                        ages.add(Duration.between(Instant.parse(time), Instant.now()).toMillis());
                    }
                    time.setLength(0);
                    matched = 0;
                }
            }
        }
    }

    /** Sends PATCH requests at a rate. Returns the number of responses per second. */
    private double write(int rate, int seconds) throws InterruptedException {
        HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        var unanswered = new Semaphore(MOST_UNANSWERED);
        var done = new AtomicLong();
        long begin = System.nanoTime();
        long count = (long) rate * seconds;
        for (long number = 0; number < count && System.nanoTime() - begin < seconds * 1_000_000_000L; number++) {
            LockSupport.parkNanos(begin + number * 1_000_000_000L / rate - System.nanoTime());
            unanswered.acquire();
            HttpRequest request = HttpRequest.newBuilder(url.resolve("/api/users/u" + number % USERS + "/public_data"))
                    .header("X-API-KEY", key)
                    .header("Content-Type", "application/json")
                    .method("PATCH", BodyPublishers.ofString("{\"public_data\": {\"at\": " + System.nanoTime() + "}}"))
                    .build();
            client.sendAsync(request, BodyHandlers.discarding()).whenComplete((response, failure) -> {
                unanswered.release();
                if (failure == null && response.statusCode() == 200) {
                    done.incrementAndGet();
                }
            });
        }
        unanswered.acquire(MOST_UNANSWERED);
        return done.get() * 1e9 / (System.nanoTime() - begin);
    }

    private void report(int readers, int rate, double done, double megabytes) {
        List<Long> sorted = new ArrayList<>(ages);
        sorted.sort(null);
        System.out.printf(
                "| %d | %d | %.0f | %.0f | %d | %d | %d |%n",
                readers, rate, done, megabytes, sorted.size(), sorted.get(sorted.size() / 2), sorted.get(sorted.size() * 99 / 100));
    }
}
