package io.useradmin.database;

import io.vertx.pgclient.PgConnectOptions;

/** Makes a database ready before the pool is made that connects to it; in production that is the operator's. */
public interface DatabasePreparation {
    /** Prepares the database at {@code server}, and says there where it is, if that was not known before. */
    void prepare(PgConnectOptions server);
}
