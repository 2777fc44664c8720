package io.useradmin.event;

import static io.useradmin.testsupport.Api.as;
import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.useradmin.operator.jdbc.Jdbc;
import io.useradmin.schema.RecordedReads;
import io.useradmin.testsupport.Concurrently;
import io.useradmin.testsupport.Locks;
import io.useradmin.testsupport.Response;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import java.sql.Connection;
import java.util.Collections;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** With useradmin.events.session-updates, every change of a live session appends an event. */
@QuarkusTest
@TestProfile(RecordedReads.class)
class SessionUpdatesTest {
    private static final String SESSION = """
            {"session_key": "sk", "initiated_at": 1, "expires_at": 32503680000, "last_updated": 2, "client_ids": ["web"],
             "last_metadata": {"latitude": "1"}}""";

    final Tenant tenant = Tenant.create();
    final String user = tenant.user();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"sk\"                | \"sk-2\"",
                "\"initiated_at\": 1   | \"initiated_at\": 2",
                "32503680000           | 32503680001",
                "\"last_updated\": 2   | \"last_updated\": 3",
                "\"last_updated\": 2,  | ''",
                "[\"web\"]             | [\"web\", \"ios\"]",
                "\"latitude\": \"1\"   | \"latitude\": \"1.0\""
            })
    void aChangeHasAnEventAndItsRepetitionHasNone(String member, String changed) {
        String other = SESSION.replace(member, changed);
        assertThat(other).isNotEqualTo(SESSION);

        put(SESSION, 201);
        put(SESSION, 200);
        put(other, 200);

        assertThat(Events.types(tenant)).containsExactly("session.created", "session.updated");
    }

    /** Each request may see that another one has just changed the session. */
    @Test
    void concurrentChangesHaveAnEventEach() throws Exception {
        put(SESSION, 201);

        Concurrently.call(IntStream.range(0, 10)
                .<Callable<Boolean>>mapToObj(number -> () -> {
                    put(SESSION.replace("\"sk\"", "\"sk-" + number + "\""), 200);
                    return true;
                })
                .toList());

        assertThat(Collections.frequency(Events.types(tenant), "session.updated"))
                .isEqualTo(10);
    }

    /** Another transaction, whose event is not there, makes the same change. So this request has no event. */
    @Test
    void comparesWithAChangeThatWasCommittedWhileItWaited() throws Exception {
        put(SESSION, 201);
        CompletableFuture<Response> putting;
        try (Connection other = TestDatabase.begin()) {
            Locks.takeUser(other, tenant.id(), user);
            putting = Concurrently.begin(() -> put(SESSION.replace("\"sk\"", "\"sk-2\"")));
            Locks.awaitBlockedBy(other);
            Jdbc.update(other, "update sessions set session_key = 'sk-2' where tenant_id = ?", tenant.id());
            other.commit();
        }

        putting.join().then().statusCode(200);
        assertThat(Events.types(tenant)).containsExactly("session.created");
    }

    private void put(String session, int status) {
        put(session).then().statusCode(status);
    }

    private Response put(String session) {
        return as(tenant).body(session).put("/api/users/{user}/sessions/s1", user);
    }
}
