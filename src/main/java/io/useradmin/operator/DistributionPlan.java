package io.useradmin.operator;

import static java.util.stream.Collectors.toCollection;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Which tables Citus divides by tenant, and which ones every node has whole, in an order in which a table follows those that its
 * foreign keys reference.
 *
 * <p>It comes from the catalog, so a table of a later migration needs no entry: a table is divided if it has a column
 * {@code tenant_id} and all of its unique indexes contain it. A whole table can reference whole tables only, so the table of
 * tenants, which API keys reference, is whole too.
 *
 * @param whole the tables that every node has whole (reference tables)
 * @param divided the tables that are distributed by {@code tenant_id}
 */
record DistributionPlan(List<String> whole, List<String> divided) {
    /** The tables that hold a user's data are divided as this one is, so that those of a tenant are on the same node. */
    static final String FIRST_DIVIDED = "users";

    static final String COLUMN = "tenant_id";

    /** @param divisible whether it has the column, and all of its unique indexes do */
    record TableFacts(String name, boolean divisible) {}

    /**
     * @param byTenant whether it is a reference to the column of the tenant alone
     * @param withinTenant whether it pairs the tenant's columns of both tables
     */
    record ForeignKey(String name, String from, String to, boolean byTenant, boolean withinTenant) {
        private boolean needsFirst(String table, List<String> open) {
            return from.equals(table) && !to.equals(table) && open.contains(to);
        }
    }

    /** @throws Failure if a foreign key prevents it */
    static DistributionPlan of(List<TableFacts> tables, List<ForeignKey> foreignKeys) {
        Set<String> whole = whole(tables, foreignKeys);
        List<String> divided = tables.stream()
                .map(TableFacts::name)
                .filter(table -> !whole.contains(table))
                .sorted(Comparator.comparing((String table) -> !table.equals(FIRST_DIVIDED))
                        .thenComparing(Comparator.naturalOrder()))
                .toList();
        foreignKeys.forEach(key -> check(key, whole, divided));
        return new DistributionPlan(
                ordered(whole.stream().sorted().toList(), foreignKeys), ordered(divided, foreignKeys));
    }

    /** All tables, in the order in which they are distributed. */
    Stream<String> tables() {
        return Stream.concat(whole.stream(), divided.stream());
    }

    private static Set<String> whole(List<TableFacts> tables, List<ForeignKey> foreignKeys) {
        Set<String> whole = tables.stream()
                .filter(table -> !table.divisible())
                .map(TableFacts::name)
                .collect(toCollection(HashSet::new));
        while (foreignKeys.stream()
                .filter(key -> key.byTenant() && whole.contains(key.from()))
                .map(key -> whole.add(key.to()))
                .reduce(false, Boolean::logicalOr)) {
            // Once more: what was added may reference others.
        }
        return whole;
    }

    private static void check(ForeignKey key, Set<String> whole, List<String> divided) {
        if (!whole.contains(key.from()) && !divided.contains(key.from())) {
            throw prevented(key, "%s is in another schema".formatted(key.from()));
        }
        if (divided.contains(key.to()) && whole.contains(key.from())) {
            throw prevented(
                    key, "%s itself, or one of its unique indexes, has no column %s".formatted(key.from(), COLUMN));
        }
        if (divided.contains(key.to()) && !key.withinTenant()) {
            throw prevented(key, "it does not pair the columns %s of both tables".formatted(COLUMN));
        }
    }

    private static Failure prevented(ForeignKey key, String reason) {
        return new Failure("The foreign key %s from %s to %s prevents it: %s. Nothing was changed."
                .formatted(key.name(), key.from(), key.to(), reason));
    }

    private static List<String> ordered(List<String> tables, List<ForeignKey> foreignKeys) {
        List<String> open = new ArrayList<>(tables);
        List<String> ordered = new ArrayList<>();
        while (!open.isEmpty()) {
            String next = open.stream()
                    .filter(table -> foreignKeys.stream().noneMatch(key -> key.needsFirst(table, open)))
                    .findFirst()
                    .orElseThrow(() -> new Failure("The foreign keys of these tables form a circle, which prevents it: "
                            + String.join(", ", open) + ". Nothing was changed."));
            open.remove(next);
            ordered.add(next);
        }
        return ordered;
    }
}
