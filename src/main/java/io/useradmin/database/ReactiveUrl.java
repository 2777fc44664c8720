package io.useradmin.database;

import io.vertx.core.json.JsonObject;
import io.vertx.pgclient.SslMode;
import io.vertx.pgclient.impl.PgConnectionUriParser;
import java.util.Optional;
import java.util.function.Function;

/**
 * The URL of a PostgreSQL server. The driver of the service parses it, so that the service and its commands accept the same URLs.
 */
public final class ReactiveUrl {
    /** The setting for the URL of the replica. */
    public static final String REPLICA_SETTING = "useradmin.database.replica-url";

    /** Completes a message about a malformed URL. */
    public static final String FORM =
            "of the form postgresql://host:port/database; its sslmode, if any, must be " + DatabaseTls.MODES;

    private ReactiveUrl() {}

    /** The parts of a URL; empty if it is malformed. The driver's message would repeat the URL, which can contain a password. */
    public static Optional<JsonObject> read(String url) {
        try {
            // Quarkus removes this prefix before it calls the driver.
            return Optional.of(PgConnectionUriParser.parse(url.strip().replaceFirst("^vertx-reactive:", "")));
        } catch (IllegalArgumentException otherForm) {
            return Optional.empty();
        }
    }

    /**
     * The parts of a URL.
     *
     * @param setting the name of the setting with the URL
     * @param failure creates the exception for a malformed URL, from a message that names the setting
     */
    public static JsonObject parse(String url, String setting, Function<String, ? extends RuntimeException> failure) {
        return read(url).orElseThrow(() -> failure.apply(setting + " is not " + FORM));
    }

    /** The TLS mode in the parts of a URL. */
    public static Optional<SslMode> sslMode(JsonObject parts) {
        return Optional.ofNullable(parts.getString("sslMode")).map(SslMode::valueOf);
    }
}
