package io.useradmin;

import java.security.CodeSource;
import java.util.Optional;
import org.eclipse.microprofile.config.ConfigProvider;

/** Looks before anything starts whether the service knows its database: the framework would tell it by a stack trace. */
final class DatabaseSettings {
    private static final String URL = "quarkus.datasource.reactive.url";
    private static final String MISSING = "No database is configured: set QUARKUS_DATASOURCE_REACTIVE_URL"
            + " (as in postgresql://localhost:5432/useradmin), QUARKUS_DATASOURCE_USERNAME and"
            + " QUARKUS_DATASOURCE_PASSWORD.";

    private DatabaseSettings() {}

    /** Ends the packaged service with one line on standard error if it does not. */
    static void require() {
        if (isPackaged() && !isDatabaseKnown()) {
            System.err.println(MISSING);
            System.exit(1);
        }
    }

    private static boolean isDatabaseKnown() {
        return ConfigProvider.getConfig().getOptionalValue(URL, String.class).isPresent();
    }

    /**
     * False where classes lie in a folder: dev mode and tests bring their own database. The framework's launch mode is not
     * known yet when the process begins.
     */
    private static boolean isPackaged() {
        return Optional.ofNullable(DatabaseSettings.class.getProtectionDomain().getCodeSource())
                .map(CodeSource::getLocation)
                .filter(location -> location.getPath().endsWith("/"))
                .isEmpty();
    }
}
