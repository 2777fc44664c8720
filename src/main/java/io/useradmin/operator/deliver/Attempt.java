package io.useradmin.operator.deliver;

import io.netty.handler.codec.http.HttpResponseStatus;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpHeaders;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Optional;

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
     * @param pause how long the receiver asks to wait; zero if it does not, negative if that time has passed
     */
    record Failed(String reason, Duration pause) implements Attempt {
        Failed(String reason) {
            this(reason, Duration.ZERO);
        }
    }

    /** What a complete response means, as Standard Webhooks suggests. The response arrived at {@code now}. */
    static Attempt of(HttpClientResponse response, Instant now) {
        int status = response.statusCode();
        return switch (status / 100) {
            case 2 -> new Delivered();
            case 3 -> new Failed("it responded with %d, and redirects are not followed".formatted(status));
            default ->
                status == HttpResponseStatus.GONE.code()
                        ? new Gone()
                        : new Failed("it responded with " + status, retryAfter(response, now));
        };
    }

    private static Duration retryAfter(HttpClientResponse response, Instant now) {
        return Optional.ofNullable(response.getHeader(HttpHeaders.RETRY_AFTER))
                .map(value -> value.matches("\\d{1,9}") ? Duration.ofSeconds(Long.parseLong(value)) : until(value, now))
                .orElse(Duration.ZERO);
    }

    private static Duration until(String date, Instant now) {
        try {
            return Duration.between(now, DateTimeFormatter.RFC_1123_DATE_TIME.parse(date, Instant::from));
        } catch (DateTimeParseException unknown) {
            return Duration.ZERO;
        }
    }
}
