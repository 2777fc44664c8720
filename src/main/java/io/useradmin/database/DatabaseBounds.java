package io.useradmin.database;

import io.quarkus.runtime.annotations.RegisterForReflection;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import io.useradmin.shared.Bounds;
import java.time.Duration;

/** How long and in what number anything waits for PostgreSQL. */
@RegisterForReflection // For operator.settings
@ConfigMapping(prefix = "useradmin.database")
public interface DatabaseBounds {
    /** How long a request waits for a connection of the pool, and a new connection for the server to take it. */
    @Bounds(atLeast = "1ms", atMost = "24h")
    @WithDefault("2s")
    Duration acquireTimeout();

    /**
     * The most connections that reads share, beside those of the pool. Each takes as many statements at a time as
     * {@code quarkus.datasource.reactive.postgresql.pipelining-limit} says.
     */
    @Bounds(atLeast = "1")
    @WithDefault("8")
    int readConnections();

    /** The most requests that wait for a connection, one that is being opened among them; one more is refused at once. */
    @Bounds(atLeast = "1")
    @WithDefault("256")
    int maxWaiting();

    /**
     * How long PostgreSQL works on a statement, and leaves a transaction open whose next statement does not come, before it
     * ends it by itself. Zero leaves both to the server's own settings, as behind a PgBouncer that does not pass them on.
     */
    @Bounds(atLeast = "0s", atMost = "24h")
    @WithDefault("4s")
    Duration statementTimeout();

    /**
     * How long a connection may be silent before it is taken for dead. A statement may take that long without a word, and the
     * pool may keep a connection that long that nobody uses.
     */
    @Bounds(
            moreThan = {"useradmin.database.statement-timeout", "quarkus.datasource.reactive.idle-timeout"},
            atMost = "24h")
    @WithDefault("20s")
    Duration silenceTimeout();
}
