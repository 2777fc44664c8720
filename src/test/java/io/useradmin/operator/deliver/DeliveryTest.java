package io.useradmin.operator.deliver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.standardwebhooks.Webhook;
import io.useradmin.operator.deliver.Delivery.Outside;
import io.useradmin.operator.deliver.Delivery.Pause;
import io.useradmin.operator.deliver.Delivery.Settings;
import io.useradmin.operator.deliver.Receiver.Answer;
import io.useradmin.operator.deliver.Receiver.Request;
import io.useradmin.testsupport.FeedEnd;
import io.useradmin.testsupport.MovableClock;
import io.useradmin.testsupport.ServerCertificate;
import io.useradmin.testsupport.Sql;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.PemTrustOptions;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.net.http.HttpHeaders;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** No test waits for real time, except those with receivers that do not respond. */
class DeliveryTest {
    private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    private static final DeliveryTiming TIMING = new DeliveryTiming(
            Duration.ofSeconds(1),
            Duration.ofSeconds(1),
            Duration.ofSeconds(8),
            Duration.ofDays(3),
            // No test waits so long. On a busy machine, a receiver may need some seconds for its response.
            Duration.ofMinutes(1),
            Duration.ofMinutes(1));
    private static final DeliveryTiming HASTY = new DeliveryTiming(
            TIMING.poll(),
            TIMING.firstRetry(),
            TIMING.longestRetry(),
            TIMING.giveUp(),
            Duration.ofSeconds(1),
            Duration.ofSeconds(1));

    private static final String ADDRESS = "192.0.2.77";

    /** More waits than any test needs. */
    private static final int MAX_WAITS = 20;

    private final Tenant tenant = Tenant.create();
    private final MovableClock clock = new MovableClock();
    private Clock wallClock = clock;
    private final List<Duration> waits = new ArrayList<>();
    private final List<String> messages = new ArrayList<>();

    /** Called instead of a pause. Tests replace it to change something while the delivery waits. */
    private Pause pause = this::limitWaits;

    private Resolver resolver = Resolver.OF_SYSTEM;
    private HttpClientOptions http = new HttpClientOptions();
    private Receiver receiver;
    private Connection connection;

    @TempDir
    private Path folder;

    @BeforeEach
    void open() throws Exception {
        receiver = new Receiver();
        connection = TestDatabase.connect();
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
        receiver.close();
    }

    @Test
    void sendsEveryEventInOrderAndSigned() throws Exception {
        List<String> ids = record(3);

        assertThat(deliver("/hook?a=b%20c")).isEqualTo(3);

        assertThat(receiver.ids()).isEqualTo(ids);
        assertThat(receiver.requests()).allSatisfy(request -> {
            assertThat(request.method()).isEqualTo("POST");
            assertThat(request.path()).isEqualTo("/hook?a=b%20c");
            assertThat(request.headers().getFirst("content-type")).isEqualTo("application/cloudevents+json");
            assertThat(request.headers().getFirst("host")).isEqualTo("127.0.0.1:" + receiver.port());
            new Webhook(SECRET).verify(request.body(), headers(request));
            assertThatThrownBy(() -> new Webhook(SECRET).verify(request.body() + " ", headers(request)))
                    .hasMessageContaining("signature");
            JsonNode event = new ObjectMapper().readTree(request.body());
            assertThat(event.get("id").asText()).isEqualTo(request.id());
            assertThat(event.get("source").asText()).isEqualTo("/tenants/" + tenant.id());
        });
        assertThat(deliver("/hook?a=b%20c")).as("a second time").isZero();
    }

    @Test
    void readsPageAfterPage() throws Exception {
        List<String> ids = record(1_203);
        assertThat(deliver("/")).isEqualTo(1_203);
        assertThat(receiver.ids()).isEqualTo(ids);
    }

    @Test
    void sendsLaterEvents() throws Exception {
        List<String> ids = record(1);
        Deque<Integer> later = new ArrayDeque<>(List.of(2, 0, 1));
        pause = wait -> {
            waits.add(wait);
            if (later.isEmpty()) {
                throw new InterruptedException();
            }
            ids.addAll(record(later.removeFirst()));
        };

        assertThatThrownBy(() -> deliver(settings("/", false, false, TIMING))).isInstanceOf(InterruptedException.class);

        assertThat(receiver.ids()).isEqualTo(ids).hasSize(4);
        assertThat(waits).containsOnly(TIMING.poll()).hasSize(4);
    }

    /** The feed is in the order of transactions. A running one may come before others. */
    @Test
    void waitsForTransactionsThatRun() throws Exception {
        try (Connection writer = TestDatabase.begin()) {
            try (var statement = writer.createStatement()) {
                statement.execute("insert into events (tenant_id, occurred_at, type) values ('%s', now(), 'first')"
                        .formatted(tenant.id()));
            }
            insert(1);
            assertThat(deliver("/")).isZero();
            writer.commit();
        }
        FeedEnd.awaitAll(tenant);
        assertThat(deliver("/")).isEqualTo(2);
        assertThat(receiver.requests().getFirst().body()).contains("io.useradmin.first");
    }

    @Test
    void startsWithNewEventsIfRequested() throws Exception {
        record(2);
        assertThat(deliver(settings("/", true, true, TIMING))).isZero();
        List<String> ids = record(1);
        assertThat(deliver(settings("/", true, true, TIMING)))
                .as("a known target continues at its position")
                .isEqualTo(1);
        assertThat(receiver.ids()).isEqualTo(ids);
    }

    @Test
    void everyTargetHasItsOwnPosition() throws Exception {
        List<String> ids = record(2);
        deliver("/one");
        deliver("/two");
        assertThat(receiver.ids())
                .isEqualTo(Stream.of(ids, ids).flatMap(List::stream).toList());
    }

    /** Neither of another tenant to this target nor of this tenant to another target. */
    @Test
    void changesNoOtherDelivery() throws Exception {
        Tenant other = Tenant.create();
        Sql.run(
                "insert into deliveries (tenant_id, target, xid, seq) values (?, ?, '0', 0), (?, 'https://other', '0', 0)",
                other.id(),
                receiver.url("/"),
                tenant.id());
        String others =
                "select d::text from deliveries d where tenant_id = ? or tenant_id = ? and target = 'https://other'";
        List<String> before = Sql.list(others, other.id(), tenant.id());
        record(1);
        receiver.answering(Receiver.status(500));
        pause = wait -> {
            limitWaits(wait);
            assertThat(Sql.list(others, other.id(), tenant.id())).isEqualTo(before);
        };

        assertThat(deliver("/")).isEqualTo(1);

        assertThat(receiver.ids()).hasSize(2);
        assertThat(Sql.list(others, other.id(), tenant.id())).isEqualTo(before);
    }

    enum Trouble {
        STATUS_500("it responded with 500"),
        STATUS_404("it responded with 404"),
        REDIRECT_AS_GET("it responded with 303, and redirects are not followed"),
        REDIRECT_AS_POST("it responded with 307, and redirects are not followed"),
        CLOSED("Connection was closed"),
        HANGING("it sent no complete response within 2000 ms"),
        ENDLESS("it sent no complete response within 2000 ms");

        private final String reason;

        Trouble(String reason) {
            this.reason = reason;
        }

        /** Only these troubles need short timeouts. */
        private DeliveryTiming timing() {
            return this == HANGING || this == ENDLESS ? HASTY : TIMING;
        }

        /** With short timeouts, a busy machine can cause further attempts. */
        private int mostAttempts() {
            return timing() == HASTY ? MAX_WAITS : 3;
        }

        private Answer answer(Receiver receiver) {
            return switch (this) {
                case STATUS_500 -> Receiver.status(500);
                case STATUS_404 -> Receiver.status(404);
                case REDIRECT_AS_GET -> receiver.redirecting(303);
                case REDIRECT_AS_POST -> receiver.redirecting(307);
                case CLOSED -> Receiver.closing();
                case HANGING -> receiver.hanging();
                case ENDLESS -> receiver.endless();
            };
        }
    }

    @ParameterizedTest
    @EnumSource
    void sendsAnEventAgainUntilItIsTaken(Trouble trouble) throws Exception {
        String first = record(1).getFirst();
        deliver("/");
        String second = record(1).getFirst();
        receiver.answering(Receiver.times(2, trouble.answer(receiver)));

        assertThat(deliver(settings("/", false, true, trouble.timing()))).isEqualTo(1);

        assertThat(receiver.ids()).first().isEqualTo(first);
        List<String> attempts = receiver.ids().subList(1, receiver.ids().size());
        assertThat(attempts).hasSizeBetween(3, trouble.mostAttempts()).containsOnly(second);
        assertThat(receiver.requests()).allMatch(request -> request.path().equals("/"));
        assertThat(messages)
                .hasSize(attempts.size() - 1)
                .allMatch(line -> line.contains(second) && line.contains(trouble.reason));
        assertThat(messages).allSatisfy(line -> assertThat(line).doesNotContain("whsec", "v1,"));
    }

    /** Many receivers close connections that are idle, without a warning. A request can cross this on its way. */
    @Test
    void sendsAtOnceAgainIfTheReceiverClosesAUsedConnection() throws Exception {
        List<String> ids = record(3);
        receiver.answering(
                Receiver.status(204), Receiver.closing(), Receiver.status(204), Receiver.closing(), Receiver.closing());

        assertThat(deliver("/")).isEqualTo(3);

        String last = ids.getLast();
        assertThat(receiver.ids()).containsExactly(ids.getFirst(), ids.get(1), ids.get(1), last, last, last);
        assertThat(messages)
                .as("a new connection was closed too")
                .singleElement()
                .asString()
                .contains(last, "Connection was closed");
    }

    @Test
    void readsResponsesWithManyHeaders() throws Exception {
        record(1);
        receiver.answering(exchange -> {
            exchange.getResponseHeaders().set("Content-Security-Policy", "x".repeat(60_000));
            Receiver.status(204).to(exchange);
        });

        assertThat(deliver("/")).isEqualTo(1);

        assertThat(messages).isEmpty();
    }

    @Test
    void stopsAtOnceIfTheReceiverWantsNoMoreEvents() throws Exception {
        String event = record(1).getFirst();
        receiver.answering(Receiver.status(410));

        assertThatThrownBy(() -> deliver("/"))
                .isInstanceOf(DeliveryStoppedException.class)
                .hasMessage(("%s wants no more events: it responded to event %s with 410. No event is skipped."
                                + " If it wants them again, repeat the command.")
                        .formatted(receiver.url("/"), event));

        assertThat(receiver.ids()).containsExactly(event);
        assertThat(waits).isEmpty();
        assertThat(Sql.list("select 1 from deliveries where tenant_id = ? and failing_since is not null", tenant.id()))
                .hasSize(1);
        assertThat(deliver("/")).as("the next run").isEqualTo(1);
    }

    @Test
    void waitsLongerAfterEachFailureAndResetsForTheNextEvent() throws Exception {
        record(2);
        receiver.answering(Receiver.times(6, Receiver.status(503)))
                .answering(Receiver.status(200))
                .answering(Receiver.status(503));
        deliver("/");
        List<Integer> most = List.of(1, 2, 4, 8, 8, 8, 1);
        assertThat(waits).hasSameSizeAs(most);
        IntStream.range(0, most.size())
                .forEach(index -> assertThat(waits.get(index))
                        .isBetween(Duration.ofMillis(500L * most.get(index)), Duration.ofSeconds(most.get(index))));
    }

    @Test
    void waitsAsLongAsTheReceiverAsks() throws Exception {
        record(1);
        receiver.answering(
                busy("7"), busy("Fri, 31 Dec 9999 23:59:59 GMT"), busy("99999999999"), busy("a".repeat(8_000)));

        assertThat(deliver("/")).isEqualTo(1);

        assertThat(waits).hasSize(4).startsWith(Duration.ofSeconds(7), TIMING.longestRetry());
        assertThat(waits).allSatisfy(wait -> assertThat(wait).isLessThanOrEqualTo(TIMING.longestRetry()));
    }

    @Test
    void waitsUntilTheDateThatTheReceiverNames() throws Exception {
        record(1);
        Instant now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
        wallClock = Clock.fixed(now, ZoneOffset.UTC);
        receiver.answering(busy(httpDate(now.plusSeconds(7))), busy(httpDate(now.minusSeconds(7))));

        assertThat(deliver("/")).isEqualTo(1);

        assertThat(waits).hasSize(2).startsWith(Duration.ofSeconds(7));
        assertThat(waits.getLast()).isPositive();
    }

    private static String httpDate(Instant time) {
        return DateTimeFormatter.RFC_1123_DATE_TIME.format(time.atOffset(ZoneOffset.UTC));
    }

    private static Answer busy(String retryAfter) {
        return exchange -> {
            exchange.getResponseHeaders().set("Retry-After", retryAfter);
            exchange.sendResponseHeaders(429, -1);
        };
    }

    @Test
    void sendsNoAddressThatWasErasedWhileItWaited() throws Exception {
        recordWithAddress(1);
        receiver.answering(Receiver.status(503));
        pause = _ -> eraseAddresses();

        assertThat(deliver("/")).isEqualTo(1);

        assertThat(receiver.requests().getFirst().body()).contains(ADDRESS);
        assertThat(receiver.requests().getLast().body()).doesNotContain(ADDRESS);
    }

    /** The age of a page does not depend on the clock, which can be set back meanwhile. */
    @Test
    void sendsNoAddressThatWasErasedDuringASlowPage() throws Exception {
        wallClock = Clock.fixed(clock.instant(), ZoneOffset.UTC);
        recordWithAddress(3);
        receiver.answering(exchange -> {
            eraseAddresses();
            clock.advance(Duration.ofMinutes(2));
            Receiver.status(204).to(exchange);
        });

        assertThat(deliver("/")).isEqualTo(3);

        assertThat(receiver.requests())
                .filteredOn(request -> request.body().contains(ADDRESS))
                .hasSize(1);
    }

    private void recordWithAddress(int events) {
        insert(events);
        Sql.run("update events set ip_address = ?::inet where tenant_id = ?", ADDRESS, tenant.id());
        FeedEnd.awaitAll(tenant);
    }

    /** As a deletion of the users does. */
    private void eraseAddresses() {
        Sql.run("update events set ip_address = null where tenant_id = ?", tenant.id());
    }

    @Test
    void givesUpThreeDaysAfterTheFirstFailureEvenAcrossRuns() throws Exception {
        List<String> ids = record(1);
        receiver.answering(Receiver.times(4, Receiver.status(500)));
        pause = _ -> {
            throw new InterruptedException();
        };
        assertThatThrownBy(() -> deliver("/")).isInstanceOf(InterruptedException.class);
        clock.advance(Duration.ofDays(3).minusMinutes(1));
        assertThatThrownBy(() -> deliver("/")).isInstanceOf(InterruptedException.class);
        clock.advance(Duration.ofMinutes(1));
        for (int run = 0; run < 2; run++) {
            assertThatThrownBy(() -> deliver("/"))
                    .isInstanceOf(DeliveryStoppedException.class)
                    .hasMessage(("%s has not accepted event %s for 3 days: it responded with 500. No event is skipped."
                                    + " When the receiver works again, repeat the command.")
                            .formatted(receiver.url("/"), ids.getFirst()));
        }

        assertThat(deliver("/")).as("the receiver works").isEqualTo(1);
        record(1);
        receiver.answering(Receiver.status(500));
        assertThatThrownBy(() -> deliver("/"))
                .as("the next event has its own three days")
                .isInstanceOf(InterruptedException.class);
    }

    /**
     * Like a process that is killed after the receiver got an event, but before its response: the event is sent again, and none
     * is lost.
     */
    @Test
    void continuesAfterTheDatabaseConnectionIsLost() throws Exception {
        List<String> ids = record(4);
        int session = session(connection);
        receiver.answering(Receiver.times(2, Receiver.status(200))).answering(exchange -> {
            Sql.run("select pg_terminate_backend(?, 5000)", session);
            exchange.sendResponseHeaders(200, -1);
        });
        assertThatThrownBy(() -> deliver("/")).isInstanceOf(SQLException.class);
        assertThat(receiver.ids()).isEqualTo(ids.subList(0, 3));

        connection = TestDatabase.connect();
        assertThat(deliver("/")).isEqualTo(2);

        assertThat(receiver.ids()).containsExactly(ids.get(0), ids.get(1), ids.get(2), ids.get(2), ids.get(3));
    }

    @Test
    void onlyOneDeliversToATarget() throws Exception {
        record(1);
        deliver("/");
        try (Connection other = TestDatabase.connect()) {
            assertThatThrownBy(() -> deliver(other, settings("/", false, true, TIMING)))
                    .isInstanceOf(DeliveryStoppedException.class)
                    .hasMessage(
                            "Another process delivers the events of tenant %s to %s.", tenant.id(), receiver.url("/"));
            assertThat(deliver(other, settings("/other", false, true, TIMING))).isEqualTo(1);
        }
    }

    @Test
    void stopsIfEventsWerePurged() throws Exception {
        List<String> ids = record(3);
        receiver.answering(Receiver.status(200)).answering(Receiver.times(2, Receiver.status(500)));
        pause = _ -> {
            throw new InterruptedException();
        };
        assertThatThrownBy(() -> deliver("/")).isInstanceOf(InterruptedException.class);
        purge(1);
        assertThatThrownBy(() -> deliver("/"))
                .as("the purged events were delivered")
                .isInstanceOf(InterruptedException.class);
        purge(1);

        assertThatThrownBy(() -> deliver("/"))
                .isInstanceOf(DeliveryStoppedException.class)
                .hasMessageStartingWith("Events of tenant %s were purged before %s got them."
                        .formatted(tenant.id(), receiver.url("/")));
        assertThat(receiver.ids()).containsExactly(ids.get(0), ids.get(1), ids.get(1));
    }

    @Test
    void startsAfterPurgedEvents() throws Exception {
        List<String> ids = record(3);
        purge(2);
        assertThat(deliver("/")).isEqualTo(1);
        assertThat(receiver.ids()).containsExactly(ids.getLast());
    }

    /** Also before the first delivered event: the delivery never skips events silently. */
    @Test
    void stopsIfEventsWerePurgedBeforeTheFirstDelivery() throws Exception {
        record(2);
        receiver.answering(Receiver.status(500));
        pause = _ -> {
            throw new InterruptedException();
        };
        assertThatThrownBy(() -> deliver("/")).isInstanceOf(InterruptedException.class);
        purge(1);
        assertThatThrownBy(() -> deliver("/")).isInstanceOf(DeliveryStoppedException.class);
    }

    @Test
    void stopsIfThePositionIsOfAnotherCluster() throws Exception {
        record(1);
        deliver("/");
        Sql.run("update deliveries set xid = '4611686018427387904' where tenant_id = ?", tenant.id());
        assertThatThrownBy(() -> deliver("/"))
                .isInstanceOf(DeliveryStoppedException.class)
                .hasMessageContaining("another PostgreSQL cluster");
    }

    @Test
    void stopsWhenItsTenantIsDeleted() throws Exception {
        record(1);
        receiver.answering(exchange -> {
            Sql.run("delete from deliveries where tenant_id = ?", tenant.id());
            exchange.sendResponseHeaders(200, -1);
        });
        assertThatThrownBy(() -> deliver("/"))
                .isInstanceOf(DeliveryStoppedException.class)
                .hasMessage("The position of %s was deleted, or tenant %s was.", receiver.url("/"), tenant.id());
    }

    @Test
    void refusesPrivateAddressesAtOnce() {
        record(1);
        resolver = host -> List.of(address(host, 93, 184, 216, 34), address(host, 10, 0, 0, 1));
        assertThatThrownBy(() -> deliverToPublic("https://receiver.test:" + receiver.port()))
                .isInstanceOf(DeliveryStoppedException.class)
                .hasMessageContaining("has a private address");
        assertThat(Sql.list("select 1 from deliveries where tenant_id = ?", tenant.id()))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost", "127.0.0.1", "127.1", "2130706433", "[::1]", "[::ffff:127.0.0.1]", "0.0.0.0"})
    void refusesLocalhostInAnyNotation(String host) {
        assertThatThrownBy(() -> deliverToPublic("https://" + host + ":" + receiver.port()))
                .isInstanceOfAny(DeliveryStoppedException.class, IllegalArgumentException.class);
    }

    /** DNS rebinding: a name that was public at the start resolves to a private address later. */
    @Test
    void refusesPrivateAddressesAtEachAttempt() {
        record(1);
        Deque<InetAddress> answers = new ArrayDeque<>();
        answers.add(address("receiver.test", 93, 184, 216, 34));
        resolver = host -> List.of(answers.isEmpty() ? address(host, 127, 0, 0, 1) : answers.removeFirst());
        pause = _ -> {
            throw new InterruptedException();
        };
        assertThatThrownBy(() -> deliverToPublic("https://receiver.test:" + receiver.port()))
                .isInstanceOf(InterruptedException.class);
        assertThat(messages).singleElement().asString().contains("its host has a private address");
        assertThat(receiver.requests()).isEmpty();
    }

    /** Only this test's resolver knows the host. So the address in use is the one that was checked. */
    @Test
    void connectsToTheAddressThatWasCheckedAndStaysAtTheFirstThatWorks() throws Exception {
        record(3);
        receiver.answering(Receiver.times(3, Receiver.closingAfter(204)));
        resolver = host -> List.of(address(host, 127, 0, 0, 99), address(host, 127, 0, 0, 1));
        var target = Target.parse("http://receiver.test:" + receiver.port(), true);

        assertThat(deliver(connection, settings(target, TIMING))).isEqualTo(3);

        assertThat(messages).as("nothing listens on the first address").hasSize(1);
        assertThat(receiver.requests())
                .hasSize(3)
                .allSatisfy(request ->
                        assertThat(request.headers().getFirst("host")).isEqualTo("receiver.test:" + receiver.port()));
    }

    @Test
    void sendsAnIpv6AddressInBracketsAsHost() throws Exception {
        record(1);
        resolver = _ -> List.of(address("receiver.test", 127, 0, 0, 1));

        assertThat(deliverTo("http://[2001:db8::1]:" + receiver.port())).isEqualTo(1);

        assertThat(receiver.requests())
                .singleElement()
                .satisfies(request ->
                        assertThat(request.headers().getFirst("host")).isEqualTo("[2001:db8::1]:" + receiver.port()));
    }

    @Test
    void survivesADayWithoutDns() throws Exception {
        record(1);
        Deque<Boolean> answers = new ArrayDeque<>(List.of(false, false, true));
        resolver = host -> {
            if (!answers.removeFirst()) {
                throw new UnknownHostException(host);
            }
            return List.of(address(host, 127, 0, 0, 1));
        };
        var target = Target.parse("http://receiver.test:" + receiver.port(), true);
        assertThat(deliver(connection, settings(target, TIMING))).isEqualTo(1);
        assertThat(messages).singleElement().asString().contains("its host is unknown");
    }

    @Test
    void verifiesTheNameOfTheHostOverTls() throws Exception {
        var certificate = ServerCertificate.create(folder, "receiver");
        List<String> names = new ArrayList<>();
        Vertx vertx = Vertx.vertx();
        try {
            HttpServer server = vertx.createHttpServer(new HttpServerOptions()
                            .setSsl(true)
                            .setKeyCertOptions(new PemKeyCertOptions()
                                    .setCertPath(certificate.certificate().toString())
                                    .setKeyPath(certificate.key().toString())))
                    .requestHandler(request -> {
                        names.add(request.connection().indicatedServerName());
                        request.response().setStatusCode(204).end();
                    })
                    .listen(0, "127.0.0.1")
                    .toCompletionStage()
                    .toCompletableFuture()
                    .join();
            resolver = host -> List.of(address(host, 127, 0, 0, 1));
            record(1);
            pause = _ -> {
                throw new InterruptedException();
            };
            assertThatThrownBy(() -> deliverTo("https://localhost:" + server.actualPort()))
                    .as("the certificate is not trusted")
                    .isInstanceOf(InterruptedException.class);
            trust(certificate);
            assertThatThrownBy(() -> deliverTo("https://receiver.test:" + server.actualPort()))
                    .as("the certificate is of another host")
                    .isInstanceOf(InterruptedException.class);
            assertThat(messages)
                    .satisfiesExactly(
                            untrusted -> assertThat(untrusted).contains("unable to find valid certification path"),
                            otherName -> assertThat(otherName).contains("name matching receiver.test found. Next"));
            assertThat(names).isEmpty();
            HttpServer plain = vertx.createHttpServer()
                    .requestHandler(request -> request.response().end())
                    .listen(0, "127.0.0.1")
                    .toCompletionStage()
                    .toCompletableFuture()
                    .join();
            assertThatThrownBy(() -> deliverTo("https://localhost:" + plain.actualPort()))
                    .as("the receiver does not speak TLS")
                    .isInstanceOf(InterruptedException.class);
            assertThat(messages)
                    .last()
                    .asString()
                    .contains("not an SSL/TLS record")
                    .hasSizeLessThan(500);
            trust(certificate);
            assertThat(deliverTo("https://localhost:" + server.actualPort())).isEqualTo(1);
            assertThat(names).hasSize(1);
        } finally {
            vertx.close().toCompletionStage().toCompletableFuture().join();
        }
    }

    /** Fails the test if the delivery would retry forever. */
    private void limitWaits(Duration wait) {
        waits.add(wait);
        assertThat(waits).as(() -> messages.toString()).hasSizeLessThan(MAX_WAITS);
    }

    private void trust(ServerCertificate certificate) {
        http = new HttpClientOptions()
                .setPemTrustOptions(new PemTrustOptions()
                        .addCertPath(certificate.certificate().toString()));
    }

    /** Inserts events, each in its own transaction, and waits until the feed has them. Returns their ids. */
    /** Messages are shown on a terminal. The HTTP client quotes the status line. */
    @Test
    void printsNoControlCharactersOfAReceiver() throws Exception {
        record(1);
        try (var responding = new RawReceiver("HTTP/1.1 \u001b]0;title\u0007\u009b2J OK\r\n\r\n")) {
            pause = duration -> {
                throw new InterruptedException();
            };
            assertThatThrownBy(() -> deliverTo(responding.url())).isInstanceOf(InterruptedException.class);
        }

        assertThat(messages).singleElement().asString().contains("title").doesNotContainPattern("\\p{Cc}");
    }

    private List<String> record(int events) {
        List<String> ids = insert(events);
        FeedEnd.awaitAll(tenant);
        return ids;
    }

    private List<String> insert(int events) {
        return new ArrayList<>(IntStream.range(0, events)
                .mapToObj(number -> Sql.list(
                                "insert into events (tenant_id, occurred_at, type, user_id) values (?, now(), 'user.updated', ?)"
                                        + " returning event_id::text",
                                tenant.id(),
                                "ü" + number)
                        .getFirst())
                .toList());
    }

    /** Deletes the oldest events, like the command purge. */
    private void purge(int events) {
        Sql.run("""
                with oldest as (select xid, seq from events where tenant_id = ? order by xid, seq limit ?),
                     deleted as (delete from events e using oldest o where e.tenant_id = ? and e.xid = o.xid and e.seq = o.seq)
                insert into purged_events
                select ?, xid, seq from oldest order by xid desc, seq desc limit 1
                    on conflict (tenant_id) do update set xid = excluded.xid, seq = excluded.seq
                """, tenant.id(), events, tenant.id(), tenant.id());
    }

    private long deliver(String path) throws Exception {
        return deliver(settings(path, false, true, TIMING));
    }

    private long deliver(Settings settings) throws Exception {
        return deliver(connection, settings);
    }

    private long deliver(Connection own, Settings settings) throws Exception {
        return Delivery.run(own, settings, new Outside(resolver, http, pause, wallClock, clock), messages::add);
    }

    private long deliverTo(String url) throws Exception {
        return deliver(settings(Target.parse(url, true), TIMING));
    }

    private long deliverToPublic(String url) throws Exception {
        return deliver(settings(Target.parse(url, false), HASTY));
    }

    private Settings settings(String path, boolean fromNow, boolean once, DeliveryTiming timing) {
        return new Settings(
                tenant.id(),
                Target.parse(receiver.url(path), true),
                Secrets.parse(List.of(SECRET)),
                fromNow,
                once,
                timing);
    }

    private Settings settings(Target target, DeliveryTiming timing) {
        return new Settings(tenant.id(), target, Secrets.parse(List.of(SECRET)), false, true, timing);
    }

    private static HttpHeaders headers(Request request) {
        return HttpHeaders.of(request.headers(), (_, _) -> true);
    }

    private static InetAddress address(String host, int... bytes) {
        try {
            byte[] address = new byte[bytes.length];
            IntStream.range(0, bytes.length).forEach(index -> address[index] = (byte) bytes[index]);
            return InetAddress.getByAddress(host, address);
        } catch (UnknownHostException impossible) {
            throw new AssertionError(impossible);
        }
    }

    private static int session(Connection connection) throws SQLException {
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery("select pg_backend_pid()")) {
            rows.next();
            return rows.getInt(1);
        }
    }
}
