package io.useradmin.apikey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.useradmin.testsupport.Api;
import io.useradmin.testsupport.Await;
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
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Each test uses its own client address, so that tests do not limit each other. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class FailedKeysTest {
    private static final int PER_MINUTE = 600;
    private static final int GUESSES = 400;
    private static final int TOGETHER = 20;
    private static final AtomicInteger LAST_ADDRESS = new AtomicInteger(85);

    private final Tenant tenant = Tenant.create();
    private final String user = tenant.user();
    private final InetAddress guesser = InetAddress.ofLiteral("127.0.0." + LAST_ADDRESS.incrementAndGet());
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .localAddress(guesser)
            .build();

    @BeforeEach
    void requireAnotherLoopbackAddress() {
        try (var _ = new ServerSocket(0, 1, guesser)) {
            return;
        } catch (IOException notConfigured) {
            abort("this system has only one loopback address");
        }
    }

    @AfterEach
    void close() {
        client.close();
    }

    @Test
    void slowsGuessesDownButNoCachedKey() throws Exception {
        String good = tenant.key(Scope.ALL).reveal();
        Await.until("the key is cached", () -> send(good).statusCode() == 200);

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
        Api.given().get("/api/users/" + user).then().statusCode(401);
    }

    /** PostgreSQL counts the queries. Meanwhile the limit is refilled, so a few more keys are looked up. */
    @Test
    void looksUpNoKeyThatGets429() throws Exception {
        Sql.run("create extension if not exists pg_stat_statements");
        guessUntilLimited();
        long before = lookUps();

        Map<Integer, Long> answers = Stream.generate(this::guesses)
                .limit(GUESSES / TOGETHER)
                .flatMap(together -> together)
                .collect(Collectors.groupingBy(HttpResponse::statusCode, Collectors.counting()));

        assertThat(answers).containsKey(429);
        assertThat(lookUps() - before).isLessThanOrEqualTo(GUESSES - answers.get(429));
    }

    private static long lookUps() {
        return Long.parseLong(Sql.list("select coalesce(sum(calls), 0)::text from pg_stat_statements"
                        + " where query like '%from api_keys where key_id = $1%'")
                .getFirst());
    }

    /** The limit is refilled during the test, so it allows more failures than its number. */
    private HttpResponse<String> guessUntilLimited() {
        int lookedUp = 0;
        while (lookedUp < 10 * PER_MINUTE) {
            List<HttpResponse<String>> answers = guesses().toList();
            List<HttpResponse<String>> limited = answers.stream()
                    .filter(answer -> answer.statusCode() == 429)
                    .toList();
            lookedUp += answers.size() - limited.size();
            if (!limited.isEmpty()) {
                assertThat(lookedUp).isGreaterThanOrEqualTo(PER_MINUTE);
                return limited.getFirst();
            }
        }
        throw new AssertionError("never limited");
    }

    /** Sends some unknown keys concurrently. One after another, a slow machine would stay below the limit. */
    private Stream<HttpResponse<String>> guesses() {
        return Stream.generate(() -> begin(Tenant.newKey().reveal())).limit(TOGETHER).toList().stream()
                .map(CompletableFuture::join);
    }

    private HttpResponse<String> send(String key) {
        return begin(key).join();
    }

    private CompletableFuture<HttpResponse<String>> begin(String key) {
        URI uri = URI.create("http://127.0.0.1:" + Api.port() + "/api/users/" + user + "/sessions");
        return client.sendAsync(
                HttpRequest.newBuilder(uri).header("X-API-KEY", key).build(), BodyHandlers.ofString());
    }
}
