package io.useradmin.database;

import io.quarkus.runtime.annotations.RegisterForReflection;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import io.useradmin.shared.Bounds;
import java.time.Duration;

/** How long and how many requests wait for PostgreSQL. */
@RegisterForReflection // For operator.settings
@ConfigMapping(prefix = "useradmin.database")
public interface DatabaseBounds {
    /** How long a request waits for a connection of the pool, and a new connection for the server to accept it. */
    @Bounds(atLeast = "1ms", atMost = "24h")
    @WithDefault("2s")
    Duration acquireTimeout();

    /**
     * The largest number of connections that reads share, besides those of the pool. Each runs as many statements at a time as
     * {@code quarkus.datasource.reactive.postgresql.pipelining-limit} says.
     */
    @Bounds(atLeast = "1")
    @WithDefault("8")
    int readConnections();

    /**
     * The largest number of requests that wait for a connection, also for one that is being opened. One more is refused at once.
     */
    @Bounds(atLeast = "1")
    @WithDefault("256")
    int maxWaiting();

    /**
     * How long PostgreSQL runs a statement, or keeps an idle transaction open, before it ends it. Zero keeps the server's own
     * settings, for example behind a PgBouncer that does not pass them on.
     */
    @Bounds(atLeast = "0s", atMost = "24h")
    @WithDefault("4s")
    Duration statementTimeout();

    /**
     * How long a connection may be silent before it is closed as dead. It must be longer than any statement, and than the pool
     * keeps an unused connection.
     */
    @Bounds(
            moreThan = {"useradmin.database.statement-timeout", "quarkus.datasource.reactive.idle-timeout"},
            atMost = "24h")
    @WithDefault("20s")
    Duration silenceTimeout();

    /**
     * How old the data may be that the replica at {@code useradmin.database.replica-url} serves. If it is older, or its age is not known, the
     * primary serves.
     */
    @Bounds(atLeast = "100ms", atMost = "60s")
    @WithDefault("1s")
    Duration replicaMaxLag();

    /**
     * How long the replica runs a statement before the primary gets it; a replica that is silent for twice this time is taken for dead. Together
     * with the statement timeout it should not exceed the deadline of a request.
     */
    @Bounds(atLeast = "50ms", atMost = "24h")
    @WithDefault("1s")
    Duration replicaTimeout();
}
