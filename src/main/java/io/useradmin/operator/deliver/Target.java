package io.useradmin.operator.deliver;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Objects;

/**
 * The receiver of events.
 *
 * @param uri has a host, and no user and fragment
 * @param allowPrivate whether private addresses and {@code http} are allowed
 */
public record Target(URI uri, boolean allowPrivate) {
    private static final String HTTPS = "https";
    private static final int HTTPS_PORT = 443;
    private static final int HTTP_PORT = 80;

    /**
     * Parses a URL.
     *
     * @throws IllegalArgumentException if it is not allowed; the message does not contain it
     */
    public static Target parse(String text, boolean allowPrivate) {
        URI uri = uri(text);
        String scheme = Objects.requireNonNullElse(uri.getScheme(), "").toLowerCase(Locale.ROOT);
        if (!scheme.equals(HTTPS) && !(allowPrivate && scheme.equals("http"))) {
            throw new IllegalArgumentException("must begin with https://");
        }
        if (uri.getHost() == null || uri.getPort() == 0 || uri.getPort() > 65_535) {
            throw new IllegalArgumentException("must name a host");
        }
        if (uri.getRawUserInfo() != null || uri.getRawFragment() != null) {
            throw new IllegalArgumentException("must have no user and no fragment");
        }
        return new Target(uri, allowPrivate);
    }

    /** An IPv6 address has brackets, as in the header Host. The JDK resolves it with them. */
    String host() {
        return Objects.requireNonNull(uri.getHost());
    }

    int port() {
        if (uri.getPort() >= 0) {
            return uri.getPort();
        }
        return isEncrypted() ? HTTPS_PORT : HTTP_PORT;
    }

    boolean isEncrypted() {
        return HTTPS.equalsIgnoreCase(uri.getScheme());
    }

    /** The form in a request line: only ASCII. */
    String pathAndQuery() {
        URI ascii = URI.create(uri.toASCIIString());
        String path = ascii.getRawPath().isEmpty() ? "/" : ascii.getRawPath();
        return ascii.getRawQuery() == null ? path : path + "?" + ascii.getRawQuery();
    }

    /** The URL for messages, without its query, because some receivers put a password there. */
    @Override
    public String toString() {
        return uri.getScheme() + "://" + uri.getRawAuthority() + uri.getRawPath();
    }

    private static URI uri(String text) {
        try {
            return new URI(text);
        } catch (URISyntaxException malformed) {
            throw new IllegalArgumentException("must be a URL");
        }
    }
}
