package io.useradmin.docs;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Output of commands in the docs. It must be the output of the program, except for what differs in each run: identifiers, times,
 * numbers of four digits or more, and milliseconds. An ellipsis stands for any text.
 */
final class ShownOutput {
    private static final String KEY_ID = "[0-9a-f]{32}";
    private static final String UUID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
    private static final String TIME = "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ";
    private static final Pattern VARIABLE =
            Pattern.compile("…|\\b(?:" + String.join("|", KEY_ID, UUID, TIME, "\\d{4,}", "\\d+(?= ms)") + ")\\b");

    private ShownOutput() {}

    /** The regular expression for the output of the program. It has a group for each of {@link #keyIds}. */
    static String pattern(String shown) {
        return "\\Q"
                + VARIABLE.matcher(shown)
                        .replaceAll(found -> Matcher.quoteReplacement("\\E" + anyLike(found.group()) + "\\Q"))
                + "\\E";
    }

    /** The identifiers of API keys, in order. */
    static List<String> keyIds(String shown) {
        return Pattern.compile("\\b" + KEY_ID + "\\b")
                .matcher(shown)
                .results()
                .map(MatchResult::group)
                .toList();
    }

    private static String anyLike(String variable) {
        if (variable.equals("…")) {
            return ".*?";
        }
        if (variable.matches("\\d+")) {
            return "\\d+";
        }
        if (variable.matches(KEY_ID)) {
            return "(" + KEY_ID + ")";
        }
        return variable.matches(TIME) ? TIME : UUID;
    }
}
