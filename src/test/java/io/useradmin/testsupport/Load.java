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
 * Callers that write and read the {@linkplain Life lives} of users over connections that stay open, until they are told to
 * stop. What was acknowledged has to be there, and what was not is there whole or not at all.
 */
public final class Load implements AutoCloseable {
    private static final int CALLERS = 8;
    private static final Duration SAFETY = Duration.ofSeconds(60);
    /** Of each caller after each request: a test that waits for something else leaves the processors to others. */
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

    /** Begins with a key of the tenant {@code t} that is good for everything. */
    public Load(ServiceProcess service, String key) {
        this(service, "t", key);
    }

    /** Begins with a key of a tenant that has the group {@code g}. */
    public Load(ServiceProcess service, String tenant, String key) {
        this.service = service;
        this.tenant = tenant;
        this.key = key;
        for (int caller = 0; caller < CALLERS; caller++) {
            threads.execute(this::call);
        }
    }

    /** Requests that succeeded. */
    public int acknowledged() {
        return acknowledged.get();
    }

    /** Requests whose connection broke before an answer came. */
    public int unanswered() {
        return unanswered.get();
    }

    /** Every answer that was no success. */
    public List<HttpResponse<String>> refusals() {
        return List.copyOf(refusals);
    }

    /** Waits until so many more requests are acknowledged; how long it took. */
    public Duration awaitAcknowledged(int more) throws Exception {
        int enough = acknowledged.get() + more;
        return ServiceProcess.await(more + " more acknowledged", () -> acknowledged.get() >= enough);
    }

    /** Waits until so many more requests are refused. */
    public void awaitRefused(int more) throws Exception {
        int enough = refusals.size() + more;
        ServiceProcess.await(more + " more refused", () -> refusals.size() >= enough);
    }

    /** Ends the callers when each has its answer. */
    public void stop() throws InterruptedException {
        stopped = true;
        threads.shutdown();
        if (!threads.awaitTermination(SAFETY.toSeconds(), TimeUnit.SECONDS)) {
            throw new AssertionError("a caller waits for an answer that does not come");
        }
    }

    /** The users of whom something is missing that was acknowledged, or there that cannot be. */
    public List<String> lost(Readable database) throws SQLException {
        Map<String, String> states = Life.states(database, tenant);
        return lives.stream()
                .filter(life -> !life.mayBe(states))
                .map(Life::toString)
                .toList();
    }

    /** The users of whom something is half done. */
    public List<String> torn(Readable database) throws SQLException {
        return Life.states(database, tenant).entrySet().stream()
                .filter(user -> !Life.isWhole(user.getValue()))
                .map(Map.Entry::toString)
                .toList();
    }

    /** A line for docs/reliability.md. */
    public String figures(Readable database) throws SQLException {
        return "sent %d, acknowledged %d, refused %d, unanswered %d, lost %d, half done %d, longest answer %d ms"
                .formatted(
                        sent.get(),
                        acknowledged.get(),
                        refusals.size(),
                        unanswered.get(),
                        lost(database).size(),
                        torn(database).size(),
                        TimeUnit.NANOSECONDS.toMillis(longestNanos.get()));
    }

    /** Ends the callers wherever they are. */
    @Override
    public void close() throws InterruptedException {
        threads.shutdownNow();
        client.shutdownNow();
        stop();
    }

    /** Told to go elsewhere, as a load balancer would, a caller ends. */
    private void call() {
        boolean welcome = true;
        while (welcome && !stopped) {
            var life = new Life(number, begun.incrementAndGet());
            lives.add(life);
            while (welcome && !stopped && life.goesOn()) {
                welcome = send(life);
            }
        }
    }

    /** Whether to come back with the next request. */
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
