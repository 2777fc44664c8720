package io.useradmin.event;

import static io.useradmin.testsupport.Api.as;
import static io.useradmin.testsupport.Api.withKey;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.not;

import com.fasterxml.jackson.databind.JsonNode;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.mutiny.helpers.test.AssertSubscriber;
import io.useradmin.operator.jdbc.Jdbc;
import io.useradmin.problem.Problem;
import io.useradmin.problem.ProblemException;
import io.useradmin.shared.QueryParameters;
import io.useradmin.shared.Violations;
import io.useradmin.testsupport.Await;
import io.useradmin.testsupport.Concurrently;
import io.useradmin.testsupport.FeedEnd;
import io.useradmin.testsupport.RawHttp;
import io.useradmin.testsupport.Response;
import io.useradmin.testsupport.Sql;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class FeedTest {
    private static final String BATCH = "application/cloudevents-batch+json";
    private static final Duration TIMEOUT = Duration.ofMinutes(1);

    final Tenant tenant = Tenant.create();
    final String user = tenant.user();

    @Inject
    Feed feed;

    @Test
    void pagesThroughEverythingOnce() {
        change(25);

        List<String> once = ids(Events.feed(tenant, 1_000));
        assertThat(once).hasSize(25).doesNotHaveDuplicates();
        assertThat(ids(Events.feed(tenant, 7))).isEqualTo(once);
        Response page = as(tenant).get("/api/events?size=10");
        assertThat(page.header("Link"))
                .isEqualTo("</api/events?after=" + page.header("X-Next-Cursor") + "&size=10>; rel=\"next\"");
        assertThat(page.contentType()).startsWith("application/json");
        assertThat(withKey(tenant.apiKey()).accept("*/*").get("/api/events").contentType())
                .startsWith(BATCH);
        assertThat(withKey(tenant.apiKey()).accept(BATCH).get("/api/events").contentType())
                .startsWith(BATCH);
    }

    @Test
    void isABatchForAClientWithoutAccept() {
        assertThat(RawHttp.get("/api/events", tenant.apiKey())).contains("\r\nContent-Type: " + BATCH + "\r\n");
    }

    @Test
    void filtersByTypeAndUser() {
        change(2);
        String other = tenant.user();
        tenant.session(other, "s");
        as(tenant).delete("/api/users/{user}/sessions/s", other).then().statusCode(204);

        assertThat(types("type=io.useradmin.session.*")).containsExactly("io.useradmin.session.revoked");
        assertThat(types("type=io.useradmin.session.revoked&type=io.useradmin.user.*"))
                .hasSize(3);
        assertThat(types("type=*")).hasSize(3);
        assertThat(types("user_id=" + other)).containsExactly("io.useradmin.session.revoked");
        assertThat(types("user_id=" + other + "&type=io.useradmin.user.*")).isEmpty();
        as(tenant)
                .get("/api/events?type=io.useradmin.session.revoked&size=1")
                .then()
                .header("Link", org.hamcrest.Matchers.containsString("type=io.useradmin.session.revoked"));
    }

    /** During a roll-out, a later release may have stored such an event. The cursor passes it, so no reader may miss it. */
    @Test
    void aBeginningAlsoFindsTypesOfALaterRelease() {
        var violations = new Violations();
        EventFilter filter = EventFilter.ofFeed(QueryParameters.of("type=io.useradmin.user.*", violations), violations);
        var waiting = feed.next(tenant.id(), filter, Position.START, TIMEOUT, UnaryOperator.identity())
                .subscribeAsCompletionStage();
        Sql.run(
                "insert into events (tenant_id, occurred_at, type, user_id) values (?, now(), 'user.merged', ?)",
                tenant.id(),
                user);

        assertThat(types("type=io.useradmin.user.*")).containsExactly("io.useradmin.user.merged");
        assertThat(types("type=*")).containsExactly("io.useradmin.user.merged");
        assertThat(types("type=io.useradmin.session.*")).isEmpty();
        assertThat(waiting.join().orElseThrow().events())
                .extracting(Event::publishedType)
                .containsExactly("io.useradmin.user.merged");
    }

    /** A change of nested members with long names has an event of almost a megabyte. */
    @ParameterizedTest
    @ValueSource(strings = {"", "&type=io.useradmin.user.created"})
    void pagesEndEarlyIfEventsAreLarge(String filter) {
        insertLarge(12, 300_000);

        Response page = as(tenant).get("/api/events?size=1000" + filter);
        assertThat(Events.events(page)).hasSize(4);
        assertThat(ids(Events.feed(tenant, 1_000))).hasSize(12).doesNotHaveDuplicates();
        Response newest = as(tenant).get("/api/audit_log?size=100" + filter);
        assertThat(Events.events(newest)).hasSize(4);
        assertThat(newest.header("Link")).contains("rel=\"next\"");
    }

    @Test
    void readersGetLargeEventsInSmallBatches() {
        insertLarge(3, 10_000);
        EventFilter all = FeedFixture.ALL;
        AssertSubscriber<EventBatch> stream = feed.read(tenant.id(), all, Position.START, UnaryOperator.identity())
                .subscribe()
                .withSubscriber(AssertSubscriber.create(9));
        stream.awaitItems(2, TIMEOUT);
        insertLarge(3, 200_000);

        stream.awaitItems(5, TIMEOUT).cancel();

        assertThat(stream.getItems()).extracting(batch -> batch.events().size()).containsExactly(2, 1, 1, 1, 1);
    }

    @Test
    void waitsForTheNextEvent() {
        String now = as(tenant).get("/api/events?after=now").header("X-Next-Cursor");
        CompletableFuture<Response> waiting =
                Concurrently.begin(() -> as(tenant).get("/api/events?wait=30&after=" + now));

        while (!waiting.isDone()) {
            change(1);
        }

        Response answered = waiting.join();
        assertThat(Events.events(answered)).isNotEmpty();
        List<String> all = ids(Events.feed(tenant, 1_000));
        List<String> seen = ids(Events.events(answered));
        assertThat(all).startsWith(seen.toArray(String[]::new));
        String next = answered.header("X-Next-Cursor");
        List<JsonNode> rest = Events.events(as(tenant).get("/api/events?size=1000&after=" + next));
        assertThat(ids(rest)).isEqualTo(all.subList(seen.size(), all.size()));
    }

    @Test
    void endsAWaitWithoutEvents() {
        change(1);
        Response empty = as(tenant).get("/api/events?after=now&wait=1");

        empty.then().statusCode(200).body("$", equalTo(List.of()));
        change(1);
        assertThat(Events.events(as(tenant).get("/api/events?after=" + empty.header("X-Next-Cursor"))))
                .hasSize(1);
    }

    /**
     * After a crash, PostgreSQL may assign a transaction number again that no committed transaction has. Events with this number must
     * be after every cursor.
     */
    @Test
    void everyCursorIsThatOfACommittedEvent() throws Exception {
        change(2);
        FeedEnd.awaitAll(tenant);
        String last = nextCursor("?size=2");
        String other = tenant.user();
        try (Connection abandoned = TestDatabase.begin()) {
            Jdbc.update(abandoned, "select pg_current_xact_id()");
        }

        for (String query : List.of("", "?after=now", "?after=" + last, "?user_id=" + other, "?wait=1&after=" + last)) {
            assertThat(nextCursor(query)).as(query).isEqualTo(last);
        }
    }

    @Test
    void aCursorOfAFeedWithoutEventsReportsPurgedOnesLater() {
        String start = nextCursor("?after=now");
        assertThat(nextCursor("")).isEqualTo(start);

        change(2);
        assertThat(Events.events(as(tenant).get("/api/events?after=" + start))).hasSize(2);
        purge(2);
        as(tenant).get("/api/events?after=" + start).then().statusCode(410);
        assertThat(nextCursor("?after=now")).isEqualTo(nextCursor(""));
    }

    /** Not only the first page, but also the later ones of a stream that still reads old events. */
    @Test
    void aStreamEndsIfEventsArePurgedBeforeItReadsThem() throws Exception {
        Sql.run("""
                insert into events (tenant_id, occurred_at, type, user_id)
                select ?, now(), 'user.created', 'u' || n from generate_series(1, 1500) n
                """, tenant.id());
        change(1);
        EventFilter all = FeedFixture.ALL;
        Await.until(
                "the events are in the feed", () -> Events.feed(tenant, 1_000).size() > 1_500);
        Position first = feed.page(tenant.id(), all, Position.START, 1)
                .await()
                .indefinitely()
                .next();
        AssertSubscriber<EventBatch> stream = feed.read(tenant.id(), all, first, UnaryOperator.identity())
                .subscribe()
                .withSubscriber(AssertSubscriber.create(1));
        stream.awaitItems(1, TIMEOUT);

        purge(1_200);
        stream.request(1);

        assertThat(stream.awaitFailure(TIMEOUT).getFailure())
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        failure -> assertThat(failure.problem()).isInstanceOf(Problem.CursorExpired.class));
    }

    @Test
    void reportsPurgedEvents() {
        change(3);
        String first = as(tenant).get("/api/events?size=1").header("X-Next-Cursor");
        String second = as(tenant).get("/api/events?size=2").header("X-Next-Cursor");
        purge(2);

        as(tenant)
                .get("/api/events?after=" + first)
                .then()
                .statusCode(410)
                .header("X-Next-Cursor", second)
                .body("type", equalTo("urn:useradmin:problem:cursor-expired"))
                .body("cursor", equalTo(second));
        assertThat(Events.events(as(tenant).get("/api/events?after=" + second))).hasSize(1);
        assertThat(Events.feed(tenant, 10)).hasSize(1);
    }

    /** Another tenant's events, which are newer, are purged. */
    @Test
    void reportsNoPurgedEventsOfAnotherTenant() {
        change(2);
        String first = as(tenant).get("/api/events?size=1").header("X-Next-Cursor");
        Sql.run(
                "insert into purged_events select ?, xid, seq from events where tenant_id = ? order by xid desc, seq desc limit 1",
                Tenant.create().id(),
                tenant.id());

        assertThat(Events.events(as(tenant).get("/api/events?after=" + first))).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({
        "type=io.useradmin.nothing, 422, type",
        "type=user.created, 422, type",
        "type=, 400, type",
        "after=x, 400, after",
        "after=, 400, after",
        "wait=31, 422, wait",
        "wait=-1, 422, wait",
        "wait=x, 400, wait",
        "size=1001, 422, size",
        "user_id=a%20b, 422, user_id",
    })
    void refusesBadQueries(String query, int status, String parameter) {
        as(tenant).get("/api/events?" + query).then().statusCode(status).body("errors.parameter", hasItem(parameter));
    }

    /** A client that reconnects to a stream repeats the query of its first connection. */
    @Test
    void readsAfterTheLastEventIdDespiteAnOlderCursor() {
        change(2);
        String first = as(tenant).get("/api/events?size=1").header("X-Next-Cursor");

        assertThat(Events.events(as(tenant).header("Last-Event-ID", first).get("/api/events?after=now")))
                .hasSize(1);
        for (String after : List.of("after=", "after=now&after=now", "after=x")) {
            as(tenant)
                    .header("Last-Event-ID", first)
                    .get("/api/events?" + after)
                    .then()
                    .statusCode(400)
                    .body("errors.parameter", hasItem("after"));
        }
        as(tenant)
                .header("Last-Event-ID", first)
                .header("Last-Event-ID", first)
                .get("/api/events")
                .then()
                .statusCode(400)
                .body("errors[0].header", equalTo("Last-Event-ID"))
                .body("errors[0].code", equalTo("repeated"));
    }

    @Test
    void takesNoCursorOfAnotherTenant() {
        String theirs = as(Tenant.create()).get("/api/events").header("X-Next-Cursor");

        as(tenant).get("/api/events?after=" + theirs).then().statusCode(400);
        as(tenant)
                .header("Last-Event-ID", theirs)
                .get("/api/events")
                .then()
                .statusCode(400)
                .body("errors[0].header", equalTo("Last-Event-ID"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "text/event-stream, application/json",
                "application/cloudevents-batch+json, text/event-stream;q=0.1",
                "text/html",
                "text/event-stream;q=0",
                "application/*;q=0, text/event-stream;q=0, */*"
            })
    void refusesUnsupportedMediaTypes(String accept) {
        withKey(tenant.apiKey())
                .accept(accept)
                .get("/api/events")
                .then()
                .statusCode(406)
                .body("status", equalTo(406));
    }

    @Test
    void tellsHowATypeIsWritten() {
        as(tenant)
                .get("/api/events?type=user.created")
                .then()
                .body("detail", equalTo("must be a type such as io.useradmin.user.created, or its beginning and *"));
        as(tenant)
                .get("/api/audit_log?type=io.useradmin.user.*")
                .then()
                .body("detail", equalTo("must be a type such as io.useradmin.user.created"));
    }

    @Test
    void needsItsScope() {
        withKey(tenant.key("audit:read").reveal()).get("/api/events").then().statusCode(403);
        withKey(tenant.key("events:read").reveal()).get("/api/events").then().statusCode(200);
        withKey(tenant.key("events:read").reveal()).get("/api/audit_log").then().statusCode(403);
    }

    @Test
    void showsNoEventOfAnotherTenant() {
        Tenant other = Tenant.create();
        change(3);

        assertThat(Events.feed(other, 10)).isEmpty();
        as(other).get("/api/users/{user}/audit_log", user).then().body("$", equalTo(List.of()));
        as(tenant).get("/api/users/{user}/audit_log", user).then().body("$", not(equalTo(List.of())));
    }

    private void change(int times) {
        for (int time = 0; time < times; time++) {
            as(tenant)
                    .body("{\"public_data\": {\"n\": " + System.nanoTime() + "}}")
                    .patch("/api/users/{user}/public_data", user)
                    .then()
                    .statusCode(200);
        }
        FeedEnd.awaitAll(tenant);
    }

    private List<String> types(String query) {
        FeedEnd.awaitAll(tenant);
        return Events.events(as(tenant).get("/api/events?" + query)).stream()
                .map(event -> event.get("type").asText())
                .toList();
    }

    /** Inserts events with one changed member, whose name has so many bytes. */
    private void insertLarge(int events, int bytes) {
        Sql.run("""
                insert into events (tenant_id, occurred_at, type, user_id, changed)
                select ?, now(), 'user.created', 'u' || n, array['/' || repeat('n', ?)] from generate_series(1, ?) as n
                """, tenant.id(), bytes, events);
        FeedEnd.awaitAll(tenant);
    }

    /** Deletes the oldest events. */
    private String nextCursor(String query) {
        return as(tenant).get("/api/events" + query).header("X-Next-Cursor");
    }

    private void purge(int events) {
        Sql.run("""
                with purged as (
                    delete from events e using (select xid, seq from events where tenant_id = ? order by xid, seq limit ?) o
                     where e.tenant_id = ? and (e.xid, e.seq) = (o.xid, o.seq) returning e.*)
                insert into purged_events select tenant_id, xid, seq from purged order by xid desc, seq desc limit 1
                """, tenant.id(), events, tenant.id());
    }

    private static List<String> ids(List<JsonNode> events) {
        return events.stream().map(event -> event.get("id").asText()).toList();
    }
}
