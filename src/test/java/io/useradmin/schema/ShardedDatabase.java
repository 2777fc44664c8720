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
 * A database whose tables are partitioned by tenant as Citus shards them (shards.sql). Every statement that comes over its line is executed
 * with auto_explain, which tells the plan for its values, and the plans of the statements of functions and foreign keys within it.
 */
public final class ShardedDatabase implements AutoCloseable {
    private static final Path SHARDS = Path.of("src", "test", "resources", "schema", "shards.sql");

    /**
     * Values decide which partitions a plan has; they are known to Citus as well when it makes its plan. The service takes a database with the
     * table of nodes for one of Citus.
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

    /** A connection beside the line. */
    Connection connect() throws SQLException {
        return Catalogue.connect(fresh);
    }

    /** The end of the line on which statements are noted. */
    public String reactiveUrl() {
        return "postgresql://localhost:%d/%s".formatted(port, fresh.name());
    }

    /** The same for a driver that has to be told not to ask for TLS. */
    public String jdbcUrl() {
        return "jdbc:" + reactiveUrl() + "?sslmode=disable";
    }

    /** The statements that were executed. */
    public Set<String> statements() {
        return touched.keySet();
    }

    /** The partitions of each statement that touched more than one, of the same table or of several. */
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

    /** Of several executions, the one that touched the most shards is kept: different tenants may have different shards. */
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
            // The database tells which statements it executes.
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
