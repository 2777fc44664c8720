package io.useradmin.testsupport;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Writers that create users, each with a username, an email and a phone number in one transaction, until they are told to
 * stop. What was acknowledged has to be there, and what was not is there whole or not at all.
 */
public final class WriteLoad implements AutoCloseable {
    private static final int WRITERS = 8;
    private static final Duration SAFETY = Duration.ofSeconds(60);

    private static final AtomicInteger LOADS = new AtomicInteger();

    private final ServiceProcess service;
    private final String key;
    private final String name;
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(SAFETY)
            .build();
    private final ExecutorService threads = Executors.newFixedThreadPool(WRITERS);
    private final AtomicInteger sent = new AtomicInteger();
    private final AtomicInteger unanswered = new AtomicInteger();
    private final Set<String> acknowledged = ConcurrentHashMap.newKeySet();
    private final ConcurrentLinkedQueue<HttpResponse<String>> refusals = new ConcurrentLinkedQueue<>();
    private volatile long longestMillis;
    private volatile boolean stopped;

    /** Begins to write with a key that is good for everything. */
    public WriteLoad(ServiceProcess service, String key) {
        this.service = service;
        this.key = key;
        this.name = "load" + LOADS.incrementAndGet();
        for (int writer = 0; writer < WRITERS; writer++) {
            threads.execute(this::write);
        }
    }

    public int acknowledged() {
        return acknowledged.size();
    }

    public int sent() {
        return sent.get();
    }

    /** Requests whose connection broke before an answer came. */
    public int unanswered() {
        return unanswered.get();
    }

    /** Every answer that was no success. */
    public List<HttpResponse<String>> refusals() {
        return List.copyOf(refusals);
    }

    public long longestMillis() {
        return longestMillis;
    }

    /** Waits until so many more writes are acknowledged; how long it took. */
    public Duration awaitAcknowledged(int more) throws Exception {
        int enough = acknowledged() + more;
        return ServiceProcess.await(more + " more acknowledged", () -> acknowledged() >= enough);
    }

    /** Ends the writers when each has its answer. */
    public void stop() throws InterruptedException {
        stopped = true;
        threads.shutdown();
        if (!threads.awaitTermination(SAFETY.toSeconds(), TimeUnit.SECONDS)) {
            throw new AssertionError("a writer waits for an answer that does not come");
        }
    }

    /** The users that were acknowledged and are not there. */
    public Set<String> lost(OwnPostgres database) throws SQLException {
        Set<String> lost = new HashSet<>(acknowledged);
        lost.removeAll(database.list("select user_id from users"));
        return lost;
    }

    /** The users who lack something that was written with them. */
    public List<String> torn(OwnPostgres database) throws SQLException {
        return database.list("""
                select user_id from users
                where user_id like 'load%' and ((select count(*) from usernames n where n.user_id = users.user_id) <> 1
                   or (select count(*) from emails e where e.user_id = users.user_id) <> 1
                   or (select count(*) from phones p where p.user_id = users.user_id) <> 1)
                """);
    }

    /** A line for docs/reliability.md. */
    public String figures(OwnPostgres database) throws SQLException {
        return "sent %d, acknowledged %d, refused %d, unanswered %d, lost %d, half done %d, longest answer %d ms"
                .formatted(
                        sent.get(),
                        acknowledged.size(),
                        refusals.size(),
                        unanswered.get(),
                        lost(database).size(),
                        torn(database).size(),
                        longestMillis);
    }

    @Override
    public void close() {
        stopped = true;
        threads.shutdownNow();
        client.shutdownNow();
    }

    private void write() {
        boolean goesOn = true;
        while (goesOn && !stopped) {
            int number = sent.incrementAndGet();
            String user = name + "-" + number;
            try {
                long start = System.nanoTime();
                HttpResponse<String> answer = client.send(request(user, number), BodyHandlers.ofString());
                longestMillis = Math.max(longestMillis, TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start));
                note(user, answer);
                // Told to go elsewhere, as a load balancer would.
                goesOn = !answer.headers().allValues("Connection").contains("close");
            } catch (IOException broken) {
                unanswered.incrementAndGet();
                pause();
            } catch (InterruptedException end) {
                return;
            }
        }
    }

    private void note(String user, HttpResponse<String> answer) {
        if (answer.statusCode() == 201) {
            acknowledged.add(user);
        } else {
            refusals.add(answer);
            pause();
        }
    }

    private static void pause() {
        try {
            Thread.sleep(10);
        } catch (InterruptedException end) {
            Thread.currentThread().interrupt();
        }
    }

    private HttpRequest request(String user, int number) {
        return HttpRequest.newBuilder(service.uri("/api/users/" + user))
                .timeout(SAFETY)
                .header("X-API-KEY", key)
                .header("Content-Type", "application/json")
                .PUT(BodyPublishers.ofString("""
                        {"username": {"username": "%2$s", "authenticators": [], "idps": []},
                         "emails": [{"email": "%2$s@example.com", "verified": true, "primary": true}],
                         "phone_numbers": [{"phone": "+358%3$d%1$07d", "verified": true, "primary": true}]}""".formatted(number, user, LOADS.get())))
                .build();
    }
}
