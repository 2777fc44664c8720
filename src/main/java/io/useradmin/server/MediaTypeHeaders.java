package io.useradmin.server;

import io.vertx.core.MultiMap;
import jakarta.ws.rs.core.HttpHeaders;
import java.util.List;
import java.util.regex.Pattern;

/** The request headers with media types. */
final class MediaTypeHeaders {
    /** Matches only from the beginning of a run of white space, because a long one would be tried from every character. */
    private static final Pattern BEFORE_PARAMETER = Pattern.compile("(?<![ \t])[ \t]++;");

    private static final List<String> NAMES = List.of(HttpHeaders.ACCEPT, HttpHeaders.CONTENT_TYPE);

    private MediaTypeHeaders() {}

    /** Removes white space before parameters. RFC 9110 (5.6.6) allows it, but Quarkus treats it as a part of the type. */
    static void tidy(MultiMap headers) {
        for (String name : NAMES) {
            List<String> values = headers.getAll(name);
            if (areUntidy(values)) {
                headers.set(
                        name,
                        values.stream()
                                .map(value -> BEFORE_PARAMETER.matcher(value).replaceAll(";"))
                                .toList());
            }
        }
    }

    /** A loop, because every request is checked, and a stream costs more than the check. */
    private static boolean areUntidy(List<String> values) {
        for (String value : values) {
            if (isUntidy(value)) {
                return true;
            }
        }
        return false;
    }

    /** Most headers have no parameter, so they are not searched. */
    private static boolean isUntidy(String value) {
        return value.indexOf(';') > 0 && BEFORE_PARAMETER.matcher(value).find();
    }
}
