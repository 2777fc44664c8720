package io.useradmin.apikey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import io.useradmin.testsupport.Sql;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Each test guesses keys from an address of its own, so that no other test is limited. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class FailedKeysTest {
    private static final int PER_MINUTE = 600;
    private static final int GUESSES = 200;
    private static final AtomicInteger LAST_ADDRESS = new AtomicInteger(85);

    private final Tenant tenant = Tenant.create();
    private final String user = tenant.user();
    private final InetAddress guesser = InetAddress.ofLiteral("127.0.0." + LAST_ADDRESS.incrementAndGet());
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .localAddress(guesser)
            .build();

    @BeforeEach
    void needsAnAddressOfItsOwn() {
        try (var _ = new ServerSocket(0, 1, guesser)) {
            return;
        } catch (IOException notConfigured) {
            abort("this system has one loopback address only");
        }
    }

    @AfterEach
    void close() {
        client.close();
    }

    @Test
    void slowsGuessesDownButNoKeyThatIsKnown() throws Exception {
        String good = tenant.key(Scope.ALL).reveal();
        assertThat(send(good).statusCode()).isEqualTo(200);

        HttpResponse<String> limited = guessUntilLimited();

        assertThat(limited.headers()
                        .firstValue("Retry-After")
                        .map(Integer::valueOf)
                        .orElseThrow())
                .isBetween(1, 2);
        assertThat(limited.headers().firstValue("Content-Type")).contains("application/problem+json");
        assertThat(limited.body()).contains("\"urn:useradmin:problem:too-many-failed-keys\"");
        assertThat(limited.headers().firstValue("WWW-Authenticate")).isEmpty();
        assertThat(send(good).statusCode()).isEqualTo(200);
        RestAssured.get("/api/users/" + user).then().statusCode(401);
    }

    /** As PostgreSQL counts it. Meanwhile the limit is refilled, and lets some more of them through. */
    @Test
    void asksTheDatabaseForNoKeyThatIsAnsweredBy429() throws Exception {
        Sql.run("create extension if not exists pg_stat_statements");
        guessUntilLimited();
        long before = lookUps();

        int limited = 0;
        int refused = 0;
        while (limited < GUESSES) {
            if (send(Tenant.newKey().reveal()).statusCode() == 429) {
                limited++;
            } else {
                refused++;
            }
            assertThat(refused).as("guesses of a machine that is too slow").isLessThan(10 * PER_MINUTE);
        }
        assertThat(lookUps() - before).isEqualTo(refused);
    }

    private static long lookUps() {
        return Long.parseLong(Sql.list("select coalesce(sum(calls), 0)::text from pg_stat_statements"
                        + " where query like '%from api_keys where key_id = $1%'")
                .getFirst());
    }

    /** The limit is refilled while it is used up, so that it takes some more than it says. */
    private HttpResponse<String> guessUntilLimited() throws Exception {
        for (int guess = 0; guess < 10 * PER_MINUTE; guess++) {
            HttpResponse<String> answer = send(Tenant.newKey().reveal());
            if (answer.statusCode() == 429) {
                assertThat(guess).isGreaterThanOrEqualTo(PER_MINUTE);
                return answer;
            }
            assertThat(answer.statusCode()).isEqualTo(401);
        }
        throw new AssertionError("never limited");
    }

    private HttpResponse<String> send(String key) throws Exception {
        URI uri = URI.create("http://127.0.0.1:" + RestAssured.port + "/api/users/" + user + "/sessions");
        return client.send(HttpRequest.newBuilder(uri).header("X-API-KEY", key).build(), BodyHandlers.ofString());
    }
}
