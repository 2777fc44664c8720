package io.useradmin.schema;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.useradmin.testsupport.FreshDatabase;
import io.useradmin.testsupport.TestDatabase;
import io.useradmin.testsupport.TestSigningKey;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A database whose tables are partitioned by tenant, as Citus would shard them (shards.sql). Statements through its proxy are
 * executed with auto_explain. It reports the plans with the actual values, including those of statements in functions and of
 * foreign keys.
 */
public final class ShardedDatabase implements AutoCloseable {
    private static final Path SHARDS = Path.of("src", "test", "resources", "schema", "shards.sql");

    /**
     * Values determine the partitions in a plan. Citus knows the values too when it plans. The table pg_dist_node makes the
     * service treat the database as Citus.
     */
    private static final String EXPLAIN = """
            create table pg_dist_node ();
            alter database %1$s set session_preload_libraries = 'auto_explain';
            alter database %1$s set auto_explain.log_min_duration = 0;
            alter database %1$s set auto_explain.log_nested_statements = on;
            alter database %1$s set auto_explain.log_format = json;
            alter database %1$s set auto_explain.log_level = notice;
            alter database %1$s set plan_cache_mode = force_custom_plan;
            """;

    private static final Pattern PARTITION = Pattern.compile(".+_(\\d)");

    private final FreshDatabase fresh = FreshDatabase.migrated();
    private final Map<String, Set<String>> touched = new ConcurrentSkipListMap<>();
    private final int port;

    public ShardedDatabase() throws SQLException, IOException {
        try (Connection connection = connect()) {
            TestSigningKey.add(connection);
            Catalogue.run(connection, Files.readString(SHARDS));
            Catalogue.run(connection, EXPLAIN.formatted(fresh.name()));
        }
        port = OverheardLine.open(TestDatabase.port(), new Notes());
    }

    /** A direct connection, without the proxy. */
    Connection connect() throws SQLException {
        return fresh.connect();
    }

    /** The URL of the proxy that records statements. */
    public String reactiveUrl() {
        return "postgresql://localhost:%d/%s".formatted(port, fresh.name());
    }

    /** The same for the JDBC driver, which must be told not to use TLS. */
    public String jdbcUrl() {
        return "jdbc:" + reactiveUrl() + "?sslmode=disable";
    }

    public Set<String> statements() {
        return touched.keySet();
    }

    /** The partitions of each statement that touched more than one shard, in one table or in several. */
    public Map<String, Set<String>> scattered() {
        return touched.entrySet().stream()
                .filter(statement -> shards(statement.getValue()).size() > 1)
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    @Override
    public void close() {
        fresh.close();
    }

    private static Set<String> shards(Set<String> partitions) {
        return partitions.stream()
                .map(PARTITION::matcher)
                .filter(Matcher::matches)
                .map(partition -> partition.group(1))
                .collect(Collectors.toSet());
    }

    /** Keeps the execution that touched the most shards, because different tenants may be on different shards. */
    private void note(String statement, Set<String> relations) {
        touched.merge(
                statement,
                relations,
                (one, other) -> shards(one).size() >= shards(other).size() ? one : other);
    }

    private void note(JsonNode plan) {
        Set<String> relations = new TreeSet<>(plan.findValuesAsText("Relation Name"));
        note(plan.path("Query Text").asText().strip(), relations);
    }

    private final class Notes implements OverheardLine.Ear {
        private static final byte NOTICE = 'N';
        private static final Pattern PLAN = Pattern.compile("\0Mduration: .*?  plan:\n([^\0]+)\0");

        @Override
        public void ofClient(byte type, byte[] message) {
            // The database's messages already contain the executed statements.
        }

        @Override
        public boolean ofDatabase(byte type, byte[] message) {
            if (type != NOTICE) {
                return true;
            }
            Matcher plan = PLAN.matcher(new String(message, StandardCharsets.UTF_8));
            if (!plan.find()) {
                return true;
            }
            try {
                note(new ObjectMapper().readTree(plan.group(1)));
            } catch (JsonProcessingException impossible) {
                throw new UncheckedIOException(impossible);
            }
            return false;
        }
    }
}
