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
 * Lets the framework measure pools only. It would measure the HTTP servers, too, where {@link RequestMetrics} counts better, and
 * every statement and every packet, for each of which it makes objects.
 */
@Singleton
class PoolMeters implements VertxOptionsCustomizer {
    @Override
    @SuppressWarnings("deprecation") // What Vert.x has instead is for those who build it themselves.
    public void accept(VertxOptions options) {
        VertxMetricsFactory all = options.getMetricsOptions().getFactory();
        options.setMetricsOptions(
                new MetricsOptions().setEnabled(true).setFactory(used -> new PoolsOnly(all.metrics(used))));
    }

    /** The framework expects its own interface where the number of connections is limited. */
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
