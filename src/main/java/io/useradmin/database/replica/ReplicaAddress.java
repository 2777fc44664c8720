package io.useradmin.database.replica;

import io.quarkus.runtime.configuration.ConfigurationException;
import io.useradmin.database.DatabaseBounds;
import io.useradmin.database.ReactiveUrl;
import io.vertx.core.json.JsonObject;
import io.vertx.pgclient.PgConnectOptions;
import java.util.Optional;

/** The address of the replica. Options that it does not have (user, password, TLS) are those of the primary. */
record ReplicaAddress(JsonObject parsed) {
    static ReplicaAddress parse(String url) {
        return new ReplicaAddress(ReactiveUrl.parse(url, ReactiveUrl.REPLICA_SETTING, ConfigurationException::new));
    }

    /** The timeout is early enough for the primary to serve the statement. */
    PgConnectOptions like(PgConnectOptions primary, DatabaseBounds bounds) {
        var server = new PgConnectOptions(primary)
                .setHost(parsed.getString("host", PgConnectOptions.DEFAULT_HOST))
                .setPort(parsed.getInteger("port", PgConnectOptions.DEFAULT_PORT));
        text("database").ifPresent(server::setDatabase);
        text("user").ifPresent(server::setUser);
        text("password").ifPresent(server::setPassword);
        ReactiveUrl.sslMode(parsed).ifPresent(server::setSslMode);
        if (bounds.statementTimeout().isPositive()) {
            server.addProperty(
                    "statement_timeout", Long.toString(bounds.replicaTimeout().toMillis()));
        }
        return server;
    }

    private Optional<String> text(String name) {
        return Optional.ofNullable(parsed.getString(name));
    }
}
