package io.useradmin.operator;

import io.quarkus.runtime.configuration.ConfigUtils;
import java.security.CodeSource;
import java.util.List;
import java.util.Optional;
import org.eclipse.microprofile.config.Config;

/** The service's settings of its database, read before the framework starts, or without it. */
public final class DatabaseSettings {
    private static final String URL = "quarkus.datasource.reactive.url";
    private static final String USERNAME = "quarkus.datasource.username";
    private static final String PASSWORD = "quarkus.datasource.password";
    private static final String SSL_MODE = "quarkus.datasource.reactive.postgresql.ssl-mode";
    private static final String JDBC_URL = "useradmin.operator.jdbc-url";
    private static final String MISSING = "No database is configured: set QUARKUS_DATASOURCE_REACTIVE_URL"
            + " (as in postgresql://localhost:5432/useradmin), QUARKUS_DATASOURCE_USERNAME and"
            + " QUARKUS_DATASOURCE_PASSWORD.";

    private final Config config;

    DatabaseSettings(Config config) {
        this.config = config;
    }

    /**
     * As the process has them now. The framework's own configuration is not asked: in the native binary there is none before
     * it starts.
     */
    public static DatabaseSettings ofProcess() {
        return new DatabaseSettings(ConfigUtils.configBuilder().build());
    }

    /**
     * Whether serving can be tried. Where classes lie in a folder it always can: dev mode and tests bring their own database,
     * and the framework's launch mode is not known yet when the process begins.
     */
    public boolean suffice() {
        return !isPackaged() || value(URL).isPresent();
    }

    /** Fails with a line that says what to set: the framework would say it by a stack trace. */
    void requireUrl() {
        if (!suffice()) {
            throw new Failure(MISSING);
        }
    }

    /** The database as JDBC reaches it. */
    Database database() {
        Optional<String> own = value(JDBC_URL);
        if (own.isPresent()) {
            return new Database(
                    own.get(), value(USERNAME).orElse(null), value(PASSWORD).orElse(null));
        }
        // Several URLs are servers of equal standing, and any will do.
        List<String> urls = config.getOptionalValues(URL, String.class).orElseThrow(() -> new Failure(MISSING));
        return ReactiveUrl.parse(urls.getFirst()).database(value(USERNAME), value(PASSWORD), value(SSL_MODE));
    }

    private Optional<String> value(String name) {
        return config.getOptionalValue(name, String.class).filter(value -> !value.isBlank());
    }

    private static boolean isPackaged() {
        return Optional.ofNullable(DatabaseSettings.class.getProtectionDomain().getCodeSource())
                .map(CodeSource::getLocation)
                .filter(location -> location.getPath().endsWith("/"))
                .isEmpty();
    }
}
