package io.useradmin.testsupport;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Clients that send the requests of {@linkplain Life users' lives} over keep-alive connections until they are stopped.
 * Afterwards, every acknowledged write must be in the database, and every other one completely or not at all.
 */
public final class Load implements AutoCloseable {
    private static final int CALLERS = 8;
    private static final Duration SAFETY = Duration.ofMinutes(3);
    /** Each client's pause after each request. It leaves processor time to other processes while a test waits. */
    private static final Duration PAUSE = Duration.ofMillis(10);

    private static final AtomicInteger LOADS = new AtomicInteger();

    private final ServiceProcess service;
    private final String tenant;
    private final String key;
    private final int number = LOADS.incrementAndGet();
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(SAFETY)
            .build();
    private final ExecutorService threads = Executors.newFixedThreadPool(CALLERS);
    private final ConcurrentLinkedQueue<Life> lives = new ConcurrentLinkedQueue<>();
    private final AtomicInteger begun = new AtomicInteger();
    private final AtomicInteger sent = new AtomicInteger();
    private final AtomicInteger acknowledged = new AtomicInteger();
    private final AtomicInteger unanswered = new AtomicInteger();
    private final AtomicLong longestNanos = new AtomicLong();
    private final ConcurrentLinkedQueue<HttpResponse<String>> refusals = new ConcurrentLinkedQueue<>();
    private volatile boolean stopped;

    /** Starts the clients with a key of the tenant {@code t} that has all scopes. */
    public Load(ServiceProcess service, String key) {
        this(service, "t", key);
    }

    /** Starts the clients. The tenant has a group {@code g}. */
    public Load(ServiceProcess service, String tenant, String key) {
        this.service = service;
        this.tenant = tenant;
        this.key = key;
        for (int caller = 0; caller < CALLERS; caller++) {
            threads.execute(this::call);
        }
    }

    public int acknowledged() {
        return acknowledged.get();
    }

    /** The number of requests whose connection broke before the response. */
    public int unanswered() {
        return unanswered.get();
    }

    /** All responses that are not a success. */
    public List<HttpResponse<String>> refusals() {
        return List.copyOf(refusals);
    }

    /** Waits for this many more acknowledged requests. Returns how long it took. */
    public Duration awaitAcknowledged(int more) {
        int enough = acknowledged.get() + more;
        return Await.until(more + " more acknowledged", () -> acknowledged.get() >= enough);
    }

    /** Waits for this many more refused requests. */
    public void awaitRefused(int more) {
        int enough = refusals.size() + more;
        Await.until(more + " more refused", () -> refusals.size() >= enough);
    }

    /** Stops the clients. Each waits for its response first. */
    public void stop() throws InterruptedException {
        stopped = true;
        threads.shutdown();
        if (!threads.awaitTermination(SAFETY.toSeconds(), TimeUnit.SECONDS)) {
            throw new AssertionError("a client still waits for a response");
        }
    }

    /** Users whose state in the database contradicts the responses. */
    public List<String> lost(SqlDatabase database) throws SQLException {
        Map<String, String> states = Life.states(database, tenant);
        return lives.stream()
                .filter(life -> !life.agreesWith(states))
                .map(Life::toString)
                .toList();
    }

    /** Users with a partly executed request. */
    public List<String> halfDone(SqlDatabase database) throws SQLException {
        return Life.states(database, tenant).entrySet().stream()
                .filter(user -> !Life.isWhole(user.getValue()))
                .map(Map.Entry::toString)
                .toList();
    }

    /** A line for benchmarks/results/faults.md. */
    public String figures(SqlDatabase database) throws SQLException {
        return "sent %d, acknowledged %d, refused %d, unanswered %d, lost %d, half done %d, longest answer %d ms"
                .formatted(
                        sent.get(),
                        acknowledged.get(),
                        refusals.size(),
                        unanswered.get(),
                        lost(database).size(),
                        halfDone(database).size(),
                        TimeUnit.NANOSECONDS.toMillis(longestNanos.get()));
    }

    /** Stops the clients at once. */
    @Override
    public void close() throws InterruptedException {
        threads.shutdownNow();
        client.shutdownNow();
        stop();
    }

    /** A client ends when the service closes the connection. With a load balancer, it would reach another instance. */
    private void call() {
        boolean goOn = true;
        while (goOn && !stopped) {
            var life = new Life(number, begun.incrementAndGet());
            lives.add(life);
            while (goOn && !stopped && life.hasNext()) {
                goOn = send(life);
            }
        }
    }

    /** Sends the next request. Returns whether to continue. */
    private boolean send(Life life) {
        sent.incrementAndGet();
        long start = System.nanoTime();
        try {
            HttpResponse<String> answer = client.send(
                    life.begin(service)
                            .timeout(SAFETY)
                            .header("X-API-KEY", key)
                            .header("Content-Type", "application/json")
                            .build(),
                    BodyHandlers.ofString());
            longestNanos.accumulateAndGet(System.nanoTime() - start, Math::max);
            note(life, answer);
            return !answer.headers().allValues("Connection").contains("close") && pause();
        } catch (IOException broken) {
            unanswered.incrementAndGet();
            life.abandon();
            return pause();
        } catch (InterruptedException end) {
            return false;
        }
    }

    private void note(Life life, HttpResponse<String> answer) {
        if (life.isSuccess(answer.statusCode())) {
            life.acknowledged(answer);
            acknowledged.incrementAndGet();
        } else {
            refusals.add(answer);
            if (answer.body().contains("Nothing was changed")) {
                life.refused();
            } else {
                life.abandon();
            }
        }
    }

    private static boolean pause() {
        try {
            Thread.sleep(PAUSE);
            return true;
        } catch (InterruptedException end) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
