package io.useradmin.testsupport;

import java.util.List;
import java.util.Random;

/** Texts of what formats and databases stumble over. */
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

    /** A text of {@code least} to {@code most} pieces, each of at most two characters but for a few. */
    public static String of(Random random, int least, int most) {
        var text = new StringBuilder();
        for (int pieces = random.nextInt(least, most + 1); pieces > 0; pieces--) {
            text.append(PIECES.get(random.nextInt(PIECES.size())));
        }
        return text.toString();
    }

    /** The same without control characters, which names to sign in with must not have. */
    public static String visible(Random random, int least, int most) {
        String text = of(random, least, most).replaceAll("\\p{Cc}", "c");
        return text.isEmpty() && least > 0 ? "c" : text;
    }
}
