package io.useradmin.operator.deliver;

import io.useradmin.event.StoredEvent;
import io.useradmin.operator.deliver.Attempt.Failed;
import io.useradmin.shared.Causes;
import io.useradmin.shared.TerminalText;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.SocketAddress;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Sends events to one target. Each attempt resolves the host and connects to an address that was checked. If the HTTP client
 * resolved the host again, it could get another address (DNS rebinding). TLS still verifies the host name.
 */
final class Sender implements AutoCloseable {
    private static final String MEDIA_TYPE = "application/cloudevents+json";
    private static final String USER_AGENT = "useradmin";

    /** Shorter than the idle timeout of most receivers, so that a request rarely meets a closing connection. */
    private static final int KEEP_ALIVE_SECONDS = 4;

    /** Some gateways add more than 8 KiB, the default. Most clients allow at least as much as this. */
    private static final int MOST_HEADER_BYTES = 65_536;

    private static final int LONGEST_MESSAGE = 200;

    private final Target target;
    private final Secrets secrets;
    private final Resolver resolver;
    private final Duration longest;
    private final Clock clock;
    private final Vertx vertx;
    private final HttpClient client;
    /** Each failure moves on to the next address of the host, for example from IPv6 to IPv4. */
    private int failures;
    /** Whether the next request may use the connection of the last one. The receiver can close it at any time. */
    private boolean isConnected;

    /** @param options options of the HTTP client, such as trusted certificates */
    Sender(
            Target target,
            Secrets secrets,
            Resolver resolver,
            DeliveryTiming timing,
            Clock clock,
            HttpClientOptions options) {
        this.target = target;
        this.secrets = secrets;
        this.resolver = resolver;
        this.longest = timing.connect().plus(timing.response());
        this.clock = clock;
        this.vertx = Vertx.vertx(new VertxOptions()
                .setUseDaemonThread(true)
                .setEventLoopPoolSize(1)
                .setWorkerPoolSize(1)
                .setInternalBlockingPoolSize(1)
                .setFileSystemOptions(
                        new FileSystemOptions().setFileCachingEnabled(false).setClassPathResolvingEnabled(false)));
        this.client = vertx.createHttpClient(
                options.setConnectTimeout(Math.toIntExact(timing.connect().toMillis()))
                        .setSslHandshakeTimeout(timing.connect().toMillis())
                        .setSslHandshakeTimeoutUnit(TimeUnit.MILLISECONDS)
                        .setKeepAliveTimeout(KEEP_ALIVE_SECONDS)
                        .setMaxHeaderSize(MOST_HEADER_BYTES)
                        .setMaxPoolSize(1));
    }

    /**
     * Fails if sending to the target is not allowed. An unknown host passes, because it may exist later.
     *
     * @throws DeliveryStoppedException if one of its addresses is private
     */
    void check() throws DeliveryStoppedException {
        try {
            List<InetAddress> addresses = resolver.addresses(target.host());
            if (!isAllowed(addresses)) {
                throw new DeliveryStoppedException(
                        "%s has a private address. To allow it, use --allow-private.".formatted(target));
            }
        } catch (UnknownHostException unknown) {
            // Each attempt will resolve the host again.
        }
    }

    /** Sends an event once. */
    Attempt send(StoredEvent event) throws InterruptedException {
        Attempt attempt = attempt(event);
        if (attempt instanceof Failed) {
            failures++;
        }
        return attempt;
    }

    private Attempt attempt(StoredEvent event) throws InterruptedException {
        try {
            List<InetAddress> addresses = resolver.addresses(target.host());
            return isAllowed(addresses)
                    ? send(event, addresses.get(Math.floorMod(failures, addresses.size())))
                    : new Failed("its host has a private address");
        } catch (UnknownHostException unknown) {
            return new Failed("its host is unknown");
        }
    }

    @Override
    public void close() {
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    private boolean isAllowed(List<InetAddress> addresses) {
        return target.allowPrivate() || addresses.stream().allMatch(Addresses::isPublic);
    }

    /** If the receiver closes a used connection, it may not have read the request (RFC 9112, section 9.3.1). So send it again. */
    private Attempt send(StoredEvent event, InetAddress address) throws InterruptedException {
        boolean isReused = isConnected;
        try {
            return exchange(event, address);
        } catch (ExecutionException failure) {
            return isReused
                    ? send(event, address)
                    : new Failed(describe(Objects.requireNonNullElse(failure.getCause(), failure)));
        }
    }

    private Attempt exchange(StoredEvent event, InetAddress address) throws ExecutionException, InterruptedException {
        isConnected = false;
        var sent = new SentRequest(event.json());
        try {
            HttpClientResponse response = client.request(options(event, address))
                    .compose(sent::begin)
                    .toCompletionStage()
                    .toCompletableFuture()
                    .get(longest.toMillis(), TimeUnit.MILLISECONDS);
            isConnected = true;
            return Attempt.of(response, clock.instant());
        } catch (TimeoutException late) {
            return new Failed("it sent no complete response within %d ms".formatted(longest.toMillis()));
        } finally {
            sent.end();
        }
    }

    private RequestOptions options(StoredEvent event, InetAddress address) {
        long timestamp = clock.instant().getEpochSecond();
        return new RequestOptions()
                .setMethod(HttpMethod.POST)
                .setServer(SocketAddress.inetSocketAddress(new InetSocketAddress(address, target.port())))
                .setHost(target.host())
                .setPort(target.port())
                .setSsl(target.isEncrypted())
                .setURI(target.pathAndQuery())
                .setFollowRedirects(false)
                .putHeader("content-type", MEDIA_TYPE)
                .putHeader("user-agent", USER_AGENT)
                .putHeader("webhook-id", event.id())
                .putHeader("webhook-timestamp", Long.toString(timestamp))
                .putHeader("webhook-signature", secrets.sign(event.id(), timestamp, event.json()));
    }

    /** With the first cause: only that says what is wrong with a certificate. */
    private static String describe(Throwable failure) {
        String message = message(failure);
        String cause = message(Causes.of(failure).toList().getLast());
        return message.contains(cause) ? message : message + ": " + cause;
    }

    /** As a part of a sentence. It can quote much of what the receiver has sent, also control sequences for a terminal. */
    private static String message(Throwable failure) {
        String message = Objects.requireNonNullElse(failure.getMessage(), "");
        String line = TerminalText.printable(
                (message.isEmpty() ? failure.getClass().getSimpleName() : message).replaceAll("\\s*\\R\\s*", " "));
        return line.substring(0, Math.min(line.length(), LONGEST_MESSAGE)).replaceAll("[.\\s]+$", "");
    }

    /**
     * Sends a request and reads its response. After the end of the attempt nothing is sent: a connection that opens late is
     * released.
     */
    private static final class SentRequest {
        private final String body;
        private @Nullable HttpClientRequest request;
        private boolean complete;
        private boolean ended;

        private SentRequest(String body) {
            this.body = body;
        }

        private synchronized Future<HttpClientResponse> begin(HttpClientRequest connected) {
            request = connected;
            if (ended) {
                connected.reset();
                return Future.failedFuture("too late");
            }
            return connected.send(body).compose(this::complete);
        }

        /** Reads and ignores the body: a connection with an incomplete response cannot be reused. */
        private Future<HttpClientResponse> complete(HttpClientResponse response) {
            return response.end().map(_ -> completed(response));
        }

        private synchronized HttpClientResponse completed(HttpClientResponse response) {
            complete = true;
            return response;
        }

        private synchronized void end() {
            ended = true;
            if (request != null && !complete) {
                request.reset();
            }
        }
    }
}
