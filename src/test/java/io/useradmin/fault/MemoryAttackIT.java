package io.useradmin.fault;

import static io.useradmin.fault.Recovery.SOME;
import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.connection.FloodConnection;
import io.useradmin.testsupport.Await;
import io.useradmin.testsupport.Concurrently;
import io.useradmin.testsupport.HeldGauges;
import io.useradmin.testsupport.Load;
import io.useradmin.testsupport.OwnPostgres;
import io.useradmin.testsupport.RawConnection;
import io.useradmin.testsupport.RawHttp2;
import io.useradmin.testsupport.ServiceProcess;
import io.useradmin.testsupport.Slow;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Clients with a valid key make a replica with a small heap hold as much as possible: bodies that never end, and responses that
 * nobody reads. The replica survives and serves other clients meanwhile. One replica survives all attacks, each by a tenant of
 * its own.
 */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class MemoryAttackIT {
    private static final int SENDERS = 1_200;
    private static final int BODY_BYTES = 262_144;
    private static final int MISSING_BYTES = 10;
    private static final int PART_BYTES = 16_384;
    private static final long STALLED_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** The memory for bodies, an eighth of the heap. So many bodies fit into it. */
    private static final int FIT_IN_MEMORY = 62;

    /** At most 128 requests wait for this memory. */
    private static final int WAVE = FIT_IN_MEMORY + 128;

    private static final int WAVES = 4;

    private static final int READERS = 90;
    /** As many as may wait for events. */
    private static final int WAITING_READERS = 900;

    private static final int CONNECTIONS = 400;
    /** With {@link #STREAMS} of 8 kB each, they hold more than the heap. */
    private static final int HTTP_2_CONNECTIONS = 200;
    /** As many as a connection may have. */
    private static final int STREAMS = 100;

    /** Almost as many as fit into the largest header. */
    private static final int FIELDS = 4_900;

    private static final int LARGE_HEADER = 19_000;
    private static final int WIDE_CONNECTIONS = 200;
    /** Fewer than may wait. */
    private static final int WIDE_REQUESTS = 90;

    private static final int TINY_SENDERS = 60;
    /** The bytes that a client may send before the service reads them. */
    private static final int WINDOW = 65_535;

    private static final int ADMITTED = 100;
    private static final int LISTS = 24;
    private static final int ENDED = -1;
    private static final int LARGE_ANSWER = 5_000_000;
    /** So many requests are served during the attack that the attackers' requests are processed too. */
    private static final int PLENTY = 10 * SOME;

    private static final String LIST = "/api/users?size=100";
    private static final String DOCUMENT = "/api/users/u0/public_data";
    private static final String SESSIONS = "/api/users/u0/sessions?size=100";

    private static OwnPostgres database;
    private static ServiceProcess service;
    private static String key;
    private static int tenants;

    private final List<Closeable> attackers = Collections.synchronizedList(new ArrayList<>());
    private final String tenant = "large-" + ++tenants;
    private String attackersKey;

    @BeforeAll
    static void startDatabase() throws Exception {
        database = OwnPostgres.migrated(Map.of());
        key = database.key();
        startService();
    }

    private static void startService() throws Exception {
        service = ServiceProcess.start(database.reactiveUrl(), Map.of(), "-Xmx128m", "-XX:+ExitOnOutOfMemoryError");
    }

    @AfterAll
    static void end() throws Exception {
        service.close();
        database.close();
    }

    /** An attack that the service did not survive fails only its own test. */
    @BeforeEach
    void start() throws Exception {
        if (!service.handle().isAlive()) {
            service.close();
            startService();
        }
        attackersKey = largeTenant();
    }

    @AfterEach
    void disconnect() throws IOException {
        for (Closeable attacker : List.copyOf(attackers)) {
            attacker.close();
        }
        attackers.clear();
    }

    @Test
    void bodiesThatNeverEnd() throws Exception {
        try (Load load = new Load(service, key)) {
            load.awaitAcknowledged(SOME);
            var sent = new AtomicLong();
            var done = new AtomicInteger();
            for (int sender = 0; sender < SENDERS; sender++) {
                Thread.ofVirtual().start(() -> sendMost(sent, done));
            }
            awaitStalled(sent, done);
            assertServes(load);
        }
    }

    /** Each request announces one byte of body, and does not send it. */
    @Test
    void smallBodiesThatNeverEnd() throws Exception {
        try (Load load = new Load(service, key)) {
            load.awaitAcknowledged(SOME);
            for (int connection = 0; connection < HTTP_2_CONNECTIONS; connection++) {
                RawHttp2 attacker = RawHttp2.open(service);
                attackers.add(attacker);
                announceBodies(attacker);
            }
            assertServes(load);
        }
    }

    private void announceBodies(RawHttp2 attacker) {
        try {
            for (int stream = 0; stream < STREAMS; stream++) {
                attacker.announce(DOCUMENT, attackersKey, 1);
            }
        } catch (IOException closed) {
            // Others attack.
        }
    }

    /** Each wave waits for memory until the service has given up the bodies of the wave before. Together they exceed the heap. */
    @Slow
    @Test
    void bodiesThatAreGivenUp() throws Exception {
        try (Load load = new Load(service, key)) {
            load.awaitAcknowledged(SOME);
            var refused = new AtomicInteger();
            for (int wave = 1; wave <= WAVES; wave++) {
                for (int sender = 0; sender < WAVE; sender++) {
                    Thread.ofVirtual().start(() -> awaitRefusal(refused));
                }
                int expected = wave * WAVE - FIT_IN_MEMORY;
                Await.until(
                        "the service gives up bodies", () -> !service.handle().isAlive() || refused.get() >= expected);
            }
            assertServes(load);
        }
    }

    @Slow
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void streamsThatNobodyReads(boolean wide) throws Exception {
        try (Load load = new Load(service, key)) {
            awaitLargeResponse();
            load.awaitAcknowledged(SOME);
            RawHttp2 attacker = wide ? RawHttp2.openWide(service) : RawHttp2.open(service);
            attackers.add(attacker);
            for (int stream = 0; stream < READERS; stream++) {
                attacker.get(LIST, attackersKey);
            }
            assertServes(load);
        }
    }

    @Slow
    @ParameterizedTest
    @ValueSource(strings = {LIST, SESSIONS})
    void connectionsThatNobodyReads(String list) throws Exception {
        enlargePages();
        try (Load load = new Load(service, key)) {
            awaitLargeResponse();
            load.awaitAcknowledged(SOME);
            for (int reader = 0; reader < READERS; reader++) {
                attackers.add(RawConnection.openUnread(service)
                        .send("GET " + list + " HTTP/1.1\r\nHost: localhost\r\nX-API-KEY: " + attackersKey
                                + "\r\n\r\n"));
            }
            assertServes(load);
        }
    }

    /** Small responses, also without a key: each stream needs 8 kB until the client takes its response. */
    @Slow
    @Test
    void refusalsThatNobodyReads() throws Exception {
        byte[] noWindow = FloodConnection.frame(FloodConnection.SETTINGS, 0, 0, 0, 4, 0, 0, 0, 0);
        keepStreamsOpen(noWindow, FloodConnection.END_HEADERS | FloodConnection.END_STREAM);
    }

    /** Each stream needs as much until the client ends its request. */
    @Test
    void refusedRequestsThatNeverEnd() throws Exception {
        keepStreamsOpen(FloodConnection.frame(FloodConnection.SETTINGS, 0, 0), FloodConnection.END_HEADERS);
    }

    /** All connections send at the same time, so the service reads many before it can clean up after one that it closes. */
    private void keepStreamsOpen(byte[] settings, int flags) throws Exception {
        var requests = new ByteArrayOutputStream();
        requests.writeBytes(settings);
        for (int stream = 1; stream < 2 * STREAMS; stream += 2) {
            requests.writeBytes(FloodConnection.frame(
                    FloodConnection.HEADERS, flags, stream, FloodConnection.request("GET", "/api/key")));
        }
        try (Load load = new Load(service, key)) {
            load.awaitAcknowledged(SOME);
            for (int connection = 0; connection < HTTP_2_CONNECTIONS; connection++) {
                var attacker = new FloodConnection(new Socket(InetAddress.getLoopbackAddress(), service.port()));
                attackers.add(attacker);
                attacker.send(requests.toByteArray());
            }
            assertServes(load);
        }
    }

    /** The kernel takes the first responses of a connection; the service holds the next. */
    @Test
    void documentsThatNobodyReads() throws Exception {
        requestDocuments(400, 5);
    }

    @Slow
    @Test
    void documentOfEachConnectionThatNobodyReads() throws Exception {
        requestDocuments(1_000, 1);
    }

    /** A document has 1 MB, and needs no key. */
    private void requestDocuments(int connections, int requests) throws Exception {
        try (Load load = new Load(service, key)) {
            load.awaitAcknowledged(SOME);
            for (int connection = 0; connection < connections; connection++) {
                attackers.add(RawConnection.openUnread(service)
                        .send("GET /q/openapi HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(requests)));
            }
            load.awaitAcknowledged(PLENTY);
            assertThat(HeldGauges.of(service).get("in_flight")).isLessThan(ADMITTED);
            assertServes(load);
        }
    }

    /** Requests with large headers wait behind responses that nobody reads. */
    @Slow
    @Test
    void largeRequestsThatWait() throws Exception {
        String large = "GET /api/key HTTP/1.1\r\nHost: localhost\r\nX-A: " + "x".repeat(LARGE_HEADER) + "\r\n\r\n";
        try (Load load = new Load(service, key)) {
            load.awaitAcknowledged(SOME);
            for (int connection = 0; connection < WIDE_CONNECTIONS; connection++) {
                RawConnection attacker = RawConnection.openUnread(service);
                attackers.add(attacker);
                sendUnlessClosed(
                        attacker,
                        "GET /q/openapi HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(5) + large.repeat(WIDE_REQUESTS));
            }
            assertServes(load);
        }
    }

    /** A field of 4 bytes needs 100. */
    @Test
    void headersThatNeverEnd() throws Exception {
        unfinished("GET /api/key HTTP/1.1\r\nHost: localhost\r\n");
    }

    @Slow
    @Test
    void trailersThatNeverEnd() throws Exception {
        unfinished(
                "PATCH /api/users/u0/private_data HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n");
    }

    /** Connections that need no key. */
    private void unfinished(String beforeFields) throws Exception {
        String request = beforeFields + "a:\r\n".repeat(FIELDS);
        try (Load load = new Load(service, key)) {
            load.awaitAcknowledged(SOME);
            for (int connection = 0; connection < CONNECTIONS; connection++) {
                RawConnection attacker = RawConnection.open(service);
                attackers.add(attacker);
                sendUnlessClosed(attacker, request);
            }
            assertServes(load);
        }
    }

    /** The service refuses a connection while it still has those of the test before, and may close one during an attack. */
    private static void sendUnlessClosed(RawConnection attacker, String request) {
        try {
            attacker.send(request);
        } catch (IOException closed) {
            // Others attack.
        }
    }

    /** A body without a key is not read. As many frames as the flow-control window allows, each with one byte, need 6 MB. */
    @Slow
    @Test
    void frameForEachByteOfRefusedBodies() throws Exception {
        byte[] request = FloodConnection.request("PATCH", "/api/users/u0/private_data");
        try (Load load = new Load(service, key)) {
            load.awaitAcknowledged(SOME);
            for (int connection = 0; connection < TINY_SENDERS; connection++) {
                var attacker = new FloodConnection(new Socket(InetAddress.getLoopbackAddress(), service.port()));
                attackers.add(attacker);
                attacker.flood(
                        1 + WINDOW,
                        number -> number == 0
                                ? FloodConnection.frame(
                                        FloodConnection.HEADERS, FloodConnection.END_HEADERS, 1, request)
                                : FloodConnection.frame(FloodConnection.DATA, 0, 1, 0));
            }
            assertServes(load);
        }
    }

    /** Each holds the events that its connection has not accepted. */
    @Slow
    @ParameterizedTest
    @CsvSource({"250, /api/events?size=1000, 20000, 0", "150, /api/events, 2000, 100"})
    void eventStreamsThatNobodyReads(int streams, String feed, int events, int names) throws Exception {
        insertEvents(events, names);
        try (Load load = new Load(service, key)) {
            load.awaitAcknowledged(SOME);
            readEvents(streams, feed, "text/event-stream");
            assertServes(load);
        }
    }

    /** All wait for the same events. */
    @Slow
    @ParameterizedTest
    @CsvSource({
        "/api/events?after=now&wait=30&size=1000, application/json, 1000, 20",
        "/api/events?after=now, text/event-stream, 20000, 0",
        "/api/events?after=now, text/event-stream, 20, 3000"
    })
    void newEventsThatNobodyReads(String feed, String accept, int events, int names) throws Exception {
        try (Load load = new Load(service, key)) {
            load.awaitAcknowledged(SOME);
            readEvents(WAITING_READERS, feed, accept);
            Await.until("most readers wait", () -> readers() > WAITING_READERS / 2);
            insertEvents(events, names);
            assertServes(load);
        }
    }

    /** Pages of events with long names, each larger than the heap. */
    @Slow
    @ParameterizedTest
    @ValueSource(strings = {"/api/events?size=1000", "/api/audit_log?size=100"})
    void pagesOfLargeEvents(String page) throws Exception {
        insertEvents(200, 4_000);
        try (Load load = new Load(service, key)) {
            load.awaitAcknowledged(SOME);
            assertThat(service.get(attackersKey, page).statusCode()).isEqualTo(200);
            assertServes(load);
        }
    }

    /** Each page has 13 MB, which is known only when its rows arrive. Some get their page, the others wait, get 503, or are too slow. */
    @Slow
    @ParameterizedTest
    @ValueSource(strings = {LIST, SESSIONS})
    void listsThatAreLargerThanTheMemory(String list) throws Exception {
        enlargePages();
        try (Load load = new Load(service, key)) {
            load.awaitAcknowledged(SOME);
            List<Integer> statuses = Concurrently.call(Collections.nCopies(LISTS, () -> status(list)));
            assertHasMemory();
            assertThat(statuses).isSubsetOf(200, 503, ENDED);
            Await.until("a list is served", () -> status(list) == 200);
            assertServes(load);
        }
    }

    /** A transfer that takes more than a second, as on a busy machine, is ended if others need its memory. */
    private int status(String list) {
        try {
            return service.get(attackersKey, list).statusCode();
        } catch (CompletionException broken) {
            return ENDED;
        }
    }

    /** The other clients are served during the attack. After the attackers disconnect, nothing of them remains. */
    private void assertServes(Load load) throws Exception {
        Await.until("other clients are served", () -> !service.handle().isAlive() || load.acknowledged() > PLENTY);
        assertHasMemory();
        disconnect();
        Recovery.check("Attack on the memory", service, load, database);
        assertHasMemory();
        assertThat(service.liveness().statusCode()).isEqualTo(200);
        HeldGauges.awaitZero(service);
    }

    /** Neither the JVM nor Netty, which has its own buffers, ran out of memory. */
    private void assertHasMemory() throws IOException {
        assertThat(service.log().lines().filter(line -> line.matches(".*OutOf(Direct)?MemoryError.*")))
                .isEmpty();
        assertThat(service.handle().isAlive()).as("the process is alive").isTrue();
    }

    /** Never sends more requests at once than the service admits. */
    private void readEvents(int count, String feed, String accept) throws Exception {
        for (int reader = 1; reader <= count; reader++) {
            attackers.add(RawConnection.openUnread(service)
                    .send("GET " + feed + " HTTP/1.1\r\nHost: localhost\r\nX-API-KEY: " + attackersKey + "\r\nAccept: "
                            + accept + "\r\n\r\n"));
            if (reader % ADMITTED == 0) {
                Await.until(
                        "the readers are admitted",
                        () -> !service.handle().isAlive()
                                || HeldGauges.of(service).get("in_flight") < ADMITTED);
            }
        }
    }

    private double readers() throws IOException, InterruptedException {
        return HeldGauges.of(service).get("events_readers");
    }

    /** Each event names so many changed members, with names of 250 bytes. */
    private void insertEvents(int events, int names) throws SQLException {
        database.run("""
                insert into events (tenant_id, occurred_at, type, user_id, trace_id, selector, changed)
                select '%s', now(), 'session.revoked', 'user-' || n, repeat('a', 32), 'session_id',
                       (select array_agg('/' || rpad(name::text, 249, 'n')) from generate_series(1, %d) as name)
                  from generate_series(1, %d) as n
                """.formatted(tenant, names, events));
    }

    private void sendMost(AtomicLong sent, AtomicInteger done) {
        try {
            sendMost(sent);
        } catch (IOException turnedAway) {
            // The service may close the connection.
            return;
        } finally {
            done.incrementAndGet();
        }
    }

    private void awaitRefusal(AtomicInteger refused) {
        try {
            sendMost(new AtomicLong()).awaitText(" 503 ");
        } catch (IOException turnedAway) {
            // The service may close the connection.
            return;
        } finally {
            refused.incrementAndGet();
        }
    }

    /** Sends a request without its last bytes, as far as the service reads it. */
    private RawConnection sendMost(AtomicLong sent) throws IOException {
        String head = "PATCH " + DOCUMENT + " HTTP/1.1\r\nHost: localhost\r\nX-API-KEY: " + attackersKey
                + "\r\nContent-Type: application/json\r\nContent-Length: " + BODY_BYTES + "\r\n\r\n";
        byte[] part = new byte[PART_BYTES];
        RawConnection connection = RawConnection.open(service);
        attackers.add(connection);
        connection.send(head);
        for (int remaining = BODY_BYTES - MISSING_BYTES; remaining > 0; remaining -= PART_BYTES) {
            connection.send(part, 0, Math.min(remaining, PART_BYTES));
            sent.addAndGet(PART_BYTES);
        }
        return connection;
    }

    /** Waits until each sender has finished, or the service reads from none of them. */
    private static void awaitStalled(AtomicLong sent, AtomicInteger done) throws Exception {
        var last = new AtomicLong();
        var since = new AtomicLong(System.nanoTime());
        Await.until("nothing more is sent", () -> {
            if (last.getAndSet(sent.get()) != sent.get()) {
                since.set(System.nanoTime());
            }
            return done.get() == SENDERS || System.nanoTime() - since.get() > STALLED_NANOS;
        });
    }

    /** Creates a tenant with a full page of users with the largest documents. Returns its key. */
    private String largeTenant() throws SQLException {
        String large = database.tenant(tenant);
        database.run("""
                insert into users (tenant_id, user_id, created_at, last_updated_at, public_data)
                select '%s', 'u' || number, now(), now(), jsonb_build_object('a', repeat('x', 60000))
                  from generate_series(0, 99) as number
                """.formatted(tenant));
        return large;
    }

    /** Makes the pages of {@link #LIST} and {@link #SESSIONS} larger than the memory for responses. */
    private void enlargePages() throws SQLException {
        database.run("""
                insert into emails (tenant_id, user_id, email_id, email, verified, is_primary)
                select '%s', 'u' || number, n, rpad(number || '-' || n, 60, 'e') || '@' || repeat(repeat('d', 60) || '.', 2) || 'example.com',
                       true, false
                  from generate_series(0, 99) as number, generate_series(1, 500) as n
                """.formatted(tenant));
        database.run("""
                insert into sessions (tenant_id, user_id, session_id, session_key, initiated_at, expires_at, last_updated_at, client_ids)
                select '%s', 'u0', 's' || number, 'k', now(), now() + interval '1 day', now(),
                       (select array_agg(rpad('c' || n, 128, 'c')) from generate_series(1, 1000) as n)
                  from generate_series(0, 99) as number
                """.formatted(tenant));
    }

    /** Retries: right after the start, the first response may be too late. */
    private void awaitLargeResponse() throws Exception {
        Await.until(
                "a response is large",
                () -> service.get(attackersKey, LIST).body().length() > LARGE_ANSWER);
    }
}
