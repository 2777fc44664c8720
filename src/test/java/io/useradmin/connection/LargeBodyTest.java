package io.useradmin.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.useradmin.testsupport.Http2;
import io.useradmin.testsupport.Http2.Answer;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Over HTTP/2 too, a body over the limit gets a problem response, and the connection stays open. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class LargeBodyTest {
    private static final int TOO_LARGE = 300_000;

    private final Tenant tenant = Tenant.create();
    private final String user = tenant.user();

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void isRefusedByAProblem(boolean announced) throws Exception {
        Answer refused = patch(Buffer.buffer("x".repeat(TOO_LARGE)), announced);

        assertThat(refused.status()).isEqualTo(413);
        assertThat(refused.type()).isEqualTo("application/problem+json");
        assertThat(refused.body()).contains("urn:useradmin:problem:body-too-large");
    }

    @Test
    void isAcceptedWithinTheLimit() throws Exception {
        Answer answer = patch(Buffer.buffer("{\"public_data\": {\"a\": \"" + "x".repeat(60_000) + "\"}}"), true);

        assertThat(answer.status()).isEqualTo(200);
    }

    private Answer patch(Buffer body, boolean announced) throws Exception {
        return Http2.call(HttpMethod.PATCH, "/api/users/" + user + "/public_data", request -> {
            request.putHeader("X-API-KEY", tenant.apiKey()).putHeader("Content-Type", "application/json");
            if (announced) {
                return request.send(body);
            }
            request.setChunked(true).write(body);
            request.end();
            return request.response();
        });
    }
}
