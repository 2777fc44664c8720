package io.useradmin.testsupport;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;

/**
 * Operations drawn at random and carried out by many callers at once, each of whom tries again where the service asks for
 * it. What is drawn depends on {@code -Dstorm.seed} alone; how it interleaves is up to the machine. {@code target/storms.txt}
 * tells how many operations there were.
 */
public final class Storm {
    /** Few in every build; {@code -Dstorm.operations=20000} for a long run. */
    private static final int OPERATIONS = Integer.getInteger("storm.operations", 600);

    private static final long SEED = Long.getLong("storm.seed", 1871);
    private static final JsonMapper JSON = new JsonMapper();
    private static final Path REPORT = Path.of("target", "storms.txt");
    private static final int MOST_TRIES = 100;
    private static final int TRY_AGAIN = 503;

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final String key;
    private final int operations;
    private final AtomicInteger sent = new AtomicInteger();
    private final AtomicInteger retried = new AtomicInteger();

    public Storm(String key) {
        this(key, 1);
    }

    /** A storm of one {@code part} of the operations that others have. */
    public Storm(String key, int part) {
        this.key = key;
        this.operations = OPERATIONS / part;
    }

    /** What an operation of the service came to, and when. */
    public record Answer(int status, String body, String etag, Span when) {
        /** Itself, having one of {@code statuses}. */
        public Answer as(Integer... statuses) {
            assertThat(status).as(body).isIn((Object[]) statuses);
            return this;
        }

        /** Its body. */
        public JsonNode json() {
            try {
                return JSON.readTree(body);
            } catch (JsonProcessingException broken) {
                throw new AssertionError(body, broken);
            }
        }

        /** The texts at {@code pointer} of each element of the array at {@code array}. */
        public List<String> texts(String array, String pointer) {
            return json().at(array)
                    .valueStream()
                    .map(each -> each.at(pointer).asText())
                    .toList();
        }
    }

    /** From before a call was made until after it was answered, by {@link System#nanoTime}. */
    public record Span(long began, long ended) {
        public static Span since(long began) {
            return new Span(began, System.nanoTime());
        }
    }

    /** Carries out what {@code draw} makes of the seed, all at once as far as a machine can; what it came to, in order. */
    public <T> List<T> rage(Function<Random, Callable<T>> draw) throws Exception {
        var random = new Random(SEED);
        List<Callable<T>> drawn =
                IntStream.range(0, operations).mapToObj(_ -> draw.apply(random)).toList();
        return Concurrently.call(drawn);
    }

    public Answer get(String path) throws IOException, InterruptedException {
        return send(key, "GET", path, "", "");
    }

    public Answer delete(String path) throws IOException, InterruptedException {
        return send(key, "DELETE", path, "", "");
    }

    public Answer post(String path, String body) throws IOException, InterruptedException {
        return send(key, "POST", path, body, "");
    }

    public Answer put(String path, String body) throws IOException, InterruptedException {
        return send(key, "PUT", path, body, "");
    }

    public Answer patch(String path, String body, String ifMatch) throws IOException, InterruptedException {
        return send(key, "PATCH", path, body, ifMatch);
    }

    /** The answer once the service does not ask to try again; nothing else of 5xx is an answer. */
    public Answer send(String apiKey, String method, String path, String body, String ifMatch)
            throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(URI.create("http://localhost:" + Api.port() + path))
                .header("X-API-KEY", apiKey)
                .header("Content-Type", "application/json")
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        if (!ifMatch.isEmpty()) {
            request.header("If-Match", ifMatch);
        }
        long began = System.nanoTime();
        HttpResponse<String> answer = client.send(request.build(), BodyHandlers.ofString());
        for (int tries = 1; answer.statusCode() == TRY_AGAIN && tries < MOST_TRIES; tries++) {
            assertThat(answer.headers().firstValue("Retry-After")).isPresent();
            retried.incrementAndGet();
            answer = client.send(request.build(), BodyHandlers.ofString());
        }
        sent.incrementAndGet();
        assertThat(answer.statusCode())
                .as(method + " " + path + ": " + answer.body())
                .isLessThan(500);
        return new Answer(
                answer.statusCode(),
                answer.body(),
                answer.headers().firstValue("ETag").orElse(""),
                Span.since(began));
    }

    /** Ends it, and adds how many operations it had to the report of the test run. */
    public void end(TestInfo test) throws IOException {
        client.close();
        String line = "%s %s: %,d operations, %,d tried again, seed %d%n"
                .formatted(
                        test.getTestClass().orElseThrow().getSimpleName(),
                        test.getDisplayName(),
                        sent.get(),
                        retried.get(),
                        SEED);
        Files.writeString(REPORT, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    /** Tells how to have the storm again that a test failed in. */
    public static final class SeedOfFailures implements TestExecutionExceptionHandler {
        @Override
        public void handleTestExecutionException(ExtensionContext test, Throwable failure) {
            throw new AssertionError(
                    "Once more: -Dstorm.seed=%d -Dstorm.operations=%d".formatted(SEED, OPERATIONS), failure);
        }
    }
}
