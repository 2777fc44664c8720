package io.useradmin.database;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** How long and in what number anything waits for PostgreSQL. */
@ConfigMapping(prefix = "useradmin.database")
interface DatabaseBounds {
    /** How long a request waits for a connection of the pool, and a new connection for the server to take it. */
    @WithDefault("2s")
    Duration acquireTimeout();

    /**
     * The most connections that reads share, beside those of the pool. Each takes as many statements at a time as
     * {@code quarkus.datasource.reactive.postgresql.pipelining-limit} says.
     */
    @WithDefault("8")
    int readConnections();

    /** The most requests that wait for a connection, one that is being opened among them; one more is refused at once. */
    @WithDefault("256")
    int maxWaiting();

    /**
     * How long PostgreSQL works on a statement, and leaves a transaction open whose next statement does not come, before it
     * ends it by itself. Zero leaves both to the server's own settings, as behind a PgBouncer that does not pass them on.
     */
    @WithDefault("4s")
    Duration statementTimeout();

    /**
     * How long a connection may be silent before it is taken for dead: longer than a statement may take, and longer than the
     * pool keeps a connection that nobody uses.
     */
    @WithDefault("20s")
    Duration silenceTimeout();
}
