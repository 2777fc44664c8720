package io.useradmin.operator;

import io.vertx.core.json.JsonObject;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.pgclient.SslMode;
import io.vertx.pgclient.impl.PgConnectionUriParser;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Translates the URL of the service's database for the JDBC driver, so that operators configure one URL. The service's driver
 * parses it: commands accept what the service accepts.
 */
final class JdbcUrl {
    /** The TLS mode, a parameter of the JDBC driver. */
    static final String SSL_MODE = "sslmode";

    /** The file with CA certificates, a parameter of the JDBC driver. */
    static final String SSL_ROOT_CERTIFICATE = "sslrootcert";

    /** Server settings that the JDBC driver has parameters for. */
    private static final Map<String, String> PARAMETERS =
            Map.of("application_name", "ApplicationName", "search_path", "currentSchema");

    private JdbcUrl() {}

    /**
     * The database of a reactive URL. Username, password and TLS settings replace those in the URL, as they do for the service.
     *
     * @param tls parameters of the JDBC driver
     */
    static Database database(
            String reactiveUrl, Optional<String> username, Optional<String> password, Map<String, String> tls) {
        JsonObject parsed = parse(reactiveUrl);
        return new Database(
                "jdbc:postgresql://" + server(parsed) + "/"
                        + encode(parsed.getString("database", PgConnectOptions.DEFAULT_DATABASE)) + query(parsed, tls),
                username.orElse(parsed.getString("user")),
                password.orElse(parsed.getString("password")));
    }

    private static JsonObject parse(String url) {
        try {
            // The framework removes this prefix before it calls the driver.
            return PgConnectionUriParser.parse(url.strip().replaceFirst("^vertx-reactive:", ""));
        } catch (IllegalArgumentException otherForm) {
            // Without the cause, whose message has the URL, which can contain a password.
            throw new Failure("quarkus.datasource.reactive.url is not of the form postgresql://host:port/database");
        }
    }

    private static String server(JsonObject parsed) {
        String host = parsed.getString("host", PgConnectOptions.DEFAULT_HOST);
        if (host.startsWith("/")) {
            throw new Failure("Commands connect over TCP, not over a Unix socket: set useradmin.operator.jdbc-url"
                    + " (as in jdbc:postgresql://localhost:5432/useradmin) as well.");
        }
        String port = parsed.containsKey("port") ? ":" + parsed.getInteger("port") : "";
        return (host.contains(":") ? "[" + host + "]" : host) + port;
    }

    private static String query(JsonObject parsed, Map<String, String> tls) {
        SortedMap<String, String> parameters = new TreeMap<>();
        parsed.getJsonObject("properties", new JsonObject())
                .forEach(property -> parameters.put(
                        PARAMETERS.getOrDefault(property.getKey(), property.getKey()), (String) property.getValue()));
        if (parsed.containsKey("sslMode")) {
            parameters.put(SSL_MODE, SslMode.valueOf(parsed.getString("sslMode")).value);
        }
        parameters.putAll(tls);
        if (parameters.containsKey(SSL_ROOT_CERTIFICATE)) {
            // The service verifies the CA in this mode if it has one, as libpq does; JDBC would not.
            parameters.replace(SSL_MODE, "require", "verify-ca");
        }
        return parameters.isEmpty()
                ? ""
                : parameters.entrySet().stream()
                        .map(parameter -> parameter.getKey() + "=" + encode(parameter.getValue()))
                        .collect(Collectors.joining("&", "?", ""));
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
