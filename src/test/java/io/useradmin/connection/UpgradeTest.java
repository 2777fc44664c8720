package io.useradmin.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.useradmin.testsupport.RawHttp;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The service ignores an upgrade to HTTP/2, complete or not, so that a proxy in front sees every request. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class UpgradeTest {
    final Tenant tenant = Tenant.create();
    final String user = tenant.user();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n",
                "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: H2C\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n",
                "Connection: Upgrade\r\nUpgrade: h2c\r\n",
                "Upgrade: h2c\r\n",
            })
    void answersBothRequestsOverHttp11(String headers) {
        String answers = RawHttp.exchange(get(headers) + get("Connection: close\r\n"));

        assertThat(answers).matches("(?s)HTTP/1\\.1 200 .*\\}HTTP/1\\.1 200 .*\\}");
    }

    private String get(String headers) {
        return "GET /api/users/" + user + "/public_data HTTP/1.1\r\nHost: localhost\r\nX-API-KEY: " + tenant.apiKey()
                + "\r\n" + headers + "\r\n";
    }
}
