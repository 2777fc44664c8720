package io.useradmin.ssf;

import static io.useradmin.testsupport.Api.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.nullValue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.mutiny.unchecked.Unchecked;
import io.useradmin.operator.jdbc.Jdbc;
import io.useradmin.testsupport.Await;
import io.useradmin.testsupport.Concurrently;
import io.useradmin.testsupport.Locks;
import io.useradmin.testsupport.Response;
import io.useradmin.testsupport.Sql;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import java.sql.Connection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The management of streams (OpenID Shared Signals Framework 1.0). */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class StreamsTest {
    private static final String PREFIX = "https://schemas.openid.net/secevent/";
    private static final String REVOKED = PREFIX + "caep/event-type/session-revoked";
    private static final String PURGED = PREFIX + "risc/event-type/account-purged";

    final Tenant tenant = Tenant.create();

    @Test
    void createsAStreamOfEverything() {
        JsonNode stream = Receiver.create(tenant).stream();
        String id = stream.get("stream_id").asText();

        assertThat(stream.get("iss").asText()).isEqualTo(Receiver.ISSUER);
        assertThat(stream.get("aud").asText())
                .isEqualTo(Receiver.ISSUER + "/tenants/" + tenant.id() + "/streams/" + id);
        assertThat(stream.get("delivery"))
                .isEqualTo(Receiver.json("{\"method\":\"urn:ietf:rfc:8936\",\"endpoint_url\":\"" + Receiver.ISSUER
                        + "/api/ssf/poll?stream_id=" + id + "\"}"));
        assertThat(stream.get("events_supported")).hasSize(5);
        assertThat(stream.get("events_delivered")).isEqualTo(stream.get("events_supported"));
        assertThat(stream.has("events_requested")).isFalse();
        read(id).body("$", equalTo(Receiver.map(stream)));
        as(tenant).get("/api/ssf/streams").then().body("stream_id", equalTo(List.of(id)));
    }

    /** Receivers whose library has one type for push and poll send an empty address. */
    @ParameterizedTest
    @ValueSource(strings = {"", "https://receiver.example.com"})
    void decidesWhereTheReceiverPolls(String endpoint) {
        Receiver receiver = Receiver.create(
                tenant,
                "{\"delivery\": {\"method\": \"urn:ietf:rfc:8936\", \"endpoint_url\": \"%s\"}}".formatted(endpoint));

        assertThat(receiver.stream().at("/delivery/endpoint_url").asText())
                .isEqualTo(Receiver.ISSUER + "/api/ssf/poll?stream_id=" + receiver.id());
    }

    @Test
    void deliversOnlyWhatIsRequestedAndKnown() {
        Receiver receiver = Receiver.create(
                tenant,
                "{\"events_requested\": [\"%s\", \"urn:unknown\"], \"description\": \"Gateway\", \"delivery\": {\"method\": \"urn:ietf:rfc:8936\"}}"
                        .formatted(PURGED));

        read(receiver.id())
                .body("events_requested", equalTo(List.of(PURGED, "urn:unknown")))
                .body("events_delivered", equalTo(List.of(PURGED)))
                .body("description", equalTo("Gateway"));
        String user = tenant.user();
        tenant.session(user, "s");
        as(tenant).delete("/api/users/{user}/sessions/s", user).then().statusCode(204);
        as(tenant).delete("/api/users/{user}", user).then().statusCode(204);
        assertThat(receiver.await(1)).extracting(Receiver::type).containsExactly("risc/event-type/account-purged");
    }

    /** Each error once, and none that the request does not have. */
    @ParameterizedTest
    @CsvSource({"null, wrong_type", "'\"a\"', wrong_type", "[], length"})
    void refusesOtherRequestsForEvents(String events, String code) {
        as(tenant)
                .body("{\"events_requested\": " + events + "}")
                .post("/api/ssf/streams")
                .then()
                .statusCode(422)
                .body("errors.pointer", equalTo(List.of("/events_requested")))
                .body("errors.code", equalTo(List.of(code)));
    }

    @Test
    void deliversNothingIfNothingIsKnown() {
        Receiver receiver = Receiver.create(tenant, "{\"events_requested\": [\"urn:unknown\"]}");
        Receiver other = Receiver.create(tenant);
        as(tenant).delete("/api/users/{user}", tenant.user()).then().statusCode(204);

        other.await(1);
        assertThat(receiver.poll()).isEmpty();
    }

    @Test
    void changesWhatThePatchSaysAndReplacesTheRest() {
        String id = Receiver.create(
                        tenant, "{\"events_requested\": [\"" + REVOKED + "\"], \"description\": \"Gateway\"}")
                .id();

        as(tenant)
                .body("{\"stream_id\": \"" + id + "\", \"events_requested\": [\"" + PURGED + "\"]}")
                .patch("/api/ssf/streams")
                .then()
                .statusCode(200)
                .body("events_delivered", equalTo(List.of(PURGED)))
                .body("description", equalTo("Gateway"));
        read(id).body("events_delivered", equalTo(List.of(PURGED))).body("description", equalTo("Gateway"));
        as(tenant)
                .body("{\"stream_id\": \"" + id + "\", \"description\": \"CRM\"}")
                .put("/api/ssf/streams")
                .then()
                .statusCode(200)
                .body("events_delivered", hasSize(5))
                .body("description", equalTo("CRM"));
        read(id).body("events_requested", nullValue()).body("description", equalTo("CRM"));
    }

    @Test
    void showsWhatAnotherRequestHasChangedMeanwhile() throws Exception {
        String id = Receiver.create(tenant).id();

        try (Connection other = TestDatabase.begin()) {
            other.createStatement()
                    .execute("update ssf_streams set events_requested = '{" + PURGED + "}' where stream_id = '" + id
                            + "'");
            var changing = Concurrently.begin(() -> as(tenant)
                    .body("{\"stream_id\": \"" + id + "\", \"description\": \"CRM\"}")
                    .patch("/api/ssf/streams"));
            Locks.awaitBlockedBy(other);
            other.commit();

            changing.join()
                    .then()
                    .statusCode(200)
                    .body("events_requested", equalTo(List.of(PURGED)))
                    .body("description", equalTo("CRM"));
        }
    }

    /** An error would claim that nothing was changed. */
    @Test
    void confirmsAChangeAlsoIfTheStreamCannotBeReadAgain() throws Exception {
        String id = Receiver.create(tenant).id();

        try (Connection row = TestDatabase.begin();
                Connection table = TestDatabase.begin()) {
            Jdbc.query(row, "select from ssf_streams where stream_id = ? for update", any -> true, id);
            var changing = Concurrently.begin(() -> as(tenant)
                    .body("{\"stream_id\": \"" + id + "\", \"description\": \"CRM\"}")
                    .patch("/api/ssf/streams"));
            Locks.awaitBlockedBy(row);
            var locking = Concurrently.begin(Unchecked.supplier(
                    () -> table.createStatement().execute("lock table ssf_streams in access exclusive mode")));
            Await.until(
                    "the next reader will wait",
                    () -> !Sql.list("select 1 from pg_locks where mode = 'AccessExclusiveLock' and not granted")
                            .isEmpty());
            row.commit();
            locking.join();

            changing.join().then().statusCode(200).body("description", equalTo("CRM"));
        }
        read(id).body("description", equalTo("CRM"));
    }

    /** A receiver may read, change and send back the whole configuration. */
    @Test
    void acceptsItsOwnConfiguration() {
        JsonNode stream = Receiver.create(tenant).stream();
        ObjectNode changed = stream.deepCopy();
        changed.put("description", "changed");

        as(tenant).body(changed.toString()).put("/api/ssf/streams").then().statusCode(200);
        changed.put("description", "again");
        as(tenant).body(changed.toString()).patch("/api/ssf/streams").then().statusCode(200);
        read(stream.get("stream_id").asText()).body("description", equalTo("again"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "\"iss\": \"https://other.example.com\"                | /iss",
                "\"aud\": \"other\"                                    | /aud",
                "\"aud\": [\"other\"]                                  | /aud",
                "\"events_supported\": []                              | /events_supported",
                "\"events_delivered\": [\"urn:other\"]                 | /events_delivered",
                "\"delivery\": {\"method\": \"urn:ietf:rfc:8935\"}     | /delivery/method",
                "\"delivery\": {\"method\": \"urn:ietf:rfc:8936\", \"endpoint_url\": \"https://x\"} | /delivery/endpoint_url",
                "\"events_requested\": []                              | /events_requested",
                "\"description\": \"\"                                 | /description",
                "\"status\": \"paused\"                                | /status",
            })
    void refusesMembersThatOnlyTheServiceSets(String member, String pointer) {
        String id = Receiver.create(tenant).id();

        for (String method : List.of("PATCH", "PUT")) {
            as(tenant)
                    .body("{\"stream_id\": \"" + id + "\", " + member + "}")
                    .request(method, "/api/ssf/streams")
                    .then()
                    .statusCode(422)
                    .body("errors[0].pointer", equalTo(pointer));
        }
    }

    @Test
    void deletesAStream() {
        Receiver receiver = Receiver.create(tenant);

        as(tenant).delete("/api/ssf/streams?stream_id=" + receiver.id()).then().statusCode(204);
        as(tenant).delete("/api/ssf/streams?stream_id=" + receiver.id()).then().statusCode(404);
        receiver.send("{}").then().statusCode(404).body("type", equalTo("urn:useradmin:problem:stream-not-found"));
        as(tenant).get("/api/ssf/streams").then().statusCode(200).body("$", hasSize(0));
    }

    @Test
    void keepsTheStatusAndItsReason() {
        String id = Receiver.create(tenant).id();
        status(id).body("status", equalTo("enabled")).body("reason", nullValue());

        as(tenant)
                .body("{\"stream_id\": \"" + id + "\", \"status\": \"paused\", \"reason\": \"Maintenance\"}")
                .post("/api/ssf/status")
                .then()
                .statusCode(200)
                .body("reason", equalTo("Maintenance"));
        status(id).body("status", equalTo("paused")).body("reason", equalTo("Maintenance"));
        as(tenant)
                .body("{\"stream_id\": \"" + id + "\", \"status\": \"enabled\"}")
                .post("/api/ssf/status")
                .then()
                .statusCode(200);
        status(id).body("status", equalTo("enabled")).body("reason", nullValue());
        as(tenant)
                .body("{\"stream_id\": \"" + id + "\", \"status\": \"stopped\"}")
                .post("/api/ssf/status")
                .then()
                .statusCode(422);
    }

    @Test
    void hasNoMoreStreamsThanATenantMayHave() {
        for (int number = 0; number < StreamRepository.MOST; number++) {
            tenant.stream("stream-" + number);
        }

        as(tenant)
                .body("{}")
                .post("/api/ssf/streams")
                .then()
                .statusCode(409)
                .body("type", equalTo("urn:useradmin:problem:too-many-streams"));
        as(tenant).delete("/api/ssf/streams?stream_id=stream-7").then().statusCode(204);
        Receiver.create(tenant);
    }

    @Test
    void hasNoMoreStreamsThanATenantMayHaveIfTwoAreCreatedAtOnce() throws Exception {
        for (int number = 0; number < StreamRepository.MOST - 1; number++) {
            tenant.stream("stream-" + number);
        }

        // Without the service's own lock, both would count the streams, and then wait for the foreign key.
        try (Connection holder = TestDatabase.begin()) {
            Jdbc.update(holder, "select from tenants where tenant_id = ? for update", tenant.id());
            var creations = List.of(Concurrently.begin(this::create), Concurrently.begin(this::create));
            Locks.awaitWaiting(2);
            holder.commit();

            assertThat(creations).extracting(CompletableFuture::join).containsExactlyInAnyOrder(201, 409);
        }
    }

    private int create() {
        return as(tenant).body("{}").post("/api/ssf/streams").statusCode();
    }

    @Test
    void recordsWhichStreamWasChanged() {
        Receiver receiver = Receiver.create(tenant);
        receiver.status("paused");
        receiver.status("paused");
        as(tenant).delete("/api/ssf/streams?stream_id=" + receiver.id()).then().statusCode(204);

        as(tenant)
                .get("/api/audit_log")
                .then()
                .body(
                        "type",
                        equalTo(List.of(
                                "io.useradmin.ssf.stream.deleted",
                                "io.useradmin.ssf.stream.updated",
                                "io.useradmin.ssf.stream.created")))
                .body("stream_id", equalTo(java.util.Collections.nCopies(3, receiver.id())))
                .body("[1].changed", equalTo(List.of("/status")));
    }

    private Response read(String id) {
        return as(tenant).get("/api/ssf/streams?stream_id=" + id).then().statusCode(200);
    }

    private Response status(String id) {
        return as(tenant)
                .get("/api/ssf/status?stream_id=" + id)
                .then()
                .statusCode(200)
                .body("stream_id", equalTo(id));
    }
}
