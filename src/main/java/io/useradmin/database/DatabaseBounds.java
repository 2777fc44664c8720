package io.useradmin.database;

import io.quarkus.runtime.annotations.RegisterForReflection;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import io.useradmin.shared.Bounds;
import java.time.Duration;
import java.util.Optional;

/** Timeouts and limits for PostgreSQL, and its replica. */
@RegisterForReflection // For operator.settings
@ConfigMapping(prefix = "useradmin.database")
public interface DatabaseBounds {
    /** How long a request waits for a connection of the pool, and how long it takes at most to open a connection. */
    @Bounds(atLeast = "1ms", atMost = "24h")
    @WithDefault("2s")
    Duration acquireTimeout();

    /**
     * The largest number of connections that reads share, besides those of the pool. Each has up to
     * {@code quarkus.datasource.reactive.postgresql.pipelining-limit} statements in flight.
     */
    @Bounds(atLeast = "1")
    @WithDefault("8")
    int readConnections();

    /** The largest number of requests that wait for a connection, including one that is being opened. More are refused at once. */
    @Bounds(atLeast = "1")
    @WithDefault("256")
    int maxWaiting();

    /**
     * How long PostgreSQL may run a statement, or keep an idle transaction open, before it ends it. Zero keeps the server's own
     * settings, for example for a PgBouncer that does not pass these on.
     */
    @Bounds(atLeast = "0s", atMost = "24h")
    @WithDefault("4s")
    Duration statementTimeout();

    /**
     * How long a connection may be silent before it is closed as dead. It must be longer than any statement, and longer than the
     * pool keeps an unused connection.
     */
    @Bounds(
            moreThan = {"useradmin.database.statement-timeout", "quarkus.datasource.reactive.idle-timeout"},
            atMost = "24h")
    @WithDefault("20s")
    Duration silenceTimeout();

    /** The address of a standby of the primary, as in {@code postgresql://host:port/database}; empty if there is none. */
    Optional<String> replicaUrl();

    /**
     * The largest lag of the replica. If its data is older, or its age is unknown, the primary serves.
     */
    @Bounds(atLeast = "100ms", atMost = "60s")
    @WithDefault("1s")
    Duration replicaMaxLag();

    /**
     * How long the replica may run a statement before the primary gets it. If the replica is silent for twice this time, its
     * connection is closed as dead. This and the statement timeout together should not exceed the deadline of a request.
     */
    @Bounds(atLeast = "50ms", atMost = "24h")
    @WithDefault("1s")
    Duration replicaTimeout();
}
