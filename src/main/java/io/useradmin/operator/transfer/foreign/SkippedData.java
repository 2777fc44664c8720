package io.useradmin.operator.transfer.foreign;

import io.useradmin.shared.TerminalText;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Counts data that cannot be imported, so that nothing is lost silently. */
final class SkippedData {
    /** Limits memory, because the number of names in a file is unlimited. */
    private static final int MOST_NAMES = 1_000;

    private static final int LONGEST_NAME = 100;
    private static final String OTHERS = "others";

    private final SortedMap<String, Long> counts = new TreeMap<>();

    void add(String name) {
        add(name, 1);
    }

    void add(String name, long count) {
        if (count > 0) {
            String told = printable(name);
            boolean hasRoom = counts.size() < MOST_NAMES || counts.containsKey(told);
            counts.merge(hasRoom ? told : OTHERS, count, Long::sum);
        }
    }

    Map<String, Long> counts() {
        return Collections.unmodifiableSortedMap(counts);
    }

    /** Names from the file are shown on a terminal. */
    private static String printable(String name) {
        String text = TerminalText.printable(name);
        return text.codePointCount(0, text.length()) <= LONGEST_NAME
                ? text
                : text.substring(0, text.offsetByCodePoints(0, LONGEST_NAME)) + "…";
    }
}
