package io.useradmin.testsupport;

import java.util.List;
import java.util.Random;

/** Random texts that often break parsers, formats and databases. */
public final class OddText {
    private static final List<String> PIECES = List.of(
            "a",
            "Z",
            "0",
            " ",
            "\\",
            "\\\\",
            "\\N",
            "\\.",
            "\t",
            "\n",
            "\r",
            "\r\n",
            "\b",
            "\f",
            "\u000b",
            "\u0001",
            "\u001f",
            "\u007f",
            "\u0085",
            "\u00a0",
            "\"",
            "'",
            "{",
            "}",
            ",",
            "NULL",
            "null",
            "/",
            "~",
            "\u00e9",
            "e\u0301",
            "\u2028",
            "\ufeff",
            "\uffff",
            "\u202e",
            "\ud83e\udd8a",
            "\udbff\udfff");

    private OddText() {}

    /** A text of {@code least} to {@code most} pieces. Most pieces have at most two characters. */
    public static String of(Random random, int least, int most) {
        var text = new StringBuilder();
        for (int pieces = random.nextInt(least, most + 1); pieces > 0; pieces--) {
            text.append(PIECES.get(random.nextInt(PIECES.size())));
        }
        return text.toString();
    }

    /** The same without control characters, which usernames, emails and phone numbers must not contain. */
    public static String visible(Random random, int least, int most) {
        String text = of(random, least, most).replaceAll("\\p{Cc}", "c");
        return text.isEmpty() && least > 0 ? "c" : text;
    }
}
