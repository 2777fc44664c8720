package io.useradmin.event;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.useradmin.testsupport.Concurrently;
import io.useradmin.testsupport.ServiceProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A reader of the feed that connects again whenever its connection ends, until it is told to end. */
abstract class FeedFollower implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final String key;
    private final List<String> ids = new ArrayList<>();
    private HttpClient client = HttpClient.newHttpClient();
    private CompletableFuture<Void> reading = CompletableFuture.completedFuture(null);
    private volatile boolean isEnded;

    private FeedFollower(String key) {
        this.key = key;
    }

    /** Reads from {@code service}, from where the reader was before. */
    void begin(ServiceProcess service) {
        isEnded = false;
        client = HttpClient.newHttpClient();
        reading = Concurrently.begin(() -> {
            while (!isEnded) {
                read(service);
            }
            return null;
        });
    }

    /** Disconnects. */
    void end() throws Exception {
        isEnded = true;
        client.shutdownNow();
        reading.get(1, TimeUnit.MINUTES);
    }

    /** The ids of all events so far. */
    final synchronized List<String> ids() {
        return List.copyOf(ids);
    }

    @Override
    public void close() throws Exception {
        end();
    }

    final boolean isEnded() {
        return isEnded;
    }

    /** Reads until the connection ends. */
    abstract void read(ServiceProcess service);

    final HttpRequest.Builder request(ServiceProcess service, String query) {
        return HttpRequest.newBuilder(service.uri("/api/events?" + query)).header("X-API-KEY", key);
    }

    /** The successful response; empty if the service is not there, or does not respond with success. */
    final <T> Optional<HttpResponse<T>> send(HttpRequest request, HttpResponse.BodyHandler<T> body) {
        try {
            return Optional.of(client.send(request, body)).filter(response -> response.statusCode() == 200);
        } catch (IOException gone) {
            return Optional.empty();
        } catch (InterruptedException end) {
            throw new AssertionError(end);
        }
    }

    final synchronized void take(JsonNode event) {
        ids.add(event.get("id").asText());
    }

    static JsonNode json(String text) {
        try {
            return JSON.readTree(text);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    /** Polls for pages. It takes a page together with its cursor. */
    static final class Poll extends FeedFollower {
        private String after = "";

        Poll(String key) {
            super(key);
        }

        @Override
        void read(ServiceProcess service) {
            send(request(service, "size=50&wait=1" + after).build(), BodyHandlers.ofString())
                    .ifPresent(page -> {
                        json(page.body()).forEach(this::take);
                        after = "&after="
                                + page.headers().firstValue("X-Next-Cursor").orElseThrow();
                    });
        }
    }

    /** Reads server-sent events. When it connects again, its Last-Event-ID is the last id, also one without an event. */
    static final class EventSource extends FeedFollower {
        private final AtomicInteger ended = new AtomicInteger();
        private final AtomicInteger brokenOff = new AtomicInteger();
        private String lastId = "";

        EventSource(String key) {
            super(key);
        }

        /** The number of streams that the service ended. */
        int ended() {
            return ended.get();
        }

        /** The number of streams that broke off before this reader was told to end. */
        int brokenOff() {
            return brokenOff.get();
        }

        @Override
        void read(ServiceProcess service) {
            HttpRequest.Builder request =
                    request(service, "").version(HttpClient.Version.HTTP_1_1).header("Accept", "text/event-stream");
            if (!lastId.isEmpty()) {
                request.header("Last-Event-ID", lastId);
            }
            send(request.build(), BodyHandlers.ofLines())
                    .ifPresent(stream -> readLines(stream.body().iterator()));
        }

        /** An empty line follows an id without an event. */
        private void takeIfPresent(String type, Iterator<String> lines) {
            if (!type.isEmpty()) {
                JsonNode event = json(lines.next().substring("data: ".length()));
                assertThat(type).isEqualTo("event: " + event.get("type").asText());
                take(event);
            }
        }

        private void readLines(Iterator<String> lines) {
            try {
                while (lines.hasNext()) {
                    String line = lines.next();
                    if (line.startsWith("id: ")) {
                        takeIfPresent(lines.next(), lines);
                        lastId = line.substring("id: ".length());
                    }
                }
                ended.incrementAndGet();
            } catch (UncheckedIOException broken) {
                if (!isEnded()) {
                    brokenOff.incrementAndGet();
                }
            }
        }
    }
}
