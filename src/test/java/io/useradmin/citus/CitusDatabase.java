package io.useradmin.citus;

import io.useradmin.testsupport.FreshDatabase;
import io.useradmin.testsupport.InstalledPostgres;
import io.useradmin.testsupport.Readable;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A database of a cluster, seen from its coordinator. */
record CitusDatabase(CitusCluster cluster, String name) implements Readable {
    /** Installs Citus and adds the workers. */
    void join() throws SQLException {
        cluster.join(name);
    }

    String reactiveUrl() {
        return cluster.coordinator().reactiveUrl(name);
    }

    /** Environment variables that lead a service or a command to it. */
    Map<String, String> settings() {
        return Map.of(
                "QUARKUS_DATASOURCE_REACTIVE_URL", reactiveUrl(), "QUARKUS_DATASOURCE_USERNAME", FreshDatabase.USER);
    }

    Connection connect() throws SQLException {
        return DriverManager.getConnection(CitusCluster.url(cluster.coordinator(), name), FreshDatabase.USER, "");
    }

    void run(String sql) throws SQLException {
        CitusCluster.run(cluster.coordinator(), name, sql);
    }

    @Override
    public List<String> list(String query) throws SQLException {
        try (Connection connection = connect();
                var statement = connection.createStatement();
                var rows = statement.executeQuery(query)) {
            List<String> values = new ArrayList<>();
            while (rows.next()) {
                values.add(rows.getString(1));
            }
            return values;
        }
    }

    String value(String query) throws SQLException {
        return list(query).getFirst();
    }

    /** The worker that has a tenant's rows. */
    InstalledPostgres workerOf(String tenant) throws SQLException {
        int port = Integer.parseInt(value("select nodeport from citus_shards where shardid = " + shardOf(tenant)));
        return cluster.workers().stream()
                .filter(worker -> worker.port() == port)
                .findFirst()
                .orElseThrow();
    }

    /** The shard of the table of users that has a tenant's. */
    String shardOf(String tenant) throws SQLException {
        return value("select get_shard_id_for_distribution_column('users', '" + tenant + "')");
    }

    /** How many queries have touched more than one shard since the coordinator was started. */
    long multiShardQueries() throws SQLException {
        return Long.parseLong(
                value("select query_execution_multi_shard from citus_stat_counters where name = current_database()"));
    }
}
