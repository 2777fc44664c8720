package io.useradmin.fuzz;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Counts responses by operation and status. */
final class Tally {
    private final Map<String, Map<Integer, Integer>> counts = new TreeMap<>();

    void add(String operation, int status) {
        counts.computeIfAbsent(operation, _ -> new TreeMap<>()).merge(status, 1, Integer::sum);
    }

    /** The number of responses whose status begins with {@code digit}. */
    int count(String operation, int digit) {
        return counts.getOrDefault(operation, Map.of()).entrySet().stream()
                .filter(entry -> entry.getKey() / 100 == digit)
                .mapToInt(Map.Entry::getValue)
                .sum();
    }

    @Override
    public String toString() {
        return counts.entrySet().stream()
                .map(entry -> entry.getKey() + " " + entry.getValue())
                .collect(Collectors.joining("\n", "", "\n"));
    }
}
