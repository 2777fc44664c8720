package io.useradmin.citus;

import io.useradmin.testsupport.Response;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** A response as text. Placeholders replace the values that differ in each response. */
final class ComparedResponse {
    private static final Set<String> VARYING_HEADERS = Set.of("date", "ratelimit", "content-length", "x-request-id");

    private static final Map<Pattern, String> VARYING = Map.of(
            Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}"), "<uuid>",
            Pattern.compile("eyJ[0-9A-Za-z._-]+"), "<token>",
            Pattern.compile("(?<=after=|before=|cursor: )[0-9a-z-]+"), "<cursor>",
            Pattern.compile("uak_[0-9a-f]+_[0-9a-f]+"), "<key>",
            Pattern.compile("\\b[0-9a-f]{32}\\b"), "<hex>",
            Pattern.compile("(?:localhost|127\\.0\\.0\\.1):\\d+"), "<service>",
            Pattern.compile("\"(W/)?[0-9A-Za-z_-]{6,}\"(?=\\n|$)"), "<etag>",
            Pattern.compile("\"next\":\"[^\"]*\""), "<next>");

    private static final Pattern SECONDS = Pattern.compile("\\b1[0-9]{9}(?:\\.[0-9]+)?\\b");
    private static final Pattern TIMES = Pattern.compile("20[0-9-]{8}T[0-9:.]+Z");
    private static final long AROUND_NOW = 100_000;

    private ComparedResponse() {}

    static String of(Response response) {
        Map<String, String> headers = new TreeMap<>();
        response.headers()
                .map()
                .forEach((name, values) -> headers.put(name.toLowerCase(Locale.ROOT), values.getLast()));
        headers.keySet().removeAll(VARYING_HEADERS);
        var text = new StringBuilder().append(response.statusCode()).append('\n');
        headers.forEach(
                (name, value) -> text.append(name).append(": ").append(value).append('\n'));
        return withoutOwn(text.append(response.asString()).toString());
    }

    /** A program's output, with placeholders for values that differ in each run. */
    static String withoutOwn(String text) {
        String result = text;
        for (Map.Entry<Pattern, String> own : VARYING.entrySet()) {
            result = own.getKey().matcher(result).replaceAll(own.getValue());
        }
        result = SECONDS.matcher(result).replaceAll(ComparedResponse::time);
        // The use of a key is recorded independently of the request, so the member may be missing.
        return TIMES.matcher(result).replaceAll("<time>").replace(",\"last_used_at\":<time>", "");
    }

    private static String time(MatchResult seconds) {
        double distance = Double.parseDouble(seconds.group()) - Instant.now().getEpochSecond();
        return Math.abs(distance) < AROUND_NOW ? "<time>" : seconds.group();
    }
}
