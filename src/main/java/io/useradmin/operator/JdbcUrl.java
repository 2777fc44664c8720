package io.useradmin.operator;

import io.useradmin.database.ReactiveUrl;
import io.useradmin.operator.settings.KnownSettings;
import io.vertx.core.json.JsonObject;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.pgclient.SslMode;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Converts the URL of the service's database for the JDBC driver, so that operators configure only one URL. The driver of the
 * service parses it, so that commands accept the same URLs as the service.
 */
final class JdbcUrl {
    /** The TLS mode, a parameter of the JDBC driver. */
    static final String SSL_MODE = "sslmode";

    /** Turns TLS on, as {@link #SSL_MODE} does. */
    static final String SSL = "ssl";

    /** The file with CA certificates, a parameter of the JDBC driver. */
    static final String SSL_ROOT_CERTIFICATE = "sslrootcert";

    /** Server settings that are parameters of the JDBC driver. */
    private static final Map<String, String> PARAMETERS =
            Map.of("application_name", "ApplicationName", "search_path", "currentSchema");

    private static final Pattern PARTS = Pattern.compile("jdbc:postgresql://[^/?]*(?:/(?<database>[^?]*))?(?:\\?.*)?");
    private static final Pattern AND = Pattern.compile("&");

    private JdbcUrl() {}

    /**
     * The database of a reactive URL. Username, password and TLS settings override those in the URL, as in the service.
     *
     * @param tls parameters of the JDBC driver
     */
    static Database database(
            String reactiveUrl, Optional<String> username, Optional<String> password, Map<String, String> tls) {
        JsonObject parsed = ReactiveUrl.parse(reactiveUrl, KnownSettings.DATABASE_URL, Failure::new);
        SortedMap<String, String> parameters = parameters(parsed);
        parameters.putAll(tls);
        return new Database(
                "jdbc:postgresql://" + server(parsed) + "/"
                        + encode(parsed.getString("database", PgConnectOptions.DEFAULT_DATABASE)) + query(parameters),
                username.orElse(parsed.getString("user")),
                password.orElse(parsed.getString("password")));
    }

    /**
     * The standby of {@code primary} at a reactive URL. Options that the URL does not have are those of the primary, as in the
     * service.
     */
    static Database replica(String reactiveUrl, Database primary) {
        JsonObject parsed = ReactiveUrl.parse(reactiveUrl, ReactiveUrl.REPLICA_SETTING, Failure::new);
        Matcher other = PARTS.matcher(primary.url());
        if (!other.matches()) {
            throw malformed();
        }
        SortedMap<String, String> parameters = parameters(primary.url());
        parameters.putAll(parameters(parsed));
        String database = parsed.containsKey("database")
                ? encode(parsed.getString("database"))
                : Objects.requireNonNullElse(other.group("database"), "");
        return new Database(
                "jdbc:postgresql://" + server(parsed) + "/" + database + query(parameters),
                Optional.ofNullable(parsed.getString("user")).orElse(primary.username()),
                Optional.ofNullable(parsed.getString("password")).orElse(primary.password()));
    }

    /** The names of the parameters of a JDBC URL. */
    static Set<String> parameterNames(String jdbcUrl) {
        return parameters(jdbcUrl).keySet();
    }

    /**
     * A JDBC URL with more parameters.
     *
     * @param tls parameters that the URL does not have
     */
    static String append(String jdbcUrl, Map<String, String> tls) {
        SortedMap<String, String> parameters = parameters(jdbcUrl);
        parameters.putAll(tls);
        return jdbcUrl.split("\\?", 2)[0] + query(parameters);
    }

    /** The TLS mode in the reactive URL of the service's database; empty if it has none. */
    static Optional<SslMode> sslMode(String reactiveUrl) {
        return ReactiveUrl.sslMode(ReactiveUrl.parse(reactiveUrl, KnownSettings.DATABASE_URL, Failure::new));
    }

    /** The failure for a JDBC URL that cannot be read. */
    static Failure malformed() {
        return new Failure(KnownSettings.JDBC_URL + " is not " + KnownSettings.JDBC_FORM);
    }

    private static String server(JsonObject parsed) {
        String host = parsed.getString("host", PgConnectOptions.DEFAULT_HOST);
        if (host.startsWith("/")) {
            throw new Failure("Commands connect over TCP, not over a Unix socket: set " + KnownSettings.JDBC_URL
                    + " (as in jdbc:postgresql://localhost:5432/useradmin) as well.");
        }
        String port = parsed.containsKey("port") ? ":" + parsed.getInteger("port") : "";
        return (host.contains(":") ? "[" + host + "]" : host) + port;
    }

    /** The parameters of a reactive URL, with the names of the JDBC driver. */
    private static SortedMap<String, String> parameters(JsonObject parsed) {
        SortedMap<String, String> parameters = new TreeMap<>();
        parsed.getJsonObject("properties", new JsonObject())
                .forEach(property -> parameters.put(
                        PARAMETERS.getOrDefault(property.getKey(), property.getKey()), (String) property.getValue()));
        ReactiveUrl.sslMode(parsed).ifPresent(mode -> parameters.put(SSL_MODE, mode.value));
        return parameters;
    }

    private static String query(SortedMap<String, String> parameters) {
        if (parameters.containsKey(SSL_ROOT_CERTIFICATE)) {
            verifyTheAuthority(parameters);
        }
        return parameters.isEmpty()
                ? ""
                : parameters.entrySet().stream()
                        .map(parameter -> parameter.getKey() + "=" + encode(parameter.getValue()))
                        .collect(Collectors.joining("&", "?", ""));
    }

    /** In this mode, the service verifies the CA if it has CA certificates, as libpq does. JDBC would not. */
    private static void verifyTheAuthority(SortedMap<String, String> parameters) {
        parameters.replace(SSL_MODE, "require", "verify-ca");
    }

    private static SortedMap<String, String> parameters(String jdbcUrl) {
        return Stream.of(jdbcUrl.split("\\?", 2))
                .skip(1)
                .flatMap(AND::splitAsStream)
                .map(parameter -> parameter.split("=", 2))
                .collect(Collectors.toMap(
                        parameter -> parameter[0],
                        parameter -> parameter.length == 1 ? "" : decode(parameter[1]),
                        (_, last) -> last,
                        TreeMap::new));
    }

    private static String decode(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
