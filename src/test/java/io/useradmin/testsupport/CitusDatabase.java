package io.useradmin.testsupport;

import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.operator.jdbc.Jdbc;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;

/** A database of a cluster, seen from its coordinator. */
public record CitusDatabase(CitusCluster cluster, String name) implements SqlDatabase {
    /** Installs Citus and adds the workers. */
    public void join() throws SQLException {
        cluster.join(name);
    }

    /**
     * Creates the tables and distributes them, with the commands.
     *
     * @param folder the folder of the commands
     */
    public void distribute(Path folder) throws Exception {
        for (String command : List.of("migrate", "distribute")) {
            assertThat(new Artifact(folder, settings()).run(command).exitCode()).isZero();
        }
    }

    @Override
    public String reactiveUrl() {
        return cluster.coordinator().reactiveUrl(name);
    }

    /** Connects to the coordinator. */
    @Override
    public Connection connect() throws SQLException {
        return DriverManager.getConnection(CitusCluster.url(cluster.coordinator(), name), FreshDatabase.USER, "");
    }

    /** The first column of the first row, as text. */
    public String value(String query) throws SQLException {
        return list(query).getFirst();
    }

    /** The worker that stores a tenant's rows. */
    public InstalledPostgres workerOf(String tenant) throws SQLException {
        int port = Integer.parseInt(value("select nodeport from citus_shards where shardid = " + shardOf(tenant)));
        return cluster.workers().stream()
                .filter(worker -> worker.port() == port)
                .findFirst()
                .orElseThrow();
    }

    /** The first identifier of a tenant whose rows are on {@code worker}. */
    public String tenantOn(InstalledPostgres worker) throws SQLException {
        int number = 0;
        while (workerOf("t" + number) != worker) {
            number++;
        }
        return "t" + number;
    }

    /** The shard of the table {@code users} that stores a tenant's rows. */
    public String shardOf(String tenant) throws SQLException {
        return value("select get_shard_id_for_distribution_column('users', '" + tenant + "')");
    }

    /**
     * Moves a tenant's shards to another worker. The mode is a {@code shard_transfer_mode} of {@code
     * citus_move_shard_placement}.
     */
    public void move(String tenant, InstalledPostgres to, String mode) throws SQLException {
        run("select citus_move_shard_placement(%s, 'localhost', %d, 'localhost', %d, shard_transfer_mode => '%s')"
                .formatted(shardOf(tenant), workerOf(tenant).port(), to.port(), mode));
    }

    /** From now on, the worker writes each commit to its disk, but does not end it until {@link #releaseCommits}. */
    public void holdCommits(InstalledPostgres worker) throws Exception {
        synchronousStandby(worker, "nobody");
    }

    /** Ends the commits that {@link #holdCommits} holds. */
    public void releaseCommits(InstalledPostgres worker) throws Exception {
        synchronousStandby(worker, "");
    }

    private void synchronousStandby(InstalledPostgres worker, String standby) throws Exception {
        CitusCluster.run(worker, name, "alter system set synchronous_standby_names = '" + standby + "'");
        CitusCluster.run(worker, name, "select pg_reload_conf()");
        // The checkpointer announces it to the other processes.
        Await.until(
                "the setting is in force",
                () -> onWorker(worker, "show synchronous_standby_names").equals(List.of(standby)));
    }

    /** The number of commits that {@link #holdCommits} holds. */
    public int heldCommits(InstalledPostgres worker) throws SQLException {
        return onWorker(worker, "select pid from pg_stat_activity where wait_event = 'SyncRep'")
                .size();
    }

    private List<String> onWorker(InstalledPostgres worker, String query) throws SQLException {
        try (Connection connection =
                DriverManager.getConnection(CitusCluster.url(worker, name), FreshDatabase.USER, "")) {
            return Jdbc.query(connection, query, row -> row.getString(1));
        }
    }

    /** Waits until a worker has no prepared transaction that still awaits commit or rollback. */
    public void awaitNoPreparedTransactions(InstalledPostgres worker) {
        Await.until(
                "the worker has no prepared transactions",
                () -> onWorker(worker, "select gid from pg_prepared_xacts").isEmpty());
    }

    /** The number of queries since the coordinator's start that touched more than one shard. */
    public long multiShardQueries() throws SQLException {
        return Long.parseLong(
                value("select query_execution_multi_shard from citus_stat_counters where name = current_database()"));
    }
}
