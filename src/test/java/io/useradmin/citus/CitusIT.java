package io.useradmin.citus;

import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.nativeimage.EveryCommand;
import io.useradmin.testsupport.ApiOperation;
import io.useradmin.testsupport.Artifact;
import io.useradmin.testsupport.CitusCluster;
import io.useradmin.testsupport.CitusDatabase;
import io.useradmin.testsupport.FreshDatabase;
import io.useradmin.testsupport.InstalledPostgres;
import io.useradmin.testsupport.ServiceProcess;
import io.useradmin.testsupport.ServiceRole;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every operation gives the same response on Citus as on a single PostgreSQL, and each statement runs on one shard. On Citus,
 * the service has only the rights that docs/security.md grants.
 */
@Timeout(600)
class CitusIT {
    @TempDir
    private static Path folder;

    private static CitusCluster cluster;
    private static CitusDatabase database;
    private static ServiceProcess onCitus;
    private static ServiceProcess onOneMachine;

    @BeforeAll
    static void start() throws Exception {
        cluster = CitusCluster.start(folder);
        database = cluster.database("useradmin");
        database.distribute(folder);
        TenantCopy.ofSigningKeys(database);
        ServiceRole.createIn(database);
        onCitus = service(database.reactiveUrl(), ServiceRole.NAME);
        onOneMachine = service("postgresql://localhost:%d/postgres".formatted(TestDatabase.port()), FreshDatabase.USER);
    }

    @AfterAll
    static void stop() throws Exception {
        for (AutoCloseable started : new AutoCloseable[] {onCitus, onOneMachine, cluster}) {
            if (started != null) {
                started.close();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("io.useradmin.testsupport.ApiOperation#all")
    void respondsTheSame(ApiOperation operation) throws Exception {
        Map<Tenant, String> users = new LinkedHashMap<>();
        for (Tenant tenant : tenants()) {
            users.put(tenant, ApiOperation.userFor(tenant));
            operation.prepare(tenant);
            TenantCopy.of(tenant, database);
        }
        List<String> differences = new ArrayList<>();
        long before = database.multiShardQueries();
        users.forEach((tenant, user) -> {
            var requests = new ComparedRequests(operation, tenant, user);
            Map<String, String> expected = requests.responses(onOneMachine);
            requests.responses(onCitus).forEach((request, response) -> {
                if (!response.equals(expected.get(request))) {
                    differences.add("%s: %s%n  instead of %s".formatted(request, response, expected.get(request)));
                }
            });
        });
        assertThat(differences).isEmpty();
        assertThat(database.multiShardQueries() - before)
                .as("queries of more than one shard")
                .isZero();
    }

    @Test
    void everyCommandWritesTheSame() throws Exception {
        List<String> tenants = new ArrayList<>();
        for (InstalledPostgres worker : cluster.workers()) {
            tenants.add(database.tenantOn(worker));
        }
        CitusDatabase distributed = cluster.database("commands");
        assertThat(outputs(distributed.settings(), "on-citus", 0, tenants))
                .isEqualTo(outputs(new FreshDatabase().settings(), "on-one-machine", 1, tenants));
        for (int number = 0; number < tenants.size(); number++) {
            assertThat(distributed.workerOf(tenants.get(number)))
                    .isSameAs(cluster.workers().get(number));
        }
    }

    @Test
    void purgeDeletesExpiredStoredResponsesOnAllWorkers() throws Exception {
        CitusDatabase distributed = cluster.database("responses");
        distributed.distribute(folder);
        for (InstalledPostgres worker : cluster.workers()) {
            String tenant = distributed.tenantOn(worker);
            distributed.tenant(tenant);
            distributed.run(
                    "insert into idempotency_keys select '%s', 'key', hours || ' h', now() - hours * interval '1 hour', '', ''"
                                    .formatted(tenant)
                            + " from generate_series(23, 25, 2) hours");
        }
        var purge = new Artifact(folder, distributed.settings());

        assertThat(purge.run("purge").out())
                .startsWith("Deleted 0 sessions, 0 addresses, %d stored responses"
                        .formatted(cluster.workers().size()));
        assertThat(distributed.list("select idempotency_key from idempotency_keys"))
                .hasSameSizeAs(cluster.workers())
                .containsOnly("23 h");
        assertThat(purge.run("purge").out()).startsWith("Deleted 0 sessions, 0 addresses, 0 stored responses");
    }

    private static List<String> outputs(
            Map<String, String> settings, String name, int distributed, List<String> tenants) throws Exception {
        Path own = Files.createDirectory(folder.resolve(name));
        return new EveryCommand(
                        words -> new Artifact(own, settings)
                                .command(words.toArray(String[]::new))
                                .command(),
                        own)
                .run(settings, distributed, tenants).stream()
                        .filter(output -> !output.startsWith("distribute:"))
                        .map(ComparedResponse::withoutOwn)
                        .toList();
    }

    /** New tenants, one on each worker. */
    private static Collection<Tenant> tenants() throws SQLException {
        Map<Integer, Tenant> byWorker = new TreeMap<>();
        while (byWorker.size() < cluster.workers().size()) {
            Tenant tenant = Tenant.create();
            byWorker.putIfAbsent(database.workerOf(tenant.id()).port(), tenant);
        }
        return byWorker.values();
    }

    private static ServiceProcess service(String reactiveUrl, String role) throws Exception {
        return ServiceProcess.start(reactiveUrl, Map.of("QUARKUS_DATASOURCE_USERNAME", role));
    }
}
