package io.useradmin.database;

import java.util.List;
import java.util.stream.Collectors;

/**
 * The rights that every operation needs. A new table has them only after its migration and the grants of docs/security.md. Until
 * then, PostgreSQL would refuse statements of the new release.
 */
final class Grants {
    /**
     * The tables with the rights on them, or on some of their columns. These are the documented grants, without those for
     * optional features: no operation but the creation of keys inserts into {@code api_keys}.
     */
    static final List<Needed> NEEDED = List.of(
            new Needed("users", "select", "insert", "update", "delete"),
            new Needed("usernames", "select", "insert", "update", "delete"),
            new Needed("emails", "select", "insert", "update", "delete"),
            new Needed("phones", "select", "insert", "update", "delete"),
            new Needed("external_identities", "select", "insert", "update", "delete"),
            new Needed("sessions", "select", "insert", "update", "delete"),
            new Needed("ip_access", "select", "insert", "update", "delete"),
            new Needed("groups", "select", "insert", "update", "delete"),
            new Needed("group_members", "select", "insert", "update", "delete"),
            new Needed("events", "select", "insert", "update", "delete"),
            new Needed("purged_events", "select", "insert", "update"),
            new Needed("deliveries", "select", "insert", "update"),
            new Needed("idempotency_keys", "select", "insert", "update", "delete"),
            new Needed("ssf_streams", "select", "insert", "update", "delete"),
            new Needed("ssf_keys", "select"),
            new Needed("api_keys", "select", "update"));

    /** An expression in SQL: the names of the tables on which the role lacks a right, or null. */
    static final String LACKING = """
            (select string_agg(distinct name, ', ') from (values %s) needed (name, kind)
            where case when kind = 'delete' then has_table_privilege(to_regclass(name), kind)
                else has_any_column_privilege(to_regclass(name), kind) end is not true)""".formatted(NEEDED.stream()
            .flatMap(needed -> needed.rights().stream().map(right -> "('%s', '%s')".formatted(needed.table(), right)))
            .collect(Collectors.joining(", ")));

    private Grants() {}

    record Needed(String table, List<String> rights) {
        private Needed(String table, String... rights) {
            this(table, List.of(rights));
        }
    }
}
