package io.useradmin.fault;

import io.useradmin.testsupport.RawConnection;
import io.useradmin.testsupport.RawHttp2;
import io.useradmin.testsupport.ServiceProcess;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A client that disconnects at random moments in random ways, again and again. */
final class HostileCaller implements Runnable {
    private static final int MAX_PIPELINED = 5;
    private static final int MAX_STREAMS = 15;
    /** Fits into one HTTP/2 frame. */
    private static final int LARGEST_BODY = 16_000;

    private static final int LONGEST_PAUSE_MILLIS = 30;
    private static final List<String> TARGETS = List.of(
            "GET /api/users/hostile",
            "GET /api/users?size=20",
            "GET /api/users/hostile/export",
            "GET /api/events",
            "HEAD /api/users/hostile/public_data",
            "DELETE /api/users/hostile/sessions/s",
            "PATCH /api/users/hostile/public_data",
            "PUT /api/users/hostile",
            "PUT /api/users/hostile/sessions/s",
            "POST /api/users/hostile/groups/g");

    private final ServiceProcess service;
    private final List<String> keys;
    private final Random random;
    private final BooleanSupplier isRunning;

    /** A client whose random choices follow from {@code seed}. */
    HostileCaller(ServiceProcess service, List<String> keys, long seed, BooleanSupplier isRunning) {
        this.service = service;
        this.keys = keys;
        this.random = new Random(seed);
        this.isRunning = isRunning;
    }

    @Override
    public void run() {
        while (isRunning.getAsBoolean()) {
            try {
                if (random.nextBoolean()) {
                    pipeline();
                } else {
                    streams();
                }
            } catch (IOException broken) {
                // The service may close the connection too.
                continue;
            }
        }
    }

    private void pipeline() throws IOException {
        String requests = Stream.generate(this::request)
                .limit(1 + random.nextInt(MAX_PIPELINED))
                .collect(Collectors.joining());
        String sent = random.nextInt(3) == 0 ? requests : requests.substring(0, random.nextInt(requests.length()));
        try (RawConnection connection = RawConnection.open(service)) {
            int half = random.nextInt(sent.length() + 1);
            connection.send(sent.substring(0, half));
            pause();
            connection.send(sent.substring(half));
            pause();
            disconnect(connection);
        }
    }

    private void streams() throws IOException {
        try (RawHttp2 caller = random.nextBoolean() ? RawHttp2.open(service) : RawHttp2.openWide(service)) {
            List<Integer> streams = new ArrayList<>();
            for (int request = random.nextInt(MAX_STREAMS); request >= 0; request--) {
                streams.add(begin(caller));
                if (random.nextInt(3) == 0) {
                    caller.reset(streams.get(random.nextInt(streams.size())));
                }
            }
            pause();
            if (random.nextBoolean()) {
                caller.goAway();
                pause();
            }
            disconnect(caller.connection());
        }
    }

    /** Starts an HTTP/2 request: complete, with a part of its body, or without its body. */
    private int begin(RawHttp2 caller) throws IOException {
        String[] target = target().split(" ");
        boolean hasBody = hasBody(target[0]);
        int stream = caller.begin(target[0], target[1], key(), !hasBody);
        if (hasBody && random.nextBoolean()) {
            String body = body();
            caller.data(stream, body.substring(random.nextInt(body.length())), random.nextBoolean());
        } else if (hasBody && random.nextBoolean()) {
            caller.data(stream, body(), true);
        }
        return stream;
    }

    private void disconnect(RawConnection connection) throws IOException {
        switch (random.nextInt(4)) {
            case 0 -> connection.reset();
            case 1 -> connection.close();
            case 2 -> {
                connection.halfClose();
                connection.awaitClosed();
            }
            default -> {
                connection.halfClose();
                pause();
                connection.reset();
            }
        }
    }

    private String request() {
        String target = target();
        String head = target + " HTTP/1.1\r\nHost: localhost\r\nX-API-KEY: " + key() + "\r\n"
                + (target.contains("events") ? "Accept: text/event-stream\r\n" : "");
        if (!hasBody(target)) {
            return head + "\r\n";
        }
        String body = body();
        return head + "Content-Type: application/json\r\n"
                + (random.nextBoolean()
                        ? "Content-Length: %d\r\n\r\n%s".formatted(body.length(), body)
                        : "Transfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n0\r\n\r\n".formatted(body.length(), body));
    }

    private String target() {
        return TARGETS.get(random.nextInt(TARGETS.size()));
    }

    private String key() {
        return keys.get(random.nextInt(keys.size()));
    }

    private String body() {
        String data = random.nextInt(5) == 0 ? "x".repeat(random.nextInt(LARGEST_BODY)) : "x";
        return "{\"public_data\": {\"a\": \"" + data + "\"}}";
    }

    private static boolean hasBody(String target) {
        return target.startsWith("P");
    }

    private void pause() {
        try {
            Thread.sleep(random.nextInt(LONGEST_PAUSE_MILLIS));
        } catch (InterruptedException end) {
            Thread.currentThread().interrupt();
        }
    }
}
