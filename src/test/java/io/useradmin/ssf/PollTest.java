package io.useradmin.ssf;

import static io.useradmin.testsupport.Api.as;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Receivers get every event of their stream, in order, until they acknowledge it. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class PollTest {
    final Tenant tenant = Tenant.create();
    final String user = tenant.user();
    private Receiver receiver;

    @BeforeEach
    void createStream() {
        receiver = Receiver.create(tenant);
    }

    @Test
    void tellsThatASessionIsRevoked() {
        tenant.session(user, "s1");
        as(tenant).delete("/api/users/{user}/sessions/s1", user).then().statusCode(204);

        JsonNode token = receiver.poll().getFirst();

        assertThat(Receiver.type(token)).isEqualTo("caep/event-type/session-revoked");
        assertThat(token.at("/sub_id/session/id").asText()).isEqualTo("s1");
        assertThat(receiver.poll(Receiver.ids(receiver.poll()))).isEmpty();
    }
}
