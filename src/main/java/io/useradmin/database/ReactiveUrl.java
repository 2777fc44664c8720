package io.useradmin.database;

import io.vertx.core.json.JsonObject;
import io.vertx.pgclient.impl.PgConnectionUriParser;
import java.util.function.Function;

/** The URL of a PostgreSQL server, parsed by the service's driver: everything accepts what that accepts. */
public final class ReactiveUrl {
    /** The setting for the URL of the replica. */
    public static final String REPLICA_SETTING = "useradmin.database.replica-url";

    private ReactiveUrl() {}

    /**
     * The parts of a URL.
     *
     * @param setting has the URL
     * @param failure makes an exception with a message that names the setting, for a URL of another form
     */
    public static JsonObject parse(String url, String setting, Function<String, ? extends RuntimeException> failure) {
        try {
            // The framework removes this prefix before it calls the driver.
            return PgConnectionUriParser.parse(url.strip().replaceFirst("^vertx-reactive:", ""));
        } catch (IllegalArgumentException otherForm) {
            // Without the cause, whose message has the URL, which can contain a password.
            throw failure.apply(setting + " is not of the form postgresql://host:port/database");
        }
    }
}
