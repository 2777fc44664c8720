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

/** Somebody who gets events over HTTP, and answers them as a test says; with 204 when it has said nothing. */
public final class Receiver implements AutoCloseable {
    /** How a request is answered. */
    public interface Answer {
        void to(HttpExchange exchange) throws IOException, InterruptedException;
    }

    /** A request that came. */
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

    /** The next requests, which nothing was said of yet, are answered like this. */
    @SafeVarargs
    public final Receiver answering(Answer... next) {
        answers.addAll(List.of(next));
        return this;
    }

    public static Answer status(int status) {
        return exchange -> exchange.sendResponseHeaders(status, -1);
    }

    /** Refuses that many times. */
    public static Answer[] times(int times, Answer answer) {
        return Stream.generate(() -> answer).limit(times).toArray(Answer[]::new);
    }

    /** Never answers. */
    public Answer hanging() {
        return _ -> closed.await();
    }

    /** Begins an answer that never ends. */
    public Answer endless() {
        return exchange -> {
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody().write(1);
            exchange.getResponseBody().flush();
            closed.await();
        };
    }

    /** Closes the connection instead of answering. */
    public static Answer closing() {
        return HttpExchange::close;
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

    /** The identifiers of the events that came, in their order. */
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
