package io.useradmin.exchange;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLDecoder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One operation of the service.
 *
 * @param id its name in the OpenAPI document
 * @param method its HTTP method
 * @param template its path, with parameters in braces
 * @param path what a path of it looks like, with a group for each parameter
 * @param parameters the names of the groups
 */
public record Operation(String id, String method, String template, Pattern path, List<String> parameters) {
    private static final Pattern PARAMETER = Pattern.compile("\\{([^}]*)}");

    /** What a path of this operation names, by parameter, as it is after percent-decoding; nothing for another path. */
    public Map<String, String> parameters(String requested) {
        Map<String, String> values = new LinkedHashMap<>();
        Matcher matcher = path.matcher(requested);
        if (matcher.matches()) {
            for (int group = 1; group <= parameters.size(); group++) {
                values.put(parameters.get(group - 1), decoded(matcher.group(group)));
            }
        }
        return values;
    }

    /** A decoder of forms takes a plus for a space, which it is not in a path. */
    private static String decoded(String segment) {
        return URLDecoder.decode(segment.replace("+", "%2B"), UTF_8);
    }

    /** The operation with a path that is given by its template. */
    static Operation of(String id, String method, String template) {
        return new Operation(
                id,
                method,
                template,
                Pattern.compile(PARAMETER.matcher(template).replaceAll("([^/]+)") + "/?"),
                PARAMETER
                        .matcher(template)
                        .results()
                        .map(found -> found.group(1))
                        .toList());
    }
}
