package io.useradmin.citus;

import static org.assertj.core.api.Assumptions.assumeThat;

import io.useradmin.testsupport.FreshDatabase;
import io.useradmin.testsupport.InstalledPostgres;
import io.useradmin.testsupport.ServiceProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Three nodes with Citus on this machine: a coordinator and two workers. */
final class CitusCluster implements AutoCloseable {
    /** The name of the environment variable. */
    static final String PROGRAMS = "USERADMIN_TEST_CITUS_BIN";

    static final int WORKERS = 2;

    private static final Map<String, String> SETTINGS = Map.of(
            "shared_preload_libraries", "citus",
            "max_connections", "200",
            "max_prepared_transactions", "200",
            // For moving shards.
            "wal_level", "logical",
            "citus.shard_count", "32",
            "citus.enable_stat_counters", "on",
            "citus.node_conninfo", "sslmode=disable",
            // What a worker has prepared before it dies is decided soon after it is back.
            "citus.recover_2pc_interval", "1s");

    /** The coordinator is the first. */
    private final List<InstalledPostgres> nodes = new ArrayList<>();

    private CitusCluster() {}

    /** Starts the nodes with their data below {@code folder}. Without Citus on this machine, the test is skipped. */
    static CitusCluster start(Path folder) throws Exception {
        Optional<String> programs = Optional.ofNullable(System.getenv(PROGRAMS));
        assumeThat(programs)
                .as("%s is the bin folder of a PostgreSQL with Citus".formatted(PROGRAMS))
                .isPresent();
        var cluster = new CitusCluster();
        for (int node = 0; node <= WORKERS; node++) {
            Path ofNode = Files.createDirectories(folder.resolve("node-" + node));
            cluster.nodes.add(new InstalledPostgres(Path.of(programs.orElseThrow()), ofNode, SETTINGS));
        }
        return cluster;
    }

    /** Creates a database on every node, without Citus. */
    CitusDatabase plainDatabase(String name) throws Exception {
        for (InstalledPostgres node : nodes) {
            run(node, "postgres", "create database " + name + " template template0");
        }
        return new CitusDatabase(this, name);
    }

    /** Creates a database on every node, and tells the first of the others. */
    CitusDatabase database(String name) throws Exception {
        CitusDatabase database = plainDatabase(name);
        database.join();
        return database;
    }

    InstalledPostgres coordinator() {
        return nodes.getFirst();
    }

    List<InstalledPostgres> workers() {
        return nodes.subList(1, nodes.size());
    }

    /** Introduces the nodes of a database to each other. */
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

    /** Waits until the node answers, which it does when it has recovered. */
    static void awaitAnswer(InstalledPostgres node) throws Exception {
        ServiceProcess.await("the node answers", () -> {
            try {
                run(node, "postgres", "select 1");
                return true;
            } catch (SQLException notYet) {
                return false;
            }
        });
    }

    @Override
    public void close() throws IOException, InterruptedException {
        for (InstalledPostgres node : nodes) {
            node.close();
        }
    }
}
