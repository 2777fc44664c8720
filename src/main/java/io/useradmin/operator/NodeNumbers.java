package io.useradmin.operator;

import io.useradmin.operator.jdbc.Jdbc;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;

/**
 * The transaction numbers of the nodes that get existing rows. A new worker counts from its own start, but the rows keep the
 * numbers of the database that wrote them. Events are ordered by these numbers. So a worker with smaller ones would put new
 * events before positions that readers have passed.
 */
final class NodeNumbers {
    /** An epoch is this many bits of a transaction number. {@code pg_resetwal -e} sets the bits above them. */
    private static final int BITS_BELOW_EPOCH = 32;

    /** For each column with transaction numbers, its table and a query of the greatest one. */
    private static final String QUERIES = """
            select c.oid::regclass::text,
                   format('select coalesce(max(%I::text::bigint), 0) from %s', a.attname, c.oid::regclass)
              from pg_class c
                   join pg_attribute a on a.attrelid = c.oid and a.atttypid = 'xid8'::regtype and not a.attisdropped
             where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
            """;

    /** The oldest running transaction, where the feed of a node ends. */
    private static final String WORKERS = """
            select nodename || ':' || nodeport, success, result
              from run_command_on_workers('select pg_snapshot_xmin(pg_current_snapshot())')
             order by 1
            """;

    private final Connection connection;

    NodeNumbers(Connection connection) {
        this.connection = connection;
    }

    private record Column(String table, String greatest) {}

    private record Worker(String address, boolean hasAnswered, String answer) {}

    /**
     * Checks the rows that the workers get now.
     *
     * @param distributed the tables whose rows are already on the workers. Their numbers are those of the nodes, and the node that was
     *     added last is far ahead of the others
     * @throws Failure unless every worker has greater numbers than all rows of other tables
     */
    void check(Set<String> distributed) throws SQLException {
        long greatest = greatestStored(distributed);
        for (Worker worker : Jdbc.query(
                connection, WORKERS, row -> new Worker(row.getString(1), row.getBoolean(2), row.getString(3)))) {
            check(worker, greatest);
        }
    }

    private long greatestStored(Set<String> distributed) throws SQLException {
        List<Column> columns =
                Jdbc.query(connection, QUERIES, row -> new Column(row.getString(1), row.getString(2))).stream()
                        .filter(column -> !distributed.contains(column.table()))
                        .toList();
        long greatest = 0;
        for (Column column : columns) {
            greatest = Math.max(
                    greatest,
                    Jdbc.query(connection, column.greatest(), row -> row.getLong(1))
                            .getFirst());
        }
        return greatest;
    }

    private static void check(Worker worker, long greatest) {
        if (!worker.hasAnswered()) {
            throw new Failure("The worker %s did not tell its transaction number: %s. Nothing was changed."
                    .formatted(worker.address(), worker.answer()));
        }
        if (Long.parseLong(worker.answer()) <= greatest) {
            throw new Failure(
                    ("The worker %s is at transaction %s, but the events have numbers up to %d. So readers would not see"
                                    + " its new events. Stop it, run pg_resetwal -e %d on its data, start it, and repeat the command."
                                    + " Nothing was changed.")
                            .formatted(
                                    worker.address(), worker.answer(), greatest, (greatest >> BITS_BELOW_EPOCH) + 1));
        }
    }
}
