package io.useradmin.operator;

import static java.util.stream.Collectors.toCollection;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The tables that Citus distributes by tenant, and the reference tables. A table comes after those that its foreign keys
 * reference.
 *
 * <p>The plan comes from the catalog, so a table of a later migration needs no entry: a table is distributed if it has a column
 * {@code tenant_id} and all of its unique indexes contain it. Reference tables can have foreign keys only to reference tables. So
 * the table of tenants is one too, because API keys reference it.
 *
 * @param reference the reference tables, which every node has as a full copy
 * @param distributed the tables that are distributed by {@code tenant_id}
 */
record DistributionPlan(List<String> reference, List<String> distributed) {
    /** The tables with users' data are colocated with this one, so that all data of a tenant is on one node. */
    static final String FIRST_DISTRIBUTED = "users";

    static final String COLUMN = "tenant_id";

    /** @param distributable whether it and all of its unique indexes have the column {@code tenant_id} */
    record TableFacts(String name, boolean distributable) {}

    /**
     * @param byTenant whether it references only the tenant
     * @param withinTenant whether it pairs the tenant columns of both tables
     */
    record ForeignKey(String name, String from, String to, boolean byTenant, boolean withinTenant) {
        private boolean needsFirst(String table, List<String> open) {
            return from.equals(table) && !to.equals(table) && open.contains(to);
        }
    }

    /** @throws Failure if a foreign key cannot be distributed */
    static DistributionPlan of(List<TableFacts> tables, List<ForeignKey> foreignKeys) {
        Set<String> reference = reference(tables, foreignKeys);
        List<String> distributed = tables.stream()
                .map(TableFacts::name)
                .filter(table -> !reference.contains(table))
                .sorted(Comparator.comparing((String table) -> !table.equals(FIRST_DISTRIBUTED))
                        .thenComparing(Comparator.naturalOrder()))
                .toList();
        foreignKeys.forEach(key -> check(key, reference, distributed));
        return new DistributionPlan(
                ordered(reference.stream().sorted().toList(), foreignKeys), ordered(distributed, foreignKeys));
    }

    /** All tables, in the order in which they are distributed. */
    Stream<String> tables() {
        return Stream.concat(reference.stream(), distributed.stream());
    }

    private static Set<String> reference(List<TableFacts> tables, List<ForeignKey> foreignKeys) {
        Set<String> reference = tables.stream()
                .filter(table -> !table.distributable())
                .map(TableFacts::name)
                .collect(toCollection(HashSet::new));
        List<String> referenced;
        do {
            referenced = foreignKeys.stream()
                    .filter(key -> key.byTenant() && reference.contains(key.from()))
                    .map(ForeignKey::to)
                    .toList();
            // The added tables may reference others.
        } while (reference.addAll(referenced));
        return reference;
    }

    private static void check(ForeignKey key, Set<String> reference, List<String> distributed) {
        if (!reference.contains(key.from()) && !distributed.contains(key.from())) {
            throw prevented(key, "%s is in another schema".formatted(key.from()));
        }
        if (distributed.contains(key.to()) && reference.contains(key.from())) {
            throw prevented(
                    key, "%s itself, or one of its unique indexes, has no column %s".formatted(key.from(), COLUMN));
        }
        if (distributed.contains(key.to()) && !key.withinTenant()) {
            throw prevented(key, "it does not pair the columns %s of both tables".formatted(COLUMN));
        }
    }

    private static Failure prevented(ForeignKey key, String reason) {
        return new Failure("The foreign key %s from %s to %s prevents the distribution: %s. Nothing was changed."
                .formatted(key.name(), key.from(), key.to(), reason));
    }

    private static List<String> ordered(List<String> tables, List<ForeignKey> foreignKeys) {
        List<String> open = new ArrayList<>(tables);
        List<String> ordered = new ArrayList<>();
        while (!open.isEmpty()) {
            String next = open.stream()
                    .filter(table -> foreignKeys.stream().noneMatch(key -> key.needsFirst(table, open)))
                    .findFirst()
                    .orElseThrow(() -> new Failure(
                            "The foreign keys of these tables form a cycle, which prevents the distribution: "
                                    + String.join(", ", open) + ". Nothing was changed."));
            open.remove(next);
            ordered.add(next);
        }
        return ordered;
    }
}
