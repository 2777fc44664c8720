package io.useradmin.telemetry;

import io.quarkus.vertx.VertxOptionsCustomizer;
import io.quarkus.vertx.http.runtime.ExtendedQuarkusVertxHttpMetrics;
import io.vertx.core.VertxOptions;
import io.vertx.core.metrics.MetricsOptions;
import io.vertx.core.spi.VertxMetricsFactory;
import io.vertx.core.spi.metrics.PoolMetrics;
import io.vertx.core.spi.metrics.VertxMetrics;
import jakarta.inject.Singleton;

/**
 * Makes Quarkus measure only pools. It would also measure HTTP servers, which {@link RequestMetrics} does better, and every
 * statement and packet, and each of these measurements allocates objects.
 */
@Singleton
class PoolMeters implements VertxOptionsCustomizer {
    @Override
    @SuppressWarnings("deprecation") // The replacement in Vert.x is only for code that builds its own Vert.x.
    public void accept(VertxOptions options) {
        VertxMetricsFactory all = options.getMetricsOptions().getFactory();
        options.setMetricsOptions(
                new MetricsOptions().setEnabled(true).setFactory(used -> new PoolsOnly(all.metrics(used))));
    }

    /** Quarkus needs this interface of its own if the number of connections is limited. */
    private record PoolsOnly(VertxMetrics all) implements VertxMetrics, ExtendedQuarkusVertxHttpMetrics {
        @Override
        public PoolMetrics<?> createPoolMetrics(String type, String name, int maxSize) {
            return all.createPoolMetrics(type, name, maxSize);
        }

        @Override
        public ConnectionTracker getHttpConnectionTracker() {
            return NOOP_CONNECTION_TRACKER;
        }

        @Override
        public void close() {
            all.close();
        }
    }
}
