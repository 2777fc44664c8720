package io.useradmin.operator;

import io.useradmin.operator.jdbc.Jdbc;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;

/** The order of rows by the transactions of the node that has them, instead of those of the coordinator. */
final class NodeOrder {
    /**
     * Tables whose rows are ordered by transaction. Citus evaluates column defaults on the coordinator, but the order must be
     * that of the transactions on the node with the rows (ADR 15).
     */
    private static final String ORDERED = """
            select a.attrelid::regclass::text
              from pg_attrdef d
                   join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
                   join pg_class c on c.oid = d.adrelid
             where c.relnamespace = current_schema()::regnamespace and a.attname = 'xid'
               and pg_get_expr(d.adbin, d.adrelid) = 'pg_current_xact_id()'
            """;

    /** Within a transaction, the numbers ascend. A number of another node is never the same. */
    private static final String DEFAULTS_OF_NODE = """
            create or replace function defaults_of_node() returns trigger
                language plpgsql
            as $$
            declare
                last constant bigint := nullif(current_setting('useradmin.last_seq', true), '');
            begin
                new.xid := pg_current_xact_id();
                new.seq := coalesce(last + 1, floor(extract(epoch from clock_timestamp()) * 1000000));
                new.event_id := coalesce(new.event_id, uuid_v7());
                perform set_config('useradmin.last_seq', new.seq::text, true);
                return new;
            end
            $$
            """;

    private final Connection connection;

    NodeOrder(Connection connection) {
        this.connection = connection;
    }

    /** The tables whose rows are ordered, and not yet by node. */
    List<String> tables() throws SQLException {
        return Jdbc.query(connection, ORDERED, row -> row.getString(1));
    }

    /**
     * Prepares these tables for the distribution.
     *
     * @param distributed the tables that are already distributed
     * @throws Failure if a worker has smaller transaction numbers than the rows
     */
    void prepare(List<String> tables, Set<String> distributed) throws SQLException {
        if (!tables.isEmpty()) {
            new NodeNumbers(connection).check(distributed);
        }
        for (String table : tables) {
            // With volatile defaults, Citus would insert the rows of other queries on the coordinator.
            Jdbc.update(
                    connection,
                    "alter table %s alter xid drop default, alter seq drop identity, alter event_id drop default"
                            .formatted(table));
        }
    }

    /** Orders the rows of these distributed tables by the transactions of their nodes. */
    void establish(List<String> tables) throws SQLException {
        for (String table : tables) {
            // Citus rejects triggers as unsafe, because they could read or write other tables. This one does not.
            Jdbc.update(connection, "set local citus.enable_unsafe_triggers = on");
            Jdbc.update(connection, DEFAULTS_OF_NODE);
            Jdbc.update(
                    connection,
                    "create trigger defaults_of_node before insert on %s for each row execute function defaults_of_node()"
                            .formatted(table));
        }
    }
}
