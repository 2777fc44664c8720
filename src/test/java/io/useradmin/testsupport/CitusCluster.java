package io.useradmin.testsupport;

import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Three nodes with Citus on this machine: a coordinator and two workers. */
public final class CitusCluster implements AutoCloseable {
    /** The build sets it from the environment variable {@code USERADMIN_TEST_CITUS_BIN}. */
    private static final String PROGRAMS = System.getProperty("citus.bin", "");

    private static final int WORKERS = 2;

    private static final Map<String, String> SETTINGS = Map.of(
            "shared_preload_libraries", "citus",
            "max_connections", "200",
            "max_prepared_transactions", "200",
            // Needed to move shards.
            "wal_level", "logical",
            "citus.shard_count", "32",
            "citus.enable_stat_counters", "on",
            "citus.node_conninfo", "sslmode=disable",
            // After a crash, a worker's prepared transactions are resolved soon after its restart.
            "citus.recover_2pc_interval", "1s");

    /** The coordinator is the first. */
    private final List<InstalledPostgres> nodes = new ArrayList<>();

    private CitusCluster() {}

    /** Starts the nodes with their data below {@code folder}. If Citus is not installed, the test is skipped. */
    public static CitusCluster start(Path folder) throws Exception {
        assumeThat(PROGRAMS)
                .as("needs USERADMIN_TEST_CITUS_BIN, the bin folder of a PostgreSQL with Citus")
                .isNotEmpty();
        var cluster = new CitusCluster();
        for (int node = 0; node <= WORKERS; node++) {
            Path ofNode = Files.createDirectories(folder.resolve("node-" + node));
            cluster.nodes.add(new InstalledPostgres(Path.of(PROGRAMS), ofNode, SETTINGS));
        }
        for (InstalledPostgres worker : cluster.workers()) {
            // Existing events that are distributed have smaller transaction numbers than new ones.
            worker.beginEpoch(1);
        }
        return cluster;
    }

    /** Creates a database on every node, without Citus. */
    public CitusDatabase plainDatabase(String name) throws Exception {
        for (InstalledPostgres node : nodes) {
            run(node, "postgres", "create database " + name + " template template0");
        }
        return new CitusDatabase(this, name);
    }

    /** Creates a database on every node, and adds the workers to the coordinator. */
    public CitusDatabase database(String name) throws Exception {
        CitusDatabase database = plainDatabase(name);
        database.join();
        return database;
    }

    InstalledPostgres coordinator() {
        return nodes.getFirst();
    }

    /** All nodes that store tenants' rows. */
    public List<InstalledPostgres> workers() {
        return nodes.subList(1, nodes.size());
    }

    /** Installs Citus in a database on all nodes, and adds the workers to the coordinator. */
    void join(String database) throws SQLException {
        for (InstalledPostgres node : nodes) {
            run(node, database, "create extension citus");
        }
        run(
                coordinator(),
                database,
                "select citus_set_coordinator_host('localhost', "
                        + coordinator().port() + ")");
        for (InstalledPostgres worker : workers()) {
            run(coordinator(), database, "select citus_add_node('localhost', " + worker.port() + ")");
        }
    }

    static void run(InstalledPostgres node, String database, String sql) throws SQLException {
        try (var connection = DriverManager.getConnection(url(node, database), FreshDatabase.USER, "");
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    static String url(InstalledPostgres node, String database) {
        return "jdbc:" + node.reactiveUrl(database);
    }

    @Override
    public void close() throws IOException, InterruptedException {
        for (InstalledPostgres node : nodes) {
            node.close();
        }
    }
}
