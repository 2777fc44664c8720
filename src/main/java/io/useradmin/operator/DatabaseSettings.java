package io.useradmin.operator;

import io.quarkus.runtime.configuration.ConfigUtils;
import io.useradmin.database.DatabaseTls;
import io.useradmin.database.ReactiveUrl;
import io.useradmin.operator.settings.KnownSettings;
import io.useradmin.operator.settings.SettingsCheck;
import io.vertx.pgclient.SslMode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Set;
import org.eclipse.microprofile.config.Config;

/** The service's database settings for commands. */
final class DatabaseSettings {
    private final Config config;

    DatabaseSettings(Config config) {
        this.config = config;
    }

    /**
     * The settings of this process. They do not come from the configuration of Quarkus, which the native binary does not have
     * before Quarkus starts.
     */
    static DatabaseSettings ofProcess() {
        try {
            return new DatabaseSettings(ConfigUtils.configBuilder().build());
        } catch (RuntimeException unreadable) {
            throw new Failure(SettingsCheck.UNREADABLE + unreadable.getMessage());
        }
    }

    /** The database, for JDBC. */
    Database database() {
        Database primary = primary();
        return new Database(
                primary.url(),
                primary.username(),
                primary.password(),
                value(ReactiveUrl.REPLICA_SETTING).orElse(null));
    }

    private Database primary() {
        Optional<String> own = value(KnownSettings.JDBC_URL);
        if (own.isPresent()) {
            if (!KnownSettings.isJdbcUrl(own.get())) {
                throw JdbcUrl.malformed();
            }
            return new Database(
                    JdbcUrl.append(own.get(), tls(JdbcUrl.parameterNames(own.get()), reactiveUrl())),
                    value(KnownSettings.USERNAME).orElse(null),
                    value(KnownSettings.PASSWORD).orElse(null));
        }
        String url = reactiveUrl().orElseThrow(() -> new Failure(SettingsCheck.NO_DATABASE));
        return JdbcUrl.database(
                url, value(KnownSettings.USERNAME), value(KnownSettings.PASSWORD), tls(Set.of(), Optional.empty()));
    }

    /** Several URLs mean a choice of equivalent servers. Any of them will do. */
    private Optional<String> reactiveUrl() {
        return values(KnownSettings.DATABASE_URL).map(List::getFirst);
    }

    /**
     * The TLS parameters of the JDBC driver.
     *
     * @param own the parameters that a JDBC URL has already
     * @param otherUrl the reactive URL whose mode applies if neither the JDBC URL nor the settings have one
     */
    private Map<String, String> tls(Set<String> own, Optional<String> otherUrl) {
        Map<String, String> parameters = new HashMap<>();
        if (!own.contains(JdbcUrl.SSL_MODE) && !own.contains(JdbcUrl.SSL)) {
            // As in the service, the setting overrides the URL.
            tlsMode()
                    .or(() -> otherUrl.flatMap(JdbcUrl::sslMode))
                    .ifPresent(mode -> parameters.put(JdbcUrl.SSL_MODE, mode.value));
        }
        if (!own.contains(JdbcUrl.SSL_ROOT_CERTIFICATE)) {
            values(DatabaseTls.CERTIFICATES)
                    .map(DatabaseSettings::singleFile)
                    .ifPresent(file -> parameters.put(JdbcUrl.SSL_ROOT_CERTIFICATE, file));
        }
        return parameters;
    }

    private static String singleFile(List<String> files) {
        if (files.size() > 1) {
            throw new Failure("Commands read the certificates of " + DatabaseTls.CERTIFICATES
                    + " from one file: put them all into one, which the service reads too.");
        }
        return files.getFirst();
    }

    private Optional<SslMode> tlsMode() {
        try {
            return value(KnownSettings.TLS_MODE)
                    .flatMap(_ -> config.getOptionalValue(KnownSettings.TLS_MODE, SslMode.class));
        } catch (IllegalArgumentException unknown) {
            throw new Failure(KnownSettings.TLS_MODE + " must be " + DatabaseTls.MODES);
        }
    }

    private Optional<List<String>> values(String name) {
        return value(name).flatMap(_ -> config.getOptionalValues(name, String.class));
    }

    /** Empty text means unset. */
    private Optional<String> value(String name) {
        try {
            return SettingsCheck.given(config, name).filter(text -> !text.isBlank());
        } catch (NoSuchElementException unresolved) {
            throw new Failure(String.valueOf(unresolved.getMessage()));
        }
    }
}
