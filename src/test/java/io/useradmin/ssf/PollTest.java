package io.useradmin.ssf;

import static io.useradmin.testsupport.Api.as;
import static io.useradmin.testsupport.Api.given;
import static io.useradmin.testsupport.Api.withKey;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.anEmptyMap;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.nullValue;

import com.fasterxml.jackson.databind.JsonNode;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.useradmin.operator.jdbc.Jdbc;
import io.useradmin.testsupport.Await;
import io.useradmin.testsupport.CapturedLog;
import io.useradmin.testsupport.Concurrently;
import io.useradmin.testsupport.FeedEnd;
import io.useradmin.testsupport.HeldGauges;
import io.useradmin.testsupport.Locks;
import io.useradmin.testsupport.Management;
import io.useradmin.testsupport.MovableClock;
import io.useradmin.testsupport.RawHttp;
import io.useradmin.testsupport.Response;
import io.useradmin.testsupport.Sql;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import jakarta.inject.Inject;
import java.io.IOException;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A receiver gets every event of its stream, in order, until it acknowledges it. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class PollTest {
    final Tenant tenant = Tenant.create();
    final String user = tenant.user();
    private Receiver receiver;

    /** The service runs at most as many writes at once as it has connections. */
    @ConfigProperty(name = "quarkus.datasource.reactive.max-size")
    int mostWrites;

    @Inject
    PollService polls;

    @Inject
    Vertx vertx;

    @Inject
    MovableClock clock;

    @Inject
    MeterRegistry metrics;

    @BeforeEach
    void createStream() {
        receiver = Receiver.create(tenant);
    }

    /** Other classes use the same service. */
    @AfterEach
    void resetClock() {
        clock.reset();
    }

    @Test
    void deliversEachKindOfEventWithoutValues() {
        tenant.session(user, "s1");
        as(tenant).delete("/api/users/{user}/sessions/s1", user).then().statusCode(204);
        put("{\"disabled\": true}");
        put("{\"disabled\": false}");
        put("{\"emails\": [{\"email\": \"new@example.com\"}]}");
        put("{\"emails\": [{\"email\": \"new@example.com\"}], \"phone_numbers\": [{\"phone\": \"+358401234567\"}]}");
        as(tenant).delete("/api/users/{user}", user).then().statusCode(204);

        List<JsonNode> tokens = receiver.await(6);
        assertThat(tokens)
                .extracting(Receiver::type)
                .containsExactly(
                        "caep/event-type/session-revoked",
                        "risc/event-type/account-disabled",
                        "risc/event-type/account-enabled",
                        "risc/event-type/identifier-changed",
                        "risc/event-type/identifier-changed",
                        "risc/event-type/account-purged");
        String subject = "{\"format\":\"iss_sub\",\"iss\":\"%s/tenants/%s\",\"sub\":\"%s\"}"
                .formatted(Receiver.ISSUER, tenant.id(), user);
        assertThat(tokens.subList(1, 6))
                .allSatisfy(token -> assertThat(token.get("sub_id")).isEqualTo(Receiver.json(subject)));
        JsonNode revoked = tokens.getFirst();
        assertThat(revoked.get("sub_id"))
                .isEqualTo(Receiver.json("{\"format\":\"complex\",\"user\":" + subject
                        + ",\"session\":{\"format\":\"opaque\",\"id\":\"s1\"}}"));
        assertThat(revoked.at("/events").elements().next().get("event_timestamp"))
                .isEqualTo(revoked.get("toe"));
        assertThat(tokens.toString()).doesNotContain("new@example.com", "+358401234567");
    }

    /** Events of the tenant that are no signals. */
    @Test
    void deliversNothingElse() {
        as(tenant)
                .body("{\"public_data\": {\"a\": 1}}")
                .patch("/api/users/{user}/public_data", user)
                .then()
                .statusCode(200);
        put("{\"username\": {\"username\": \"ann\"}}");
        as(tenant).body("{\"name\": \"G\"}").put("/api/groups/g").then().statusCode(201);
        as(tenant).delete("/api/users/{user}", user).then().statusCode(204);

        assertThat(receiver.await(1)).extracting(Receiver::type).containsExactly("risc/event-type/account-purged");
    }

    @Test
    void deliversAgainUntilItIsAcknowledged() {
        revoke(2);
        String[] ids = Receiver.ids(receiver.await(2));

        assertThat(Receiver.ids(receiver.poll())).containsExactly(ids);
        assertThat(Receiver.ids(receiver.poll(ids[0]))).containsExactly(ids[1]);
        assertThat(Receiver.ids(receiver.poll(ids[0], "unknown"))).containsExactly(ids[1]);
        assertThat(receiver.poll(ids[1])).isEmpty();
        assertThat(receiver.poll(ids)).isEmpty();
    }

    /** A signature costs a millisecond, and a receiver may poll in a loop without an acknowledgement. */
    @Test
    void signsATokenOnce() {
        revoke(1);
        receiver.await(1);
        String body = Receiver.body(1, true);
        Map<String, String> first = Receiver.sets(receiver.send(body));

        clock.stop();
        clock.advance(Duration.ofSeconds(2));

        assertThat(Receiver.sets(receiver.send(body))).isEqualTo(first).isNotEmpty();
    }

    @Test
    void otherWritesDoNotWaitForSignatures() throws Exception {
        revoke(1);
        receiver.await(1);
        int processors = Runtime.getRuntime().availableProcessors();
        var free = new CountDownLatch(1);
        WorkerExecutor signers = vertx.createSharedWorkerExecutor(SecurityEventTokens.SIGNERS, processors);
        IntStream.range(0, processors)
                .forEach(_ -> signers.executeBlocking(
                        () -> {
                            free.await();
                            return null;
                        },
                        false));
        try {
            var polls = Stream.generate(() -> Concurrently.begin(() -> receiver.send(Receiver.body(100, true))))
                    .limit(mostWrites)
                    .toList();
            Await.until("all polls wait", () -> held("in_flight") >= mostWrites);
            revoke(1, 2);
            free.countDown();
            polls.forEach(CompletableFuture::join);
        } finally {
            free.countDown();
            signers.close();
        }
    }

    private static double held(String what) throws IOException {
        return HeldGauges.of(Management.get("/q/metrics").asString()).get(what);
    }

    /** Both have read the stream before either stores an acknowledgement. */
    @ParameterizedTest
    @CsvSource({"1, 2, 0", "0, 2, 1", "2, 0, 1"})
    void storesTheAcknowledgementsOfTwoPollsAtOnce(int first, int second, int left) throws Exception {
        revoke(3);
        String[] ids = Receiver.ids(receiver.await(3));
        try (Connection holder = TestDatabase.begin()) {
            Jdbc.update(holder, "select from ssf_streams where stream_id = ? for update", receiver.id());
            var one = Concurrently.begin(() -> receiver.poll(ids[first]));
            Locks.awaitBlockedBy(holder);
            var two = Concurrently.begin(() -> receiver.poll(ids[second]));
            Locks.awaitWaiting(2);
            holder.commit();
            CompletableFuture.allOf(one, two).join();
        }

        assertThat(Receiver.ids(receiver.poll())).containsExactly(ids[left]);
    }

    /** It reads many events like a GET, although it is a POST. */
    @Test
    void holdsMemoryForTheEventsThatItHasRead() throws Exception {
        Sql.run(
                "insert into events (tenant_id, occurred_at, type, user_id)"
                        + " select ?, now(), 'user.disabled', 'u' from generate_series(1, 200)",
                tenant.id());
        FeedEnd.awaitAll(tenant);
        String[] ids = Receiver.ids(receiver.poll());
        try (Connection holder = TestDatabase.begin()) {
            Jdbc.update(holder, "select from ssf_streams where stream_id = ? for update", receiver.id());
            var poll = Concurrently.begin(() -> receiver.poll(ids));
            Locks.awaitBlockedBy(holder);
            assertThat(HeldGauges.of(Management.get("/q/metrics").asString()).get("responses"))
                    .isPositive();
            holder.commit();
            poll.join();
        }
    }

    /** The poll has read the stream before the change, and the feed after the event. */
    @Test
    void skipsNoEventOfATypeThatIsRequestedMeanwhile() throws Exception {
        Receiver changing =
                Receiver.create(tenant, "{\"events_requested\": [\"" + Signal.SESSION_REVOKED.uri() + "\"]}");
        revoke(1);
        String[] ids = Receiver.ids(changing.await(1));
        try (Connection other = TestDatabase.begin()) {
            Jdbc.update(other, "lock table events in access exclusive mode");
            var poll = Concurrently.begin(() -> changing.poll(ids));
            Locks.awaitBlockedBy(other);
            Jdbc.update(other, "update ssf_streams set events_requested = null where stream_id = ?", changing.id());
            Jdbc.update(
                    other,
                    "insert into events (tenant_id, occurred_at, type, user_id) values (?, now(), 'user.disabled', ?)",
                    tenant.id(),
                    user);
            other.commit();
            poll.join();
        }

        assertThat(changing.await(2))
                .extracting(Receiver::type)
                .containsExactly("caep/event-type/session-revoked", "risc/event-type/account-disabled");
    }

    /** The acknowledgement is stored, so the receiver must not be told that nothing was changed. */
    @Test
    void answersAnAcknowledgementIfTheDatabaseFailsWhileItWaits() throws Exception {
        revoke(1);
        String id = Receiver.ids(receiver.await(1))[0];
        CompletableFuture<Response> poll = Concurrently.begin(() -> receiver.send("{\"ack\": [\"" + id + "\"]}"));
        Await.until(
                "the poll waits",
                () -> Management.get("/q/metrics").asString().contains("\nuseradmin_events_readers 1.0"));
        Sql.run("alter table ssf_streams rename to hidden");
        try {
            revoke(1);
            poll.join().then().statusCode(200).body("sets", anEmptyMap());
        } finally {
            Sql.run("alter table hidden rename to ssf_streams");
        }
    }

    @Test
    void deliversInOrderInPartsOfMaxEvents() {
        revoke(25);
        List<String> all = List.of(Receiver.ids(receiver.await(25)));
        List<String> sessions = receiver.poll().stream()
                .map(token -> token.at("/sub_id/session/id").asText())
                .toList();
        assertThat(sessions).containsExactlyElementsOf(sessions(0, 25));

        List<String> seen = new ArrayList<>();
        String[] last = {};
        for (int part : List.of(10, 10, 5)) {
            Response response = receiver.send(Receiver.body(10, true, last));
            response.then().body("moreAvailable", part == 10 ? equalTo(true) : nullValue());
            last = Receiver.ids(receiver.claims(response));
            assertThat(last).hasSize(part);
            seen.addAll(List.of(last));
        }
        assertThat(seen).isEqualTo(all);
    }

    @Test
    void storesAcknowledgementsOutOfOrder() {
        revoke(5);
        String[] ids = Receiver.ids(receiver.await(5));

        assertThat(Receiver.ids(receiver.poll(ids[2], ids[4]))).containsExactly(ids[0], ids[1], ids[3]);
        assertThat(Receiver.ids(receiver.poll())).containsExactly(ids[0], ids[1], ids[3]);
        assertThat(Receiver.ids(receiver.poll(ids[0]))).containsExactly(ids[1], ids[3]);
        assertThat(Receiver.ids(receiver.poll(ids[1]))).containsExactly(ids[3]);
        assertThat(receiver.poll(ids[3])).isEmpty();
        assertThat(Sql.list("select cardinality(acknowledged) from ssf_streams where stream_id = ?", receiver.id()))
                .containsExactly("0");
    }

    /** A receiver that never acknowledges one event must not make the service store more and more. */
    @Test
    void storesNoMoreThanAWindow() {
        revoke(Window.SIZE + 50);
        receiver.await(PollRequest.MOST_TOKENS);
        List<JsonNode> tokens = receiver.poll();
        String first = Receiver.ids(tokens)[0];
        while (tokens.size() > 1) {
            String[] ids = Receiver.ids(tokens);
            tokens = receiver.poll(List.of(ids).subList(1, ids.length).toArray(String[]::new));
        }

        assertThat(Receiver.ids(tokens)).containsExactly(first);
        assertThat(Sql.list("select cardinality(acknowledged) from ssf_streams where stream_id = ?", receiver.id()))
                .containsExactly(Integer.toString(Window.SIZE - 1));
        receiver.poll(first);
        assertThat(receiver.await(50)).hasSize(50);
    }

    @Test
    void doesNotRepeatTokensThatTheReceiverRejected() {
        revoke(2);
        String[] ids = Receiver.ids(receiver.await(2));

        assertThat(Receiver.ids(receiver.claims(reject(ids[0])))).containsExactly(ids[1]);
    }

    @Test
    void metersEachRejectedTokenOnce() {
        revoke(3);
        String[] ids = Receiver.ids(receiver.await(3));
        double before = rejected();

        reject("invented");
        assertThat(rejected()).isEqualTo(before);
        for (String id : new String[] {ids[1], ids[1], ids[0], ids[0], ids[1]}) {
            reject(id);
        }
        assertThat(rejected()).isEqualTo(before + 2);
        receiver.verify("state");
        reject(Receiver.ids(receiver.poll())[0]);
        assertThat(rejected()).isEqualTo(before + 3);
    }

    private Response reject(String id) {
        return receiver.send("{\"returnImmediately\": true, \"setErrs\": {\"" + id
                + "\": {\"err\": \"invalid_audience\", \"description\": \"other\"}}}");
    }

    private double rejected() {
        return metrics.get("useradmin.ssf.rejected").functionCounter().count();
    }

    @Test
    void onlyAcknowledgesIfNoTokensAreRequested() {
        revoke(2);
        String[] ids = Receiver.ids(receiver.await(2));

        receiver.send("{\"maxEvents\": 0, \"ack\": [\"" + ids[0] + "\"]}")
                .then()
                .statusCode(200)
                .body("sets.size()", equalTo(0))
                .body("moreAvailable", equalTo(true));
        assertThat(Receiver.ids(receiver.poll())).containsExactly(ids[1]);
        receiver.send("{\"maxEvents\": 0}").then().statusCode(200).body("sets.size()", equalTo(0));
    }

    @Test
    void hasNothingForANewStream() {
        assertThat(receiver.poll()).isEmpty();
        assertThat(Receiver.json(receiver.send("{\"returnImmediately\": true}")))
                .isEqualTo(Receiver.json("{\"sets\": {}}"));
    }

    @Test
    void waitsForTheNextEvent() {
        CompletableFuture<Response> waiting = Concurrently.begin(() -> receiver.send("{}"));
        int number = 0;
        while (!waiting.isDone()) {
            // Events that are no signals do not end the wait.
            put("{\"username\": {\"username\": \"name-" + number + "\"}}");
            if (number++ > 2) {
                revoke(number, number + 1);
            }
        }

        assertThat(receiver.claims(waiting.join()))
                .isNotEmpty()
                .allSatisfy(token -> assertThat(Receiver.type(token)).isEqualTo("caep/event-type/session-revoked"));
    }

    /** The polls that wait for one event may be more than the connections to the database, and more than its queue takes. */
    @Test
    void searchesForManyPollsOnlyAsFastAsTheLimiterPermits() throws Exception {
        int many = 80;
        List<CompletableFuture<Response>> waiting = java.util.stream.Stream.generate(
                        () -> Concurrently.begin(() -> receiver.send("{}")))
                .limit(many)
                .toList();
        Await.until("all polls wait", () -> gauge("useradmin.events.readers") == many);
        try (Connection earlier = TestDatabase.begin();
                Connection table = TestDatabase.begin()) {
            // Holds back the event until the table is locked.
            earlier.createStatement().execute("select pg_current_xact_id()");
            tenant.session(user, "s1");
            as(tenant).delete("/api/users/{user}/sessions/s1", user).then().statusCode(204);
            table.createStatement().execute("lock table ssf_streams in access exclusive mode");
            earlier.rollback();
            Await.until(
                    "most of them wait for a permit",
                    () -> gauge("useradmin.requests.held", "state", "queued") > many / 2);
            // A write does not wait behind them.
            tenant.session(user, "s2");
        }

        assertThat(waiting)
                .allSatisfy(poll -> assertThat(receiver.claims(poll.join())).hasSize(1));
    }

    private double gauge(String name, String... tags) {
        return metrics.get(name).tags(tags).gauge().value();
    }

    /** Then an event that is no signal came at the very end. */
    @Test
    void waitsNoLongerWhenItsTimeIsOver() {
        PollService.Pending nothing =
                polls.find(tenant.id(), receiver.id()).await().indefinitely();
        for (Duration over : List.of(Duration.ZERO, Duration.ofNanos(-1))) {
            assertThat(polls.await(nothing, over, UnaryOperator.identity())
                            .await()
                            .indefinitely())
                    .isFalse();
        }
    }

    /** Most polls only wait. They count as reads. */
    @Test
    void isInTheAuditLogIfItAcknowledgesOrIsRefused() {
        revoke(1);
        String[] ids = Receiver.ids(receiver.await(1));

        try (CapturedLog log = CapturedLog.listen()) {
            receiver.poll();
            receiver.send("{\"maxEvents\": -1}").then().statusCode(422);
            receiver.poll(ids);
            receiver.poll();
            assertThat(log.lines("audit"))
                    .extracting(line -> line.fields().get("outcome"))
                    .containsExactly("refused", "done");
        }
    }

    @Test
    void keepsEventsWhilePaused() {
        revoke(1);
        String[] first = Receiver.ids(receiver.await(1));
        receiver.status("paused");
        revoke(1, 3);

        assertThat(receiver.poll(first)).isEmpty();
        receiver.verify("waiting");
        assertThat(receiver.poll()).isEmpty();
        receiver.status("enabled");
        assertThat(receiver.await(3))
                .extracting(token -> token.at("/sub_id/session/id").asText())
                .containsExactly("", "s1", "s2");
    }

    @Test
    void dropsEventsWhileDisabled() {
        revoke(1);
        String[] first = Receiver.ids(receiver.await(1));
        receiver.status("disabled");
        revoke(1, 2);
        assertThat(receiver.poll(first)).isEmpty();

        receiver.status("enabled");
        assertThat(receiver.poll()).isEmpty();
        revoke(2, 3);
        assertThat(receiver.await(1))
                .extracting(token -> token.at("/sub_id/session/id").asText())
                .containsExactly("s2");
    }

    @Test
    void saysThatEventsWerePurged() {
        revoke(2);
        receiver.await(2);
        Sql.run("""
                with purged as (delete from events where tenant_id = ? and type = 'session.revoked' returning *)
                insert into purged_events select tenant_id, xid, seq from purged order by xid desc, seq desc limit 1
                """, tenant.id());

        receiver.send("{\"returnImmediately\": true}")
                .then()
                .statusCode(410)
                .body("type", equalTo("urn:useradmin:problem:events-purged"));
        receiver.status("disabled");
        receiver.status("enabled");
        revoke(2, 3);
        assertThat(receiver.await(1)).hasSize(1);
    }

    /** A poll must make progress even if there are more events without a signal than one statement reads. */
    @Test
    void findsASignalAmongManyOtherEvents() {
        Sql.run(
                "insert into events (tenant_id, occurred_at, type, user_id)"
                        + " select ?, now(), 'session.created', 'u' from generate_series(1, 20500)",
                tenant.id());
        revoke(1);

        int polls = 0;
        List<JsonNode> found = List.of();
        while (found.isEmpty()) {
            Response response = receiver.send("{\"returnImmediately\": true}");
            found = receiver.claims(response);
            assertThat(++polls).isLessThan(1_000);
        }
        assertThat(found).hasSize(1);
    }

    @Test
    void deliversAVerificationUntilItIsAcknowledged() {
        receiver.verify("first");
        receiver.verify("state \\u00e4");

        JsonNode token = receiver.poll().getFirst();
        assertThat(Receiver.type(token)).isEqualTo("ssf/event-type/verification");
        assertThat(token.at("/events").elements().next().get("state").asText()).isEqualTo("state ä");
        assertThat(token.get("sub_id"))
                .isEqualTo(Receiver.json("{\"format\":\"opaque\",\"id\":\"" + receiver.id() + "\"}"));
        assertThat(receiver.poll()).hasSize(1);
        assertThat(receiver.poll(Receiver.ids(List.of(token)))).isEmpty();
    }

    /** The acknowledgement of the first one waits for the transaction that stores the next one. */
    @Test
    void deliversAVerificationThatIsRequestedMeanwhile() throws Exception {
        receiver.verify("first");
        String[] ids = Receiver.ids(receiver.poll());
        try (Connection other = TestDatabase.begin()) {
            Jdbc.update(
                    other,
                    "update ssf_streams set verification_id = 'next', verification_state = 'second' where stream_id = ?",
                    receiver.id());
            var poll = Concurrently.begin(() -> receiver.poll(ids));
            Locks.awaitBlockedBy(other);
            other.commit();
            poll.join();
        }

        JsonNode token = receiver.poll().getFirst();
        assertThat(token.get("jti").asText()).isEqualTo("next");
        assertThat(token.at("/events").elements().next().get("state").asText()).isEqualTo("second");
    }

    /** Polls and acknowledgements get lost or are repeated, while new events happen. No event is lost, and all are in order. */
    @Test
    void losesNoEventWhateverGetsLost() {
        CompletableFuture<Boolean> writing = Concurrently.begin(() -> {
            revoke(60);
            return true;
        });
        List<String> seen = new ArrayList<>();
        List<String> acknowledged = new ArrayList<>();
        for (int number = 0; seen.size() < 60; number++) {
            List<JsonNode> tokens = receiver.poll(7, acknowledged.toArray(String[]::new));
            if (number % 3 != 0) {
                // In the other cases, the response gets lost.
                acknowledged = new ArrayList<>(List.of(Receiver.ids(tokens)));
                tokens.stream()
                        .map(token -> token.at("/sub_id/session/id").asText())
                        .filter(session -> !seen.contains(session))
                        .forEach(seen::add);
            }
        }
        writing.join();

        assertThat(seen).containsExactlyElementsOf(sessions(0, 60));
    }

    @Test
    void takesAKeyAsABearerToken() {
        String key = tenant.key("events:read").reveal();

        bearer(key).then().statusCode(200);
        bearer(key.replace('a', 'b')).then().statusCode(401);
        bearer(tenant.revokedKey().reveal()).then().statusCode(401);
        bearer(tenant.key("ssf:manage").reveal()).then().statusCode(403);
        withKey(key)
                .header("Authorization", "Bearer " + key)
                .body("{}")
                .post("/api/ssf/poll?stream_id=" + receiver.id())
                .then()
                .statusCode(401);
        given().header("Authorization", "Bearer " + tenant.apiKey())
                .get("/api/users")
                .then()
                .statusCode(401);
    }

    /** The request has a key, so it is not refused for a missing one. */
    @Test
    void isUnreadableWithABearerToken() {
        assertThat(RawHttp.exchange("POST /api/ssf/poll?stream_id=%zz HTTP/1.1\r\nHost: localhost\r\n"
                        + "Authorization: Bearer " + tenant.apiKey() + "\r\nContent-Length: 0\r\n\r\n"))
                .startsWith("HTTP/1.1 400 ");
    }

    private Response bearer(String key) {
        return given().header("Authorization", "Bearer " + key)
                .contentType("application/json")
                .body("{\"returnImmediately\": true}")
                .post("/api/ssf/poll?stream_id=" + receiver.id());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"maxEvents\": -1}                      | 422 | /maxEvents",
                "{\"maxEvents\": 1.5}                     | 422 | /maxEvents",
                "{\"maxEvents\": 99999999999}             | 422 | /maxEvents",
                "{\"returnImmediately\": 1}               | 422 | /returnImmediately",
                "{\"ack\": \"a\"}                         | 422 | /ack",
                "{\"ack\": [1]}                           | 422 | /ack/0",
                "{\"setErrs\": {\"a\": {}}}               | 422 | /setErrs/a/err",
                "{\"setErrs\": {\"a\": 1}}                | 422 | /setErrs/a",
                "{\"setErrs\": []}                        | 422 | /setErrs",
                "[]                                       | 422 | ``",
                "{                                        | 400 | ``",
            })
    void refusesInvalidPolls(String body, int status, String pointer) {
        receiver.send(body).then().statusCode(status).body("errors[0].pointer", equalTo(pointer));
    }

    @Test
    void ignoresMembersThatOnlyTheReceiverKnows() {
        revoke(1);
        receiver.await(1);

        Response response = receiver.send(
                "{\"stream_id\": \"%s\", \"max_events\": 10, \"returnImmediately\": true}".formatted(receiver.id()));

        assertThat(receiver.claims(response)).hasSize(1);
    }

    @Test
    void asksForAStream() {
        as(tenant).body("{}").post("/api/ssf/poll").then().statusCode(422).body("errors[0].code", equalTo("required"));
        as(tenant).body("{}").post("/api/ssf/poll?stream_id=none").then().statusCode(404);
        as(tenant)
                .body("{}")
                .post("/api/ssf/poll?stream_id=a&stream_id=a")
                .then()
                .statusCode(400);
    }

    private void put(String body) {
        as(tenant).body(body).put("/api/users/{user}", user).then().statusCode(200);
    }

    /** Revokes this many sessions. Their numbers start with 0. */
    private void revoke(int number) {
        revoke(0, number);
    }

    private void revoke(int from, int to) {
        for (String session : sessions(from, to)) {
            tenant.session(user, session);
            as(tenant)
                    .delete("/api/users/{user}/sessions/{session}", user, session)
                    .then()
                    .statusCode(204);
        }
        FeedEnd.awaitAll(tenant);
    }

    private static List<String> sessions(int from, int to) {
        return java.util.stream.IntStream.range(from, to)
                .mapToObj(number -> "s" + number)
                .toList();
    }
}
