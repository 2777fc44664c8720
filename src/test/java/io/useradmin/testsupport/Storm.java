package io.useradmin.testsupport;

import static io.useradmin.testsupport.Api.withKey;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
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
 * Random operations that many clients run concurrently. Clients retry when the service asks for it. {@code -Dstorm.seed} alone
 * determines the operations. Their interleaving depends on the machine. {@code target/storms.txt} has the number of operations.
 */
public final class Storm {
    /** A short run for every build; {@code -Dstorm.operations=20000} for a long run. */
    private static final int OPERATIONS = Integer.getInteger("storm.operations", 300);

    private static final long SEED = Long.getLong("storm.seed", 1871);
    private static final JsonMapper JSON = new JsonMapper();
    private static final Path REPORT = Path.of("target", "storms.txt");
    private static final int MAX_TRIES = 100;
    private static final int TRY_AGAIN = 503;

    private final String key;
    private final int operations;
    private final AtomicInteger sent = new AtomicInteger();
    private final AtomicInteger retried = new AtomicInteger();

    public Storm(String key) {
        this(key, 1);
    }

    /** Runs only one {@code part}-th of the usual operations. */
    public Storm(String key, int part) {
        this.key = key;
        this.operations = OPERATIONS / part;
    }

    /** The response to an operation, and when it ran. */
    public record Answer(int status, String body, String etag, Span when) {
        /** Fails unless the status is one of {@code statuses}. */
        public Answer as(Integer... statuses) {
            assertThat(status).as(body).isIn((Object[]) statuses);
            return this;
        }

        public JsonNode json() {
            try {
                return JSON.readTree(body);
            } catch (JsonProcessingException broken) {
                throw new AssertionError(body, broken);
            }
        }

        /** The texts at {@code pointer} in each element of the array at {@code array}. */
        public List<String> texts(String array, String pointer) {
            return json().at(array)
                    .valueStream()
                    .map(each -> each.at(pointer).asText())
                    .toList();
        }
    }

    /** The time from before a call until after its response, in {@link System#nanoTime}. */
    public record Span(long began, long ended) {
        public static Span since(long began) {
            return new Span(began, System.nanoTime());
        }
    }

    /** Draws operations with the seed and runs them concurrently. Returns their results in the order of the draws. */
    public <T> List<T> runConcurrently(Function<Random, Callable<T>> draw) throws Exception {
        var random = new Random(SEED);
        List<Callable<T>> drawn =
                IntStream.range(0, operations).mapToObj(_ -> draw.apply(random)).toList();
        return Concurrently.call(drawn);
    }

    public Answer get(String path) {
        return send(withKey(key), "GET", path);
    }

    public Answer delete(String path) {
        return send(withKey(key), "DELETE", path);
    }

    public Answer post(String path) {
        return send(withKey(key), "POST", path);
    }

    public Answer post(String path, String body) {
        return send(withKey(key).body(body), "POST", path);
    }

    public Answer put(String path, String body) {
        return send(withKey(key).body(body), "PUT", path);
    }

    public Answer patch(String path, String body) {
        return send(withKey(key).body(body), "PATCH", path);
    }

    public Answer patch(String path, String body, String ifMatch) {
        return send(withKey(key).header("If-Match", ifMatch).body(body), "PATCH", path);
    }

    /** Sends a request, and retries while the response is 503. Any other 5xx fails the test. */
    public Answer send(ApiRequest request, String method, String path) {
        long began = System.nanoTime();
        Response answer = request.request(method, path);
        for (int tries = 1; answer.statusCode() == TRY_AGAIN && tries < MAX_TRIES; tries++) {
            assertThat(answer.header("Retry-After")).isNotNull();
            retried.incrementAndGet();
            answer = request.request(method, path);
        }
        sent.incrementAndGet();
        assertThat(answer.statusCode()).as("%s", answer).isLessThan(500);
        return new Answer(
                answer.statusCode(),
                answer.asString(),
                answer.headers().firstValue("ETag").orElse(""),
                Span.since(began));
    }

    /** Adds the number of operations to the report. */
    public void end(TestInfo test) throws IOException {
        String line = "%s %s: %,d operations, %,d tried again, seed %d%n"
                .formatted(
                        test.getTestClass().orElseThrow().getSimpleName(),
                        test.getDisplayName(),
                        sent.get(),
                        retried.get(),
                        SEED);
        Files.writeString(REPORT, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    /** Adds the options that repeat the run to the message of a failure. */
    public static final class SeedOfFailures implements TestExecutionExceptionHandler {
        @Override
        public void handleTestExecutionException(ExtensionContext test, Throwable failure) {
            throw new AssertionError(
                    "To repeat: -Dstorm.seed=%d -Dstorm.operations=%d".formatted(SEED, OPERATIONS), failure);
        }
    }
}
