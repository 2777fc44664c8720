package io.useradmin.operator;

import io.useradmin.operator.DistributionPlan.ForeignKey;
import io.useradmin.operator.DistributionPlan.TableFacts;
import io.useradmin.operator.jdbc.Jdbc;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.flywaydb.core.Flyway;

/** Distributes the tables of the schema over the nodes of Citus, in one transaction. */
final class Distribution {
    /** Migrations of a distributed database need these settings. Without Citus, they have no effect. */
    static final String SETTINGS = """
            set citus.enable_local_reference_table_foreign_keys = off;
            set citus.multi_shard_modify_mode = 'sequential'
            """;

    /** The table of migrations stays local, because one node runs the migrations. */
    private static final String TABLES = """
            select c.oid::regclass::text,
                   tenant.attnum is not null and not exists (
                       select from pg_index i
                        where i.indrelid = c.oid and i.indisunique and tenant.attnum <> all (i.indkey))
              from pg_class c
                   left join pg_attribute tenant on tenant.attrelid = c.oid and tenant.attname = ? and not tenant.attisdropped
             where c.relnamespace = current_schema()::regnamespace
               and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> ?
             order by 1
            """;

    private static final String FOREIGN_KEYS = """
            select k.conname, k.conrelid::regclass::text, k.confrelid::regclass::text,
                   k.confkey = array[target.attnum],
                   array_position(k.conkey, source.attnum) = array_position(k.confkey, target.attnum)
              from pg_constraint k
                   left join pg_attribute source on source.attrelid = k.conrelid and source.attname = ?
                   left join pg_attribute target on target.attrelid = k.confrelid and target.attname = ?
             where k.contype = 'f' and k.conparentid = 0
               and k.confrelid in (select oid from pg_class where relnamespace = current_schema()::regnamespace)
             order by 2, 1
            """;

    private static final String KNOWN = """
            select logicalrelid::text,
                   case when partmethod = 'n' then 'REFERENCE'
                        when column_to_column_name(logicalrelid, partkey) = '%s'
                             and colocationid = (select colocationid from pg_dist_partition
                                                  where logicalrelid = to_regclass('%s')) then 'DISTRIBUTED'
                        else 'OTHERWISE'
                   end
              from pg_dist_partition
             where partmethod <> 'n' or repmodel = 't'
            """.formatted(DistributionPlan.COLUMN, DistributionPlan.FIRST_DISTRIBUTED);

    /**
     * Functions that are older than the extension, as in a database that was filled first. Workers do not have them, and Citus
     * creates none of them with the tables. It distributes later functions itself.
     */
    private static final String FUNCTIONS = """
            select create_distributed_function(f.oid::regprocedure)
              from pg_proc f
             where f.pronamespace = current_schema()::regnamespace
               and not exists (select from pg_dist_object o where o.classid = 'pg_proc'::regclass and o.objid = f.oid)
            """;

    /** Deletes the local rows that a table had before its distribution, which are invisible now. */
    private static final String COPIES = """
            select truncate_local_data_after_distributing_table(logicalrelid)
              from pg_dist_partition
             where (partmethod <> 'n' or repmodel = 't') and pg_relation_size(logicalrelid) > 0
            """;

    private final Connection connection;

    Distribution(Connection connection) {
        this.connection = connection;
    }

    /** How a table is distributed. */
    enum State {
        /** Every node has a full copy. */
        REFERENCE,
        /** Distributed by tenant. */
        DISTRIBUTED,
        /** Distributed in another way, not by this program. */
        OTHERWISE
    }

    /** @param isNew whether this run distributed it */
    record Outcome(String table, State state, boolean isNew) {}

    /** Whether the database has the extension. */
    boolean isPossible() throws SQLException {
        return Jdbc.exists(connection, "select 1 from pg_extension where extname = 'citus'");
    }

    /** Whether the database is distributed. */
    boolean isInUse() throws SQLException {
        return isPossible() && known().containsKey(DistributionPlan.FIRST_DISTRIBUTED);
    }

    /** Distributes all tables that are not distributed yet. */
    List<Outcome> run() throws SQLException {
        DistributionPlan plan = plan();
        if (plan.distributed().isEmpty()) {
            throw new Failure(DatabaseErrors.NOT_PREPARED);
        }
        Jdbc.update(connection, SETTINGS);
        List<Outcome> outcomes = Jdbc.inTransaction(connection, () -> distribute(plan));
        Jdbc.update(connection, COPIES);
        return outcomes;
    }

    /** @throws Failure if a table cannot be distributed */
    DistributionPlan plan() throws SQLException {
        List<TableFacts> tables = Jdbc.query(
                connection,
                TABLES,
                row -> new TableFacts(row.getString(1), row.getBoolean(2)),
                DistributionPlan.COLUMN,
                Flyway.configure().getTable());
        List<ForeignKey> foreignKeys = Jdbc.query(
                connection,
                FOREIGN_KEYS,
                row -> new ForeignKey(
                        row.getString(1), row.getString(2), row.getString(3), row.getBoolean(4), row.getBoolean(5)),
                DistributionPlan.COLUMN,
                DistributionPlan.COLUMN);
        return DistributionPlan.of(tables, foreignKeys);
    }

    private Map<String, State> known() throws SQLException {
        return Jdbc.query(connection, KNOWN, row -> Map.entry(row.getString(1), State.valueOf(row.getString(2))))
                .stream()
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    private List<Outcome> distribute(DistributionPlan plan) throws SQLException {
        lockNew(plan, known());
        // Another run may have ended while this one waited for the lock.
        Map<String, State> known = known();
        var order = new NodeOrder(connection);
        List<String> ordered = order.tables().stream()
                .filter(table -> !known.containsKey(table))
                .toList();
        order.prepare(ordered, known.keySet());
        List<Outcome> outcomes = new ArrayList<>();
        for (String table : plan.reference()) {
            outcomes.add(distribute(table, State.REFERENCE, known, "create_reference_table(?)"));
        }
        for (String table : plan.distributed()) {
            outcomes.add(distribute(table, State.DISTRIBUTED, known, divide(table)));
        }
        Jdbc.update(connection, FUNCTIONS);
        order.establish(ordered);
        return outcomes;
    }

    /**
     * Locks all at once, so that no statement of the service finds only some of them distributed. While this waits, all later
     * requests for the tables wait too. So it waits no longer than a migration.
     */
    void lockNew(DistributionPlan plan, Map<String, State> known) throws SQLException {
        String tables = plan.tables().filter(table -> !known.containsKey(table)).collect(Collectors.joining(", "));
        if (!tables.isEmpty()) {
            Jdbc.update(connection, MigrateCommand.LOCK_TIMEOUT);
            Jdbc.update(connection, "lock table " + tables + " in access exclusive mode");
        }
    }

    private static String divide(String table) {
        String with = table.equals(DistributionPlan.FIRST_DISTRIBUTED) ? "none" : DistributionPlan.FIRST_DISTRIBUTED;
        return "create_distributed_table(?, '%s', colocate_with => '%s')".formatted(DistributionPlan.COLUMN, with);
    }

    private Outcome distribute(String table, State wanted, Map<String, State> known, String function)
            throws SQLException {
        State state = known.get(table);
        if (state == null) {
            call(table, function);
        } else if (state != wanted) {
            throw new Failure(
                    ("The table %s is distributed in another way. Run undistribute_table, then repeat the command."
                                    + " Nothing was changed.")
                            .formatted(table));
        }
        return new Outcome(table, wanted, state == null);
    }

    private void call(String table, String function) throws SQLException {
        try {
            Jdbc.update(connection, "select " + function, table);
        } catch (SQLException refused) {
            throw new Failure("The table %s cannot be distributed. %s Nothing was changed."
                    .formatted(table, DatabaseErrors.describe(refused)));
        }
    }
}
