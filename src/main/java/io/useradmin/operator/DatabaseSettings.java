package io.useradmin.operator;

import io.quarkus.runtime.configuration.ConfigUtils;
import io.useradmin.database.ReactiveUrl;
import io.useradmin.operator.settings.KnownSettings;
import io.useradmin.operator.settings.SettingsCheck;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.eclipse.microprofile.config.Config;

/** The service's database settings for commands. */
final class DatabaseSettings {
    private static final String USERNAME = "quarkus.datasource.username";
    private static final String PASSWORD = "quarkus.datasource.password";
    private static final String SSL_MODE = "quarkus.datasource.reactive.postgresql.ssl-mode";
    private static final String CERTIFICATES = "quarkus.datasource.reactive.trust-certificate-pem.certs";

    private final Config config;

    DatabaseSettings(Config config) {
        this.config = config;
    }

    /**
     * The settings of this process. They do not come from the configuration of Quarkus, which the native binary does not have
     * before Quarkus starts.
     */
    static DatabaseSettings ofProcess() {
        return new DatabaseSettings(ConfigUtils.configBuilder().build());
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
            return new Database(
                    JdbcUrl.append(own.get(), tls(JdbcUrl.parameterNames(own.get()))),
                    value(USERNAME).orElse(null),
                    value(PASSWORD).orElse(null));
        }
        String url = reactiveUrl().orElseThrow(() -> new Failure(SettingsCheck.NO_DATABASE));
        return JdbcUrl.database(url, value(USERNAME), value(PASSWORD), tls(Set.of()));
    }

    /** Several URLs mean a choice of equivalent servers. Any of them will do. */
    private Optional<String> reactiveUrl() {
        return config.getOptionalValues(KnownSettings.DATABASE_URL, String.class)
                .map(List::getFirst);
    }

    /**
     * The TLS parameters of the JDBC driver.
     *
     * @param own the parameters that a JDBC URL has already
     */
    private Map<String, String> tls(Set<String> own) {
        Map<String, String> parameters = new HashMap<>();
        if (!own.contains(JdbcUrl.SSL_MODE) && !own.contains(JdbcUrl.SSL)) {
            sslMode().ifPresent(mode -> parameters.put(JdbcUrl.SSL_MODE, mode));
        }
        if (!own.contains(JdbcUrl.SSL_ROOT_CERTIFICATE)) {
            config.getOptionalValues(CERTIFICATES, String.class)
                    .map(DatabaseSettings::singleFile)
                    .ifPresent(file -> parameters.put(JdbcUrl.SSL_ROOT_CERTIFICATE, file));
        }
        return parameters;
    }

    /** As in the service, the setting overrides the URL. The JDBC driver accepts only one spelling. */
    private Optional<String> sslMode() {
        return value(SSL_MODE)
                .map(mode -> mode.toLowerCase(Locale.ROOT).replace('_', '-'))
                .or(() -> reactiveUrl().flatMap(JdbcUrl::sslMode));
    }

    private static String singleFile(List<String> files) {
        if (files.size() > 1) {
            throw new Failure("Commands read the certificates of " + CERTIFICATES
                    + " from one file: put them all into one, which the service reads too.");
        }
        return files.getFirst();
    }

    private Optional<String> value(String name) {
        return config.getOptionalValue(name, String.class).filter(value -> !value.isBlank());
    }
}
