package io.useradmin.operator;

import io.useradmin.database.ReactiveUrl;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import org.flywaydb.core.api.configuration.FluentConfiguration;
import org.jspecify.annotations.Nullable;
import org.postgresql.Driver;

/**
 * The address and credentials of the service's database.
 *
 * @param replicaUrl the reactive URL of a standby, as in the service's setting; null if there is none
 */
record Database(
        String url,
        @Nullable String username,
        @Nullable String password,
        @Nullable String replicaUrl) {
    /** A database without a standby. */
    Database(String url, @Nullable String username, @Nullable String password) {
        this(url, username, password, null);
    }

    private static final Map<String, String> CONNECTION = Map.of(
            "ApplicationName", RootCommand.NAME,
            "connectTimeout", "10",
            // connectTimeout is only for TCP. A frozen server or a pooler may accept that, and then not respond.
            "loginTimeout", "15",
            "tcpKeepAlive", "true",
            // The detail of an error quotes rows, which may be private.
            "logServerErrorDetail", "false");

    Connection connect() throws SQLException {
        var properties = new Properties();
        properties.putAll(CONNECTION);
        if (username != null) {
            properties.setProperty("user", username);
        }
        if (password != null) {
            properties.setProperty("password", password);
        }
        // Calls the driver directly, because DriverManager depends on class loaders and behaves differently in the
        // native binary.
        Connection connection = new Driver().connect(url, properties);
        if (connection == null) {
            throw JdbcUrl.malformed();
        }
        return connection;
    }

    /** The standby. Options that its URL does not have are those of this database. */
    Database replica() {
        if (replicaUrl == null) {
            throw new Failure(ReactiveUrl.REPLICA_SETTING + " is not set.");
        }
        return JdbcUrl.replica(replicaUrl, this);
    }

    FluentConfiguration migratedBy(FluentConfiguration flyway) {
        return flyway.driver(Driver.class.getName())
                .dataSource(url, Objects.requireNonNullElse(username, ""), Objects.requireNonNullElse(password, ""))
                .jdbcProperties(CONNECTION);
    }

    /** Without passwords. A URL can contain one too. */
    @Override
    public String toString() {
        return "Database[" + url.split("\\?", 2)[0] + "]";
    }
}
