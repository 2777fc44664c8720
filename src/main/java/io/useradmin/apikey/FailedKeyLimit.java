package io.useradmin.apikey;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.ConsumptionProbe;
import io.github.bucket4j.TimeMeter;
import jakarta.enterprise.context.ApplicationScoped;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Counts the keys of each source that were not good. It is asked only after a key has failed, so that no failure of somebody
 * behind the same address keeps a good key out.
 */
@ApplicationScoped
class FailedKeyLimit {
    private static final Duration PERIOD = Duration.ofMinutes(1);
    /** What one customer is given at least of IPv6, so that all of its addresses count as one source. */
    private static final int NETWORK_BYTES = 8;

    private final FailedKeyConfig config;
    private final TimeMeter time;
    private final Cache<String, Bucket> buckets;

    FailedKeyLimit(FailedKeyConfig config, Clock clock) {
        this.config = config;
        this.time = new ClockMeter(clock);
        // A source that was quiet for the period has all of its failures again, so nothing is lost with it.
        this.buckets = Caffeine.newBuilder()
                .expireAfterAccess(PERIOD)
                .maximumSize(config.maxSources())
                .ticker(time::currentTimeNanos)
                .executor(Runnable::run)
                .build();
    }

    /**
     * Counts a failure.
     *
     * @param address the numeric IP address of the source
     * @return how long the source should wait, where it has failed too often
     */
    Optional<Duration> count(String address) {
        ConsumptionProbe probe = buckets.get(source(address), _ -> bucket()).tryConsumeAndReturnRemaining(1);
        return probe.isConsumed() ? Optional.empty() : Optional.of(Duration.ofNanos(probe.getNanosToWaitForRefill()));
    }

    /** How many sources are remembered. */
    long sources() {
        buckets.cleanUp();
        return buckets.estimatedSize();
    }

    private Bucket bucket() {
        return Bucket.builder()
                .addLimit(limit -> limit.capacity(config.perMinute()).refillGreedy(config.perMinute(), PERIOD))
                .withCustomTimePrecision(time)
                .build();
    }

    private static String source(String address) {
        return InetAddress.ofLiteral(address) instanceof Inet6Address six
                ? HexFormat.of().formatHex(Arrays.copyOf(six.getAddress(), NETWORK_BYTES))
                : address;
    }

    private record ClockMeter(Clock clock) implements TimeMeter {
        @Override
        public long currentTimeNanos() {
            return TimeUnit.MICROSECONDS.toNanos(ChronoUnit.MICROS.between(Instant.EPOCH, clock.instant()));
        }

        @Override
        public boolean isWallClockBased() {
            return true;
        }
    }
}
