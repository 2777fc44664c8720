package io.useradmin.database;

import java.util.List;
import java.util.stream.Collectors;

/**
 * The rights that every operation needs. After the migration to a new table or column, the role lacks them until somebody runs the
 * grants of docs/security.md. PostgreSQL would refuse statements of the new release.
 */
final class Grants {
    /**
     * The tables with the rights on them, or on a column. These are the documented grants, without those for optional features: a
     * service that manages no keys over HTTP changes nothing in {@code api_keys} but the time of the last use.
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
            new Needed("events", "select", "insert", "delete"),
            Needed.onColumn("events", "ip_address", "update"),
            new Needed("purged_events", "select", "insert", "update"),
            new Needed("deliveries", "select", "insert", "update"),
            new Needed("idempotency_keys", "select", "insert", "update", "delete"),
            new Needed("ssf_streams", "select", "insert", "update", "delete"),
            new Needed("ssf_keys", "select"),
            new Needed("api_keys", "select"),
            Needed.onColumn("api_keys", "last_used_at", "update"));

    /** An expression in SQL: the names of the tables on which the role lacks a right, or null. */
    static final String LACKING = """
            (select string_agg(distinct name, ', ') from (values %s) needed (name, kind, of_column)
            where case when of_column = '' then has_table_privilege(to_regclass(name), kind)
                else exists (select from pg_attribute a where a.attrelid = to_regclass(name) and a.attname = of_column
                    and has_column_privilege(a.attrelid, a.attnum, kind)) end is not true)""".formatted(NEEDED.stream()
            .flatMap(needed -> needed.rights().stream()
                    .map(right -> "('%s', '%s', '%s')".formatted(needed.table(), right, needed.column())))
            .collect(Collectors.joining(", ")));

    private Grants() {}

    /** @param column empty for rights on the whole table */
    record Needed(String table, String column, List<String> rights) {
        private Needed(String table, String... rights) {
            this(table, "", List.of(rights));
        }

        private static Needed onColumn(String table, String column, String right) {
            return new Needed(table, column, List.of(right));
        }
    }
}
