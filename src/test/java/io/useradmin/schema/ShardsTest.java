package io.useradmin.schema;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import io.useradmin.audit.SwitchedReads;
import io.useradmin.shared.TenantNode;
import io.useradmin.testsupport.FreshDatabase;
import io.useradmin.testsupport.Sql;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Every statement for a tenant touches the same single shard in each table, if tables are sharded by tenant. Every statement in
 * the file that StatementsTest checks must be executed.
 */
@QuarkusTest
@TestProfile(ShardsTest.Sharded.class)
class ShardsTest {
    /** Queries for metrics, and the query for all readers of events, which is sent to PostgreSQL but not to Citus. */
    private static final Predicate<String> OF_ALL_TENANTS = Pattern.compile(
                    "^with recursive oldest|as wanted \\(tenant_id, xid, seq\\)")
            .asPredicate();

    public static class Sharded implements QuarkusTestProfile {
        @Override
        public List<TestResourceEntry> testResources() {
            return List.of(new TestResourceEntry(Shards.class));
        }

        @Override
        public boolean disableGlobalTestResources() {
            return true;
        }

        @Override
        public Map<String, String> getConfigOverrides() {
            return Map.of("useradmin.audit.reads", "true");
        }

        @Override
        public Set<Class<?>> getEnabledAlternatives() {
            return Set.of(SwitchedReads.class);
        }
    }

    public static final class Shards implements QuarkusTestResourceLifecycleManager {
        private static @Nullable ShardedDatabase database;

        @Override
        public Map<String, String> start() {
            try {
                database = new ShardedDatabase();
                Sql.use(database.connect());
                return Map.of(
                        "quarkus.datasource.reactive.url",
                        database.reactiveUrl(),
                        "quarkus.datasource.username",
                        FreshDatabase.USER,
                        "quarkus.datasource.password",
                        "postgres");
            } catch (SQLException | IOException failure) {
                throw new IllegalStateException(failure);
            }
        }

        @Override
        public void stop() {
            Sql.useTestDatabase();
            database().close();
        }

        static ShardedDatabase database() {
            return Objects.requireNonNull(database);
        }
    }

    @Test
    void everyStatementTouchesOneShard() throws Exception {
        SwitchedReads.notRecorded(StatementsTest::sendAll);

        check(Predicate.not(Statements::isOfARecordedRead));
    }

    /** Checks the statements that match {@code part}. */
    static void check(Predicate<String> part) {
        Set<String> kept = Statements.read(Statements.CURRENT).stream()
                .filter(part.and(OF_ALL_TENANTS.negate()))
                .map(TenantNode::onCitus)
                .collect(Collectors.toSet());
        assertThat(Shards.database().scattered().entrySet())
                .filteredOn(statement -> !OF_ALL_TENANTS.test(statement.getKey()))
                .as("statements that touch several shards")
                .isEmpty();
        assertThat(kept)
                .as("statements that need all workers")
                .allSatisfy(statement ->
                        assertThat(NestedInserts.withoutNode(statement)).isEmpty());
        assertThat(kept).as("statements that Citus cannot plan").noneMatch(statement -> statement.contains("ctid"));
        assertThat(Shards.database().statements())
                .as("statements that were executed")
                .containsAll(kept);
    }
}
