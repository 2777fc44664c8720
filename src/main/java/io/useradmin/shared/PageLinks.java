package io.useradmin.shared;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Set;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The value of the {@code Link} header of a list (RFC 8288). Its targets have no scheme and host. Clients resolve them relative
 * to the URL that they called, so they work behind any proxy.
 */
public final class PageLinks {
    private static final Set<String> PAGING = Set.of("page", "size", "cursor");

    private final String path;
    private final String rest;
    private final StringJoiner links = new StringJoiner(", ");

    /**
     * @param path the path of the list as it was requested, still percent-encoded
     * @param query the query as it was requested, still percent-encoded; all parameters but those of paging are kept
     * @param size elements per page
     */
    PageLinks(String path, @Nullable String query, int size) {
        this.path = UriText.escaped(path);
        this.rest = "&size=" + size + kept(query, PAGING);
    }

    /**
     * The value for a list that has only cursors: the same request with another value of {@code parameter}, which needs no
     * percent-encoding.
     */
    public static String next(String path, @Nullable String query, String parameter, String cursor) {
        return link("next", UriText.escaped(path), parameter, cursor, kept(query, Set.of(parameter)));
    }

    void page(String relation, long page) {
        add(relation, "page", Long.toString(page));
    }

    /** A target that continues after {@code cursor}, which needs no percent-encoding. */
    void cursor(String relation, String cursor) {
        add(relation, "cursor", cursor);
    }

    String value() {
        return links.toString();
    }

    private void add(String relation, String parameter, String value) {
        links.add(link(relation, path, parameter, value, rest));
    }

    private static String link(String relation, String path, String parameter, String value, String rest) {
        return "<" + path + "?" + parameter + "=" + value + rest + ">; rel=\"" + relation + "\"";
    }

    private static String kept(@Nullable String query, Set<String> replaced) {
        // Most requests have no query.
        if (query == null) {
            return "";
        }
        return UriText.escaped(Arrays.stream(query.split("&"))
                .filter(parameter -> !parameter.isEmpty() && !replaced.contains(name(parameter)))
                .map(parameter -> "&" + parameter)
                .collect(Collectors.joining()));
    }

    private static String name(String parameter) {
        return URLDecoder.decode(parameter.split("=", 2)[0], StandardCharsets.UTF_8);
    }
}
