package io.useradmin.event;

import static io.useradmin.testsupport.Api.as;
import static io.useradmin.testsupport.Api.withKey;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItem;

import com.fasterxml.jackson.databind.JsonNode;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.useradmin.operator.jdbc.Jdbc;
import io.useradmin.schema.RecordedReads;
import io.useradmin.testsupport.CapturedLog;
import io.useradmin.testsupport.Concurrently;
import io.useradmin.testsupport.Locks;
import io.useradmin.testsupport.Response;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import java.sql.Connection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** With useradmin.audit.reads, every read of private data appends an event. */
@QuarkusTest
@TestProfile(RecordedReads.class)
class RecordedReadsTest {
    private static final String READ = "private_data.read";
    private static final String DELETE = "delete from users where tenant_id = ? and user_id = ?";

    final Tenant tenant = Tenant.create();
    /** Another tenant has a user with the same identifier. */
    final String user = Tenant.create().user("{\"of\": \"other\"}", "{\"of\": \"other\"}");

    @BeforeEach
    void createUser() {
        tenant.user(user, "{}", "{}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/private_data", ""})
    void aReadHasAnEventWithItsAuthor(String path) {
        String text;
        try (CapturedLog log = CapturedLog.listen()) {
            text = as(tenant)
                    .header("X-Actor", "support:aino")
                    .header("X-Reason", "TICKET-1")
                    .get("/api/users/" + user + path)
                    .then()
                    .statusCode(200)
                    .extract()
                    .asString();
            assertThat(log.lines("audit"))
                    .singleElement()
                    .satisfies(line -> assertThat(line.fields())
                            .containsEntry("outcome", "done")
                            .containsEntry("user_id", user)
                            .containsEntry("actor", "support:aino")
                            .containsEntry(
                                    "event_id", Events.last(tenant).get("id").asText()));
        }

        assertThat(text).contains("private_data").doesNotContain("other");
        JsonNode event = Events.last(tenant);
        assertThat(event.get("type").asText()).isEqualTo("io.useradmin." + READ);
        assertThat(event.get("subject").asText()).isEqualTo(user);
        assertThat(event.at("/data/key/name").asText()).isEqualTo("test");
        as(tenant)
                .get("/api/users/{user}/audit_log", user)
                .then()
                .body("[0].actor", equalTo("support:aino"))
                .body("[0].reason", equalTo("TICKET-1"));
        assertThat(Events.types(tenant)).containsExactly(READ);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/api/users/{user}?view=basic", "/api/users?view=basic"})
    void aBasicViewIsNoReadOfPrivateData(String path) {
        try (CapturedLog log = CapturedLog.listen()) {
            as(tenant).get(path.replace("{user}", user)).then().statusCode(200);
            assertThat(log.lines("audit")).isEmpty();
        }
        assertThat(Events.types(tenant)).isEmpty();
    }

    @Test
    void anExportHasItsOwnEvent() {
        as(tenant).get("/api/users/{user}/export", user).then().statusCode(200);

        assertThat(Events.types(tenant)).containsExactly("user.exported");
    }

    @Test
    void aListHasAnEventForEachUserThatItShows() {
        String other = tenant.user();
        tenant.user();

        as(tenant).get("/api/users?size=2&sort=user_id:1").then().statusCode(200);

        List<String> shown = as(tenant).get("/api/users?size=2&sort=user_id:1").path("user_id");
        assertThat(shown).hasSize(2);
        assertThat(Events.feed(tenant, 10))
                .extracting(event -> event.get("subject").asText())
                .containsExactlyInAnyOrder(shown.get(0), shown.get(1), shown.get(0), shown.get(1));
        assertThat(other).isNotEqualTo(user);
    }

    @ParameterizedTest
    @CsvSource({"If-None-Match, 304", "If-Match, 412"})
    void aConditionalReadHasOneToo(String header, int status) throws Exception {
        String current = as(tenant).get("/api/users/{user}/private_data", user).header("ETag");
        String version = status == 304 ? current : "\"99\"";

        try (CapturedLog log = CapturedLog.listen()) {
            as(tenant)
                    .header(header, version)
                    .get("/api/users/{user}/private_data", user)
                    .then()
                    .statusCode(status);
            CapturedLog.Line line = log.await(each -> each.category().equals("audit")
                    && each.fields().get("status").equals(Integer.toString(status)));
            assertThat(line.fields())
                    .containsEntry("event_id", Events.last(tenant).get("id").asText());
        }

        assertThat(Events.types(tenant)).containsExactly(READ, READ);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api/users/nobody/private_data",
                "/api/users/nobody",
                "/api/users?username=nobody",
                "/api/users/{user}/public_data",
                "/api/users/{user}/sessions"
            })
    void aReadWithoutPrivateDataHasNone(String path) {
        as(tenant).get(path.replace("{user}", user));

        assertThat(Events.types(tenant)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/api/users/{user}", "/api/users"})
    void aReadWithAKeyThatGetsNoPrivateDataHasNone(String path) {
        withKey(tenant.key("users:read", "public_data:read").reveal())
                .get(path.replace("{user}", user))
                .then()
                .statusCode(200);

        assertThat(Events.types(tenant)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/api/users/{user}/private_data", "/api/users/{user}", "/api/users"})
    void anInvalidActorIsRefused(String path) {
        as(tenant)
                .header("X-Actor", "not an identifier")
                .get(path.replace("{user}", user))
                .then()
                .statusCode(422)
                .body("errors.header", hasItem("X-Actor"));

        assertThat(Events.types(tenant)).isEmpty();
    }

    /** Without the lock, its transaction could have a lower xid than that of a change that commits first. */
    @ParameterizedTest
    @ValueSource(strings = {"/api/users/{user}/private_data", "/api/users/{user}", "/api/users"})
    @Timeout(600)
    void waitsForTheLockOfTheUser(String path) throws Exception {
        Response read = getDuring(
                path,
                "insert into events (tenant_id, occurred_at, type, user_id) values (?, now(), 'user.updated', ?)");

        assertThat(read.statusCode()).isEqualTo(200);
        assertThat(Events.types(tenant)).containsExactly("user.updated", READ);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/private_data", "", "/export"})
    @Timeout(600)
    void aReadThatWaitedForTheDeletionOfTheUserFindsNothing(String path) throws Exception {
        Response read = getDuring("/api/users/{user}" + path, DELETE);

        assertThat(read.statusCode()).isEqualTo(404);
        assertThat(Events.types(tenant)).isEmpty();
    }

    @Test
    @Timeout(600)
    void aListThatWaitedForTheDeletionOfAUserShowsTheOthers() throws Exception {
        String other = tenant.user();

        Response list = getDuring("/api/users", DELETE);

        assertThat(list.jsonPath().getList("user_id")).containsExactly(other);
        assertThat(Events.feed(tenant, 10))
                .extracting(event -> event.get("subject").asText())
                .containsExactly(other);
    }

    /** Like a patch, the change locks the row with its key. So a read that locks the row finds the new one. */
    @ParameterizedTest
    @ValueSource(strings = {"/api/users/{user}", "/api/users", "/api/users/{user}/export"})
    @Timeout(600)
    void aReadThatWaitedForAChangeShowsAllOfItOrNothing(String path) throws Exception {
        String text = getDuring(path, """
                        with locked as materialized (select * from users where tenant_id = ? and user_id = ? for update),
                             email as (
                                 insert into emails (tenant_id, user_id, email_id, email, verified, is_primary)
                                 select tenant_id, user_id, 'later', 'later@example.com', true, true from locked)
                        update users u set private_data = '{"is": "new"}' from locked l
                         where (u.tenant_id, u.user_id) = (l.tenant_id, l.user_id)
                        """).asString();

        assertThat(text.contains("later@example.com")).isEqualTo(text.contains("new"));
        assertThat(Events.types(tenant)).hasSize(1);
    }

    /** Reads while another transaction has the lock of the user and runs {@code change}. */
    private Response getDuring(String path, String change) throws Exception {
        CompletableFuture<Response> reading;
        try (Connection other = TestDatabase.begin()) {
            Locks.takeUser(other, tenant.id(), user);
            reading = Concurrently.begin(() -> as(tenant).get(path.replace("{user}", user)));
            Locks.awaitBlockedBy(other);
            Jdbc.update(other, change, tenant.id(), user);
            other.commit();
        }
        return reading.join();
    }
}
