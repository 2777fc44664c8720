package io.useradmin.database;

import io.vertx.pgclient.PgConnectOptions;

/** Prepares a database before the pool connects to it. In production the operator does this. */
public interface DatabasePreparation {
    /** Prepares the database at {@code server}, and sets its address there if it was not known before. */
    void prepare(PgConnectOptions server);
}
