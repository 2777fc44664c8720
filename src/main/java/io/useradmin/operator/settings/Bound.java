package io.useradmin.operator.settings;

import io.useradmin.shared.Bounds;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * One bound of a setting.
 *
 * @param limit a value, or the name of another setting
 */
record Bound(Relation relation, String limit) {
    /** How to compare a value with the limit. */
    enum Relation {
        AT_LEAST("at least"),
        MORE_THAN("more than"),
        AT_MOST("at most"),
        /** For ports. Zero is any free port, so two of them differ. */
        OTHER_THAN("other than");

        private final String words;

        Relation(String words) {
            this.words = words;
        }
    }

    static List<Bound> of(Bounds bounds) {
        return Stream.of(
                        each(Relation.AT_LEAST, bounds.atLeast()),
                        each(Relation.MORE_THAN, bounds.moreThan()),
                        each(Relation.AT_MOST, bounds.atMost()))
                .flatMap(bound -> bound)
                .toList();
    }

    static Bound atLeast(String limit) {
        return new Bound(Relation.AT_LEAST, limit);
    }

    static Bound moreThan(String limit) {
        return new Bound(Relation.MORE_THAN, limit);
    }

    static Bound atMost(String limit) {
        return new Bound(Relation.AT_MOST, limit);
    }

    static Bound otherThan(String limit) {
        return new Bound(Relation.OTHER_THAN, limit);
    }

    boolean allows(Comparable<Object> value, Object limit) {
        int comparison = value.compareTo(limit);
        return switch (relation) {
            case AT_LEAST -> comparison >= 0;
            case MORE_THAN -> comparison > 0;
            case AT_MOST -> comparison <= 0;
            case OTHER_THAN -> comparison != 0 || limit.equals(0);
        };
    }

    /** The text that follows "must be". */
    @Override
    public String toString() {
        return relation.words + " " + limit;
    }

    private static Stream<Bound> each(Relation relation, String... limits) {
        return Arrays.stream(limits).map(limit -> new Bound(relation, limit));
    }
}
