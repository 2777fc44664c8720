package io.useradmin.request;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLDecoder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One operation of the service.
 *
 * @param id its name in the OpenAPI document
 * @param method its HTTP method
 * @param template its path, with parameters in braces
 * @param mediaTypes the media types of its responses, the default first
 * @param segments the parts of the path between its slashes
 */
public record Operation(String id, String method, String template, List<String> mediaTypes, List<String> segments) {
    Operation(String id, String method, String template, List<String> mediaTypes) {
        this(id, method, template, List.copyOf(mediaTypes), segments(template));
    }

    /** The parts of {@code path} between its slashes; a slash at its end makes no difference. */
    static List<String> segments(String path) {
        List<String> segments = List.of(path.split("/", -1));
        return segments.getLast().isEmpty() ? segments.subList(0, segments.size() - 1) : segments;
    }

    /** The decoded path parameters, if {@code path} belongs to this operation; otherwise empty. */
    public Map<String, String> parameters(String path) {
        Map<String, String> values = new LinkedHashMap<>();
        List<String> requested = segments(path);
        if (matches(requested)) {
            for (int index = 0; index < segments.size(); index++) {
                String segment = segments.get(index);
                if (isParameter(segment)) {
                    values.put(segment.substring(1, segment.length() - 1), decoded(requested.get(index)));
                }
            }
        }
        return values;
    }

    /** Whether a path with the segments {@code requested} belongs to this operation. */
    boolean matches(List<String> requested) {
        boolean matches = requested.size() == segments.size();
        for (int index = 0; matches && index < segments.size(); index++) {
            matches = matches(segments.get(index), requested.get(index));
        }
        return matches;
    }

    /** The number of path parameters. If two operations match a path, the one with fewer parameters wins. */
    long parameterCount() {
        return segments.stream().filter(Operation::isParameter).count();
    }

    private static boolean matches(String segment, String requested) {
        return isParameter(segment) ? !requested.isEmpty() : segment.equals(requested);
    }

    private static boolean isParameter(String segment) {
        return segment.startsWith("{");
    }

    /** A form decoder would turn a plus into a space, which is wrong in a path. */
    private static String decoded(String segment) {
        return segment.indexOf('%') < 0 ? segment : URLDecoder.decode(segment.replace("+", "%2B"), UTF_8);
    }
}
