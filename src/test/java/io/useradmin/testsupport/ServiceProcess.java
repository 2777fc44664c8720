package io.useradmin.testsupport;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The packaged service, jar or native binary, in a process that a test may end or kill. */
public final class ServiceProcess implements AutoCloseable {
    private static final Path BINARY = Path.of(System.getProperty("native.image.path", "none"));
    private static final Pattern LISTENING = Pattern.compile("Listening on: http://[^\\s:]+:(\\d+)");
    private static final Pattern MANAGED = Pattern.compile("Management interface listening on http://[^\\s:]+:(\\d+)");
    private static final Pattern FAULT =
            Pattern.compile("\"loggerName\":\"io\\.(?:useradmin|quarkus\\.vertx\\.http)\\..*?\"level\":\"ERROR\"");
    private static final ObjectMapper JSON = new ObjectMapper();
    /** What takes a second may take a minute where others keep all processors busy. */
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    /** A JVM that starts has much to do, which takes long where others are at work too. */
    private static final Duration PATIENCE_AT_START = Duration.ofMinutes(5);

    private static final long FIRST_PAUSE_MILLIS = 10;
    /** Looking costs a connection or a page of metrics, which those that are waited for lack. */
    private static final long LONGEST_PAUSE_MILLIS = 200;

    private final Process process;
    private final Path log;
    private final HttpClient client = HttpClient.newHttpClient();
    private int port;

    private ServiceProcess(Process process, Path log) {
        this.process = process;
        this.log = log;
    }

    /**
     * Starts the service on the database at {@code reactiveUrl}, with settings as environment variables and options such as
     * {@code -Dname=value}; it listens.
     */
    public static ServiceProcess start(String reactiveUrl, Map<String, String> settings, String... options)
            throws Exception {
        return start(program(options), reactiveUrl, settings);
    }

    /** The same for a program other than the package. */
    public static ServiceProcess start(List<String> program, String reactiveUrl, Map<String, String> settings)
            throws Exception {
        Path log = Files.createTempFile("service", ".log");
        ProcessBuilder command =
                new ProcessBuilder(program).redirectErrorStream(true).redirectOutput(log.toFile());
        // Those of the tests, which the service would take for settings that are misspelt.
        command.environment().keySet().removeIf(name -> name.startsWith("USERADMIN_"));
        command.environment()
                .putAll(Map.of(
                        "QUARKUS_DATASOURCE_REACTIVE_URL", reactiveUrl,
                        "QUARKUS_DATASOURCE_USERNAME", FreshDatabase.USER,
                        "QUARKUS_HTTP_PORT", "0",
                        "QUARKUS_MANAGEMENT_PORT", "0",
                        "QUARKUS_SHUTDOWN_DELAY", "0S",
                        "USERADMIN_SSF_ISSUER", "https://id.example.com"));
        command.environment().putAll(settings);
        ServiceProcess started = new ServiceProcess(command.start(), log);
        started.awaitListening();
        if (!started.process.isAlive()) {
            throw new AssertionError("the service does not start: " + started.log());
        }
        return started;
    }

    public ProcessHandle handle() {
        return process.toHandle();
    }

    /** The port of the API, on this machine. */
    public int port() {
        return port;
    }

    /** The port that clients do not reach, on this machine; that of the API where there is none. */
    public int managementPort() {
        int managed = find(MANAGED);
        return managed > 0 ? managed : port;
    }

    /** Where the API is. */
    public URI uri(String path) {
        return URI.create("http://localhost:" + port() + path);
    }

    /** Begins a request with a key and a JSON body, which is empty where there is none. */
    public CompletableFuture<HttpResponse<String>> begin(String key, String method, String path, String body) {
        HttpRequest request = HttpRequest.newBuilder(uri(path))
                .timeout(PATIENCE)
                .header("X-API-KEY", key)
                .header("Content-Type", "application/json")
                .method(method, BodyPublishers.ofString(body))
                .build();
        return client.sendAsync(request, BodyHandlers.ofString());
    }

    public HttpResponse<String> get(String key, String path) {
        return begin(key, "GET", path, "").join();
    }

    /** What the readiness probe is told: the status and the body. */
    public HttpResponse<String> readiness() throws IOException, InterruptedException {
        return managed("/q/health/ready");
    }

    /** What the liveness probe is told: the status and the body. */
    public HttpResponse<String> liveness() throws IOException, InterruptedException {
        return managed("/q/health/live");
    }

    /** Its metrics as Prometheus reads them. */
    public String metrics() throws IOException, InterruptedException {
        return managed("/q/metrics").body();
    }

    /** What is at {@code path} of the port that callers do not reach. */
    public HttpResponse<String> managed(String path) throws IOException, InterruptedException {
        URI uri = URI.create("http://localhost:" + managementPort() + path);
        return client.send(HttpRequest.newBuilder(uri).timeout(PATIENCE).build(), BodyHandlers.ofString());
    }

    public boolean isReady() throws IOException, InterruptedException {
        return readiness().statusCode() == 200;
    }

    /** Asks it to end, as Kubernetes does. */
    public void terminate() {
        process.destroy();
    }

    public void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** The exit status once it has ended. */
    public int exitStatus() throws InterruptedException {
        if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
            throw new AssertionError("the service does not end");
        }
        return process.exitValue();
    }

    public String log() throws IOException {
        return Files.readString(log);
    }

    /** What it logs of requests that failed by a fault of its own, with the causes. */
    public List<String> faults() throws IOException {
        return log().lines().filter(FAULT.asPredicate()).toList();
    }

    /** What it has printed, on either stream, that is no line of the log. */
    public List<String> outsideTheLog() throws IOException {
        return log().lines().filter(line -> !isJson(line)).toList();
    }

    /** Waits until something is so; how long it took. */
    public static Duration await(String what, Callable<Boolean> condition) throws Exception {
        return await(what, PATIENCE, condition);
    }

    /** The same for what may take longer. */
    public static Duration await(String what, Duration patience, Callable<Boolean> condition) throws Exception {
        long start = System.nanoTime();
        long pause = FIRST_PAUSE_MILLIS;
        while (!condition.call()) {
            if (System.nanoTime() - start > patience.toNanos()) {
                throw new AssertionError("not in time: " + what);
            }
            Thread.sleep(pause);
            // A fifth of the wait is lost at most.
            pause = Math.min(LONGEST_PAUSE_MILLIS, pause + pause / 5 + 1);
        }
        return Duration.ofNanos(System.nanoTime() - start);
    }

    @Override
    public void close() throws Exception {
        kill();
        // Requests without an answer would be waited for, if the service were still there.
        client.close();
        Files.deleteIfExists(log);
    }

    private void awaitListening() throws Exception {
        try {
            await("it listens", PATIENCE_AT_START, () -> listens() || !process.isAlive());
        } catch (AssertionError tooSlow) {
            kill();
            throw tooSlow;
        }
    }

    private boolean listens() {
        port = find(LISTENING);
        return port > 0;
    }

    private int find(Pattern pattern) {
        try {
            Matcher found = pattern.matcher(log());
            return found.find() ? Integer.parseInt(found.group(1)) : 0;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static boolean isJson(String line) {
        try {
            return JSON.readTree(line).isObject();
        } catch (JsonProcessingException otherwise) {
            return false;
        }
    }

    private static List<String> program(String... options) {
        Stream<String> program = Files.isExecutable(BINARY)
                ? Stream.concat(Stream.of(BINARY.toAbsolutePath().toString()), Stream.of(options))
                : QuickJava.command(options);
        return Stream.concat(program, Stream.of("serve")).toList();
    }
}
