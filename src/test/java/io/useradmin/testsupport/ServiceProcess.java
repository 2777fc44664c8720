package io.useradmin.testsupport;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
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
import java.util.OptionalDouble;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The packaged service, jar or native binary, in its own process. A test can stop or kill it. */
public final class ServiceProcess implements AutoCloseable {
    /** Nearly the same as in {@code %test}: tests hold requests up on purpose, and a busy machine is no fault. */
    public static final Map<String, String> LONG_TIMEOUTS = Map.of(
            "USERADMIN_DATABASE_ACQUIRE_TIMEOUT", "30s",
            "USERADMIN_DATABASE_STATEMENT_TIMEOUT", "30s",
            "USERADMIN_DATABASE_SILENCE_TIMEOUT", "60s",
            "USERADMIN_DATABASE_REPLICA_TIMEOUT", "10s",
            "USERADMIN_HTTP_DEADLINE", "60s",
            "USERADMIN_HTTP_STUCK_AFTER", "10m",
            "QUARKUS_SHUTDOWN_TIMEOUT", "60s",
            "QUARKUS_VERTX_MAX_EVENT_LOOP_EXECUTE_TIME", "60s");

    private static final Path BINARY = Path.of(System.getProperty("native.image.path", "none"));
    private static final Pattern LISTENING = Pattern.compile("Listening on: http://[^\\s:]+:(\\d+)");
    private static final Pattern MANAGED = Pattern.compile("Management interface listening on http://[^\\s:]+:(\\d+)");
    private static final Pattern FAULT =
            Pattern.compile("\"loggerName\":\"io\\.(?:useradmin|quarkus\\.vertx\\.http)\\..*?\"level\":\"ERROR\"");
    private static final ObjectMapper JSON = new ObjectMapper();
    /** Starting a JVM takes long on a busy machine. */
    private static final Duration START_TIMEOUT = Duration.ofMinutes(5);

    private final Process process;
    private final Path log;
    private final HttpClient client = HttpClient.newHttpClient();
    private int port;

    private ServiceProcess(Process process, Path log) {
        this.process = process;
        this.log = log;
    }

    /**
     * Starts the service on the database at {@code reactiveUrl}, with {@link #LONG_TIMEOUTS}, which {@code settings} override, as
     * environment variables, and options such as {@code -Dname=value}. Returns when it listens.
     */
    public static ServiceProcess start(String reactiveUrl, Map<String, String> settings, String... options)
            throws Exception {
        return start(program(options), reactiveUrl, settings);
    }

    /** The same for another program than the package. */
    public static ServiceProcess start(List<String> program, String reactiveUrl, Map<String, String> settings)
            throws Exception {
        Path log = ServiceLogs.create();
        ProcessBuilder command =
                new ProcessBuilder(program).redirectErrorStream(true).redirectOutput(log.toFile());
        // These variables are for the tests. The service would report them as misspelt settings.
        command.environment().keySet().removeIf(name -> name.startsWith("USERADMIN_"));
        command.environment()
                .putAll(Map.of(
                        "QUARKUS_DATASOURCE_REACTIVE_URL", reactiveUrl,
                        "QUARKUS_DATASOURCE_USERNAME", FreshDatabase.USER,
                        "QUARKUS_HTTP_PORT", "0",
                        "QUARKUS_MANAGEMENT_PORT", "0",
                        "QUARKUS_SHUTDOWN_DELAY", "0S",
                        "USERADMIN_SSF_ISSUER", "https://id.example.com"));
        command.environment().putAll(LONG_TIMEOUTS);
        command.environment().putAll(settings);
        ServiceProcess started = new ServiceProcess(command.start(), log);
        started.awaitListening();
        if (!started.process.isAlive()) {
            throw new AssertionError("the service did not start: " + started.log());
        }
        return started;
    }

    public ProcessHandle handle() {
        return process.toHandle();
    }

    /** The port of the API. */
    public int port() {
        return port;
    }

    /** The port of the API in the log of a service; 0 if it does not listen yet. */
    public static int port(String log) {
        return find(LISTENING, log);
    }

    /** The management port; the API's port if there is no management port. */
    public int managementPort() throws IOException {
        int managed = find(MANAGED, log());
        return managed > 0 ? managed : port;
    }

    public URI uri(String path) {
        return URI.create("http://localhost:" + port() + path);
    }

    /** Sends a request with a key and a JSON body, without waiting for the response. An empty body is not sent. */
    public CompletableFuture<HttpResponse<String>> begin(String key, String method, String path, String body) {
        HttpRequest request = HttpRequest.newBuilder(uri(path))
                .timeout(Await.PATIENCE)
                .header("X-API-KEY", key)
                .header("Content-Type", "application/json")
                .method(method, BodyPublishers.ofString(body))
                .build();
        return client.sendAsync(request, BodyHandlers.ofString());
    }

    /** The same without a body. */
    public CompletableFuture<HttpResponse<String>> begin(String key, String method, String path) {
        return begin(key, method, path, "");
    }

    public HttpResponse<String> get(String key, String path) {
        return begin(key, "GET", path).join();
    }

    /** The cursor of the end of a tenant's change feed. */
    public String feedEnd(String key) {
        return get(key, "/api/events?after=now")
                .headers()
                .firstValue("X-Next-Cursor")
                .orElseThrow();
    }

    /** The response of the readiness probe. */
    public HttpResponse<String> readiness() throws IOException, InterruptedException {
        return managed("/q/health/ready");
    }

    /** The response of the liveness probe. */
    public HttpResponse<String> liveness() throws IOException, InterruptedException {
        return managed("/q/health/live");
    }

    /** The metrics in Prometheus format. */
    public String metrics() throws IOException, InterruptedException {
        return managed("/q/metrics").body();
    }

    /** The value of the first series whose name and labels match the regular expression {@code series}. */
    public OptionalDouble metric(String series) throws IOException, InterruptedException {
        Matcher found = Pattern.compile("(?m)^" + series + " (?<value>\\S+)$").matcher(metrics());
        return found.find() ? OptionalDouble.of(Double.parseDouble(found.group("value"))) : OptionalDouble.empty();
    }

    /** Sends a GET request to the management port. */
    public HttpResponse<String> managed(String path) throws IOException, InterruptedException {
        URI uri = URI.create("http://localhost:" + managementPort() + path);
        return client.send(HttpRequest.newBuilder(uri).timeout(Await.PATIENCE).build(), BodyHandlers.ofString());
    }

    public boolean isReady() throws IOException, InterruptedException {
        return readiness().statusCode() == 200;
    }

    /** Sends SIGTERM, as Kubernetes does for a graceful shutdown. */
    public void terminate() {
        process.destroy();
    }

    public void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** Waits for the end of the process. Returns its exit status. */
    public int exitStatus() throws InterruptedException {
        if (!process.waitFor(Await.PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
            throw new AssertionError("the service did not end");
        }
        return process.exitValue();
    }

    public String log() throws IOException {
        return Files.readString(log);
    }

    /** Log lines about requests that failed because of a fault in the service, with their causes. */
    public List<String> faults() throws IOException {
        return log().lines().filter(FAULT.asPredicate()).toList();
    }

    /** Lines of stdout and stderr that are not JSON log lines. */
    public List<String> linesOutsideTheLog() throws IOException {
        return log().lines().filter(line -> !isJson(line)).toList();
    }

    @Override
    public void close() throws Exception {
        kill();
        // Closing the client waits for open requests. They fail only when the service is gone.
        client.close();
        ServiceLogs.ended(log);
    }

    private void awaitListening() throws Exception {
        try {
            Await.until("the service listens", START_TIMEOUT, () -> listens() || !process.isAlive());
        } catch (AssertionError tooSlow) {
            kill();
            throw new AssertionError("the service does not listen: " + log(), tooSlow);
        }
    }

    private boolean listens() throws IOException {
        port = port(log());
        return port > 0;
    }

    private static int find(Pattern pattern, String log) {
        Matcher found = pattern.matcher(log);
        return found.find() ? Integer.parseInt(found.group(1)) : 0;
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
