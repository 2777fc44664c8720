package io.useradmin.http;

import io.useradmin.shared.Counting;
import io.vertx.core.http.HttpServerRequest;
import java.util.Locale;
import java.util.regex.Pattern;

/** The preferences of a client (RFC 7240, {@code Prefer}). Unknown ones are ignored, as the RFC requires. */
public final class Preferences {
    /** The response header with the preference that the service applied. */
    static final String APPLIED = "Preference-Applied";

    static final String EXACT_COUNT = "count=exact";

    private static final String HEADER = "Prefer";
    private static final Pattern SEPARATOR = Pattern.compile(",");
    /** Does not begin with a repetition, which would be tried from every character of a long run of white space. */
    private static final Pattern IGNORED = Pattern.compile(";.*|[\\s\"]");

    private Preferences() {}

    /** How the client wants a list to be counted; {@link Counting#BOUNDED} by default. The first {@code count} applies. */
    public static Counting counting(HttpServerRequest request) {
        return request.headers().contains(HEADER)
                ? request.headers().getAll(HEADER).stream()
                        .flatMap(SEPARATOR::splitAsStream)
                        .map(preference ->
                                IGNORED.matcher(preference).replaceAll("").toLowerCase(Locale.ROOT))
                        .filter(preference -> preference.startsWith("count="))
                        .findFirst()
                        .filter(EXACT_COUNT::equals)
                        .map(_ -> Counting.EXACT)
                        .orElse(Counting.BOUNDED)
                : Counting.BOUNDED;
    }
}
