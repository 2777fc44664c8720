package io.useradmin.operator;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A text table, each column as wide as its longest value. */
final class Table {
    private static final String GAP = "  ";

    private final List<List<String>> lines = new ArrayList<>();

    Table(String... headings) {
        lines.add(List.of(headings));
    }

    Table row(String... values) {
        lines.add(List.of(values));
        return this;
    }

    @Override
    public String toString() {
        List<Integer> widths = IntStream.range(0, lines.getFirst().size())
                .mapToObj(this::width)
                .toList();
        return lines.stream().map(line -> padded(line, widths)).collect(Collectors.joining(System.lineSeparator()));
    }

    private int width(int column) {
        return lines.stream().mapToInt(line -> line.get(column).length()).max().orElse(0);
    }

    private static String padded(List<String> line, List<Integer> widths) {
        return IntStream.range(0, line.size())
                .mapToObj(column -> line.get(column)
                        + " ".repeat(widths.get(column) - line.get(column).length()))
                .collect(Collectors.joining(GAP))
                .stripTrailing();
    }
}
