package io.useradmin.database;

import io.vertx.pgclient.PgConnectOptions;

/** Prepares a database before the pool connects to it (dev mode). In production the operator does this. */
public interface DatabasePreparation {
    /** Prepares the database at {@code server}. If the URL is a placeholder, sets the real address in {@code server}. */
    void prepare(PgConnectOptions server);
}
