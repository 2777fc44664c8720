package io.useradmin.operator.deliver;

import com.github.benmanes.caffeine.cache.Ticker;
import io.useradmin.event.StoredEvent;
import io.useradmin.operator.deliver.Attempt.Delivered;
import io.useradmin.operator.deliver.Attempt.Failed;
import io.useradmin.operator.deliver.Attempt.Gone;
import io.vertx.core.http.HttpClientOptions;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;

/**
 * Sends the events of a tenant to a target in the order of the feed, each at least once. It saves the position after the receiver
 * has confirmed an event. So it never skips an event, but a killed process may send its last event again.
 */
public final class Delivery {
    private static final int PAGE = 500;

    /** How long events are sent after they were read. Then they are read again: a deletion of their user erases IP addresses. */
    private static final Duration LONGEST_AGE = Duration.ofMinutes(1);

    /** If the database disappears from the network, the delivery must not block for hours. */
    private static final Duration DATABASE_TIMEOUT = Duration.ofMinutes(1);

    private final Settings settings;
    private final Deliveries deliveries;
    private final Sender sender;
    private final Outside outside;
    private final Consumer<String> say;
    private long delivered;
    /** Failed attempts to send the next event. */
    private int failures;

    private Delivery(Settings settings, Deliveries deliveries, Sender sender, Outside outside, Consumer<String> say) {
        this.settings = settings;
        this.deliveries = deliveries;
        this.sender = sender;
        this.outside = outside;
        this.say = say;
    }

    /**
     * The options of a delivery.
     *
     * @param fromNow whether a new target gets only events from now on
     * @param once whether to stop when all events are delivered
     */
    public record Settings(
            String tenant, Target target, Secrets secrets, boolean fromNow, boolean once, DeliveryTiming timing) {}

    /**
     * The environment, which tests replace.
     *
     * @param ticker measures ages, because {@code clock} can be set back
     */
    record Outside(Resolver resolver, HttpClientOptions http, Pause pause, Clock clock, Ticker ticker) {}

    /** Sleeps. */
    @FunctionalInterface
    interface Pause {
        void sleep(Duration duration) throws InterruptedException;
    }

    /**
     * Delivers until it is interrupted, or with {@code once} until all events are delivered.
     *
     * @param say prints messages for people
     * @return the number of delivered events
     * @throws DeliveryStoppedException if it cannot continue
     */
    public static long run(Connection connection, Settings settings, Clock clock, Consumer<String> say)
            throws SQLException, DeliveryStoppedException, InterruptedException {
        var outside =
                new Outside(Resolver.OF_SYSTEM, new HttpClientOptions(), Thread::sleep, clock, Ticker.systemTicker());
        return run(connection, settings, outside, say);
    }

    static long run(Connection connection, Settings settings, Outside outside, Consumer<String> say)
            throws SQLException, DeliveryStoppedException, InterruptedException {
        connection.setNetworkTimeout(Runnable::run, Math.toIntExact(DATABASE_TIMEOUT.toMillis()));
        var deliveries = new Deliveries(connection, settings.tenant(), settings.target());
        try (var sender = new Sender(
                settings.target(),
                settings.secrets(),
                outside.resolver(),
                settings.timing(),
                outside.clock(),
                outside.http())) {
            sender.check();
            deliveries.lock();
            deliveries.begin(settings.fromNow());
            return new Delivery(settings, deliveries, sender, outside, say).deliverAll();
        }
    }

    private long deliverAll() throws SQLException, DeliveryStoppedException, InterruptedException {
        while (true) {
            List<StoredEvent> page = deliveries.next(PAGE);
            deliver(page);
            if (page.isEmpty() && settings.once()) {
                return delivered;
            }
            if (page.isEmpty()) {
                outside.pause().sleep(settings.timing().poll());
            }
        }
    }

    /** Ends early if the events must be read again. */
    private void deliver(List<StoredEvent> page) throws SQLException, DeliveryStoppedException, InterruptedException {
        long readAt = outside.ticker().read();
        for (StoredEvent event : page) {
            if (!deliver(event) || outside.ticker().read() - readAt > LONGEST_AGE.toNanos()) {
                return;
            }
        }
    }

    /** Whether the receiver has accepted the event. */
    private boolean deliver(StoredEvent event) throws SQLException, DeliveryStoppedException, InterruptedException {
        return switch (sender.send(event)) {
            case Delivered _ -> {
                deliveries.delivered(event, outside.clock().instant());
                delivered++;
                failures = 0;
                yield true;
            }
            case Failed failed -> {
                waitAfter(event, failed);
                yield false;
            }
            case Gone _ -> throw isGone(event);
        };
    }

    private DeliveryStoppedException isGone(StoredEvent event) throws SQLException, DeliveryStoppedException {
        deliveries.failed(outside.clock().instant());
        return new DeliveryStoppedException(
                "%s wants no more events: it responded to event %s with 410. No event is skipped. If it wants them again, repeat the command."
                        .formatted(settings.target(), event.id()));
    }

    private void waitAfter(StoredEvent event, Failed failed)
            throws SQLException, DeliveryStoppedException, InterruptedException {
        failures++;
        Instant now = outside.clock().instant();
        Instant end = deliveries.failed(now).plus(settings.timing().giveUp());
        if (!now.isBefore(end)) {
            throw gaveUp(event, failed);
        }
        Duration wait = settings.timing().retry(failures, failed.pause(), ThreadLocalRandom.current());
        say.accept("%s did not accept event %s: %s. Next attempt in %d ms."
                .formatted(settings.target(), event.id(), failed.reason(), wait.toMillis()));
        outside.pause().sleep(wait);
    }

    private DeliveryStoppedException gaveUp(StoredEvent event, Failed last) {
        return new DeliveryStoppedException(
                "%s has not accepted event %s for %d days: %s. No event is skipped. When the receiver works again, repeat the command."
                        .formatted(
                                settings.target(),
                                event.id(),
                                settings.timing().giveUp().toDays(),
                                last.reason()));
    }
}
