package io.useradmin.operator.transfer.foreign;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** What a file has that has no place here, counted, so that nothing is lost without a word. */
final class SkippedData {
    /** A file may have names without end, and memory has not. */
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

    /** Names come out of the file and go to somebody's terminal. */
    private static String printable(String name) {
        String text = name.replaceAll("[\\p{Cntrl}\\p{Cf}\\p{Cs}]", "?");
        return text.length() <= LONGEST_NAME ? text : text.substring(0, LONGEST_NAME) + "…";
    }
}
