package io.useradmin.operator;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Where the service finds its database, in the form that the reactive driver reads. A command derives from it what JDBC reads,
 * so that an operator says it once.
 *
 * @param server host and port as they are written
 * @param name the database's name as it is written, empty where it is that of the user
 * @param parameters what follows the question mark, decoded, user and password of the URL included
 */
record ReactiveUrl(String server, String name, Map<String, String> parameters) {
    /** How both drivers call the mode of TLS in a URL. */
    static final String SSL_MODE = "sslmode";

    /** How JDBC calls the file with the certificates of the authority. */
    static final String SSL_ROOT_CERTIFICATE = "sslrootcert";

    private static final Pattern FORM =
            Pattern.compile("(?:vertx-reactive:)?postgres(?:ql)?://(?:(?<user>[^:@/?]*)(?::(?<password>[^@/?]*))?@)?"
                    + "(?<server>(?:\\[[^]]+]|[^:/?@,\\[]*)(?::\\d+)?)(?:/(?<name>[^?,]*))?(?:\\?(?<parameters>.*))?");

    /** What the two drivers call differently. */
    private static final Map<String, String> JDBC_NAMES =
            Map.of("application_name", "ApplicationName", "search_path", "currentSchema");

    private static final String USER = "user";
    private static final String PASSWORD = "password";

    static ReactiveUrl parse(String url) {
        Matcher matcher = FORM.matcher(url.strip());
        if (!matcher.matches()) {
            // The URL is not repeated: it may hold a password.
            throw new Failure("quarkus.datasource.reactive.url is not of the form postgresql://host:port/database");
        }
        Map<String, String> parameters = parameters(matcher.group("parameters"));
        putDecoded(parameters, USER, matcher.group("user"));
        putDecoded(parameters, PASSWORD, matcher.group("password"));
        String server = Objects.requireNonNull(matcher.group("server"));
        rejectUnixSocket(server, parameters);
        return new ReactiveUrl(server, Objects.requireNonNullElse(matcher.group("name"), ""), parameters);
    }

    /** What is given beside the URL wins over what the URL says, as it does for the service. */
    Database database(Optional<String> username, Optional<String> password, Map<String, String> tls) {
        Map<String, String> remaining = new LinkedHashMap<>(parameters);
        String urlUser = remaining.remove(USER);
        String urlPassword = remaining.remove(PASSWORD);
        remaining.putAll(tls);
        if (remaining.containsKey(SSL_ROOT_CERTIFICATE)) {
            // With an authority the service verifies it in this mode too, as libpq does; JDBC would not.
            remaining.replace(SSL_MODE, "require", "verify-ca");
        }
        return new Database(jdbcUrl(remaining), username.orElse(urlUser), password.orElse(urlPassword));
    }

    private String jdbcUrl(Map<String, String> remaining) {
        String query = remaining.entrySet().stream()
                .map(parameter -> JDBC_NAMES.getOrDefault(parameter.getKey(), parameter.getKey()) + "="
                        + URLEncoder.encode(parameter.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
        return "jdbc:postgresql://" + (server.isEmpty() ? "localhost" : server) + "/" + name
                + (query.isEmpty() ? "" : "?" + query);
    }

    private static Map<String, String> parameters(@Nullable String query) {
        Map<String, String> parameters = new LinkedHashMap<>();
        if (query != null) {
            Arrays.stream(query.split("&"))
                    .map(parameter -> parameter.split("=", 2))
                    .filter(parameter -> parameter.length == 2)
                    .forEach(parameter -> putDecoded(parameters, parameter[0], parameter[1]));
        }
        return parameters;
    }

    private static void putDecoded(Map<String, String> parameters, String name, @Nullable String value) {
        if (value != null) {
            parameters.put(name, URLDecoder.decode(value, StandardCharsets.UTF_8));
        }
    }

    private static void rejectUnixSocket(String server, Map<String, String> parameters) {
        if (server.startsWith("%2F") || parameters.containsKey("host")) {
            throw new Failure("Commands reach the database over TCP alone: set useradmin.operator.jdbc-url"
                    + " (as in jdbc:postgresql://localhost:5432/useradmin) beside a URL of another kind.");
        }
    }
}
