package io.useradmin.operator.deliver;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;

/** A webhook receiver. It responds as the test says, by default with 204. */
public final class Receiver implements AutoCloseable {
    /** A response to a request. */
    public interface Answer {
        void to(HttpExchange exchange) throws IOException, InterruptedException;
    }

    /** A received request. */
    public record Request(String method, String path, Headers headers, String body) {
        String id() {
            return headers.getFirst("webhook-id");
        }
    }

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Deque<Answer> answers = new ArrayDeque<>();
    private final List<Request> requests = new CopyOnWriteArrayList<>();
    private final CountDownLatch closed = new CountDownLatch(1);

    public Receiver() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
    }

    /** Sets the responses to the next requests. */
    @SafeVarargs
    public final Receiver answering(Answer... next) {
        answers.addAll(List.of(next));
        return this;
    }

    public static Answer status(int status) {
        return exchange -> exchange.sendResponseHeaders(status, -1);
    }

    /** The same response, this many times. */
    public static Answer[] times(int times, Answer answer) {
        return Stream.generate(() -> answer).limit(times).toArray(Answer[]::new);
    }

    /** Never responds. */
    public Answer hanging() {
        return _ -> closed.await();
    }

    /** Starts a response that never ends. */
    public Answer endless() {
        return exchange -> {
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody().write(1);
            exchange.getResponseBody().flush();
            closed.await();
        };
    }

    /** Closes the connection without a response. */
    public static Answer closing() {
        return HttpExchange::close;
    }

    /** Responds, and closes the connection. */
    public static Answer closingAfter(int status) {
        return exchange -> {
            exchange.getResponseHeaders().set("Connection", "close");
            exchange.sendResponseHeaders(status, -1);
        };
    }

    public Answer redirecting(int status) {
        return exchange -> {
            exchange.getResponseHeaders().set("Location", url("/elsewhere"));
            exchange.sendResponseHeaders(status, -1);
        };
    }

    public int port() {
        return server.getAddress().getPort();
    }

    public String url(String path) {
        return "http://127.0.0.1:" + port() + path;
    }

    public List<Request> requests() {
        return requests;
    }

    /** The ids of the received events, in order. */
    public List<String> ids() {
        return requests.stream().map(Request::id).toList();
    }

    @Override
    public void close() {
        closed.countDown();
        server.stop(0);
        threads.shutdownNow();
    }

    private void handle(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
        requests.add(new Request(
                exchange.getRequestMethod(), exchange.getRequestURI().toString(), exchange.getRequestHeaders(), body));
        try {
            next().to(exchange);
        } catch (InterruptedException closing) {
            Thread.currentThread().interrupt();
        } finally {
            exchange.close();
        }
    }

    private synchronized Answer next() {
        return answers.isEmpty() ? status(204) : answers.removeFirst();
    }
}
