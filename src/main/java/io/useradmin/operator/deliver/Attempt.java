package io.useradmin.operator.deliver;

import io.netty.handler.codec.http.HttpResponseStatus;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpHeaders;
import java.time.Duration;

/** The result of an attempt to deliver an event. */
sealed interface Attempt {
    /** The receiver confirmed the event. */
    record Delivered() implements Attempt {}

    /** The receiver wants no more events. */
    record Gone() implements Attempt {}

    /**
     * The receiver may not have the event.
     *
     * @param reason the reason, as a part of a sentence
     * @param pause how long the receiver asks to wait; zero if it does not
     */
    record Failed(String reason, Duration pause) implements Attempt {
        Failed(String reason) {
            this(reason, Duration.ZERO);
        }
    }

    /** What a complete response means, as Standard Webhooks suggests. */
    static Attempt of(HttpClientResponse response) {
        int status = response.statusCode();
        return switch (status / 100) {
            case 2 -> new Delivered();
            case 3 -> new Failed("it responded with %d, and redirects are not followed".formatted(status));
            default ->
                status == HttpResponseStatus.GONE.code()
                        ? new Gone()
                        : new Failed("it responded with " + status, retryAfter(response));
        };
    }

    /** Receivers send seconds. A date, which HTTP allows too, does not count. */
    private static Duration retryAfter(HttpClientResponse response) {
        String seconds = response.getHeader(HttpHeaders.RETRY_AFTER);
        return seconds != null && seconds.matches("\\d{1,9}")
                ? Duration.ofSeconds(Long.parseLong(seconds))
                : Duration.ZERO;
    }
}
