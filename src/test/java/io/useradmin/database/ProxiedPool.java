package io.useradmin.database;

import io.useradmin.testsupport.FreshDatabase;
import io.useradmin.testsupport.TcpProxy;
import io.useradmin.testsupport.TestDatabase;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgBuilder;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.Pool;

/** A pool of connections to a fresh database. Tests cut the line between them. */
final class ProxiedPool implements AutoCloseable {
    final FreshDatabase database = FreshDatabase.migrated();
    final TcpProxy line = new TcpProxy(TestDatabase.port());
    private final Vertx vertx = Vertx.vertx();
    final Pool pool = PgBuilder.pool()
            .connectingTo(
                    PgConnectOptions.fromUri("postgresql://localhost:%d/%s".formatted(line.port(), database.name()))
                            .setUser(FreshDatabase.USER)
                            .setPassword("postgres"))
            .using(vertx)
            .build();

    @Override
    public void close() {
        pool.close().toCompletionStage().toCompletableFuture().join();
        vertx.close().toCompletionStage().toCompletableFuture().join();
        line.cut();
        database.close();
    }
}
