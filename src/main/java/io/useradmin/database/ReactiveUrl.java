package io.useradmin.database;

import io.vertx.core.json.JsonObject;
import io.vertx.pgclient.impl.PgConnectionUriParser;
import java.util.function.Function;

/**
 * The URL of a PostgreSQL server. The driver of the service parses it, so that the service and its commands accept the same URLs.
 */
public final class ReactiveUrl {
    /** The setting for the URL of the replica. */
    public static final String REPLICA_SETTING = "useradmin.database.replica-url";

    private ReactiveUrl() {}

    /**
     * The parts of a URL.
     *
     * @param setting the name of the setting with the URL
     * @param failure creates the exception for a malformed URL, from a message that names the setting
     */
    public static JsonObject parse(String url, String setting, Function<String, ? extends RuntimeException> failure) {
        try {
            // Quarkus removes this prefix before it calls the driver.
            return PgConnectionUriParser.parse(url.strip().replaceFirst("^vertx-reactive:", ""));
        } catch (IllegalArgumentException otherForm) {
            // Without the cause: its message contains the URL, which can contain a password.
            throw failure.apply(setting + " is not of the form postgresql://host:port/database");
        }
    }
}
