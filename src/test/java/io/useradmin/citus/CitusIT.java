package io.useradmin.citus;

import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.testsupport.ApiOperation;
import io.useradmin.testsupport.Artifact;
import io.useradmin.testsupport.PackagedService;
import io.useradmin.testsupport.ServiceProcess;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every operation responds on Citus what it responds on one PostgreSQL, and every statement of it runs on one shard. */
@Timeout(600)
class CitusIT {
    /** More than one, on different workers. */
    private static final int TENANTS = 3;

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
        for (String command : new String[] {"migrate", "distribute"}) {
            assertThat(new Artifact(folder, database.settings()).run(command).exitCode())
                    .isZero();
        }
        onCitus = service(database.reactiveUrl());
        onOneMachine = service("postgresql://localhost:%d/postgres".formatted(TestDatabase.port()));
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
        for (int number = 0; number < TENANTS; number++) {
            Tenant tenant = Tenant.create();
            users.put(tenant, ApiOperation.userFor(tenant));
            operation.prepare(tenant);
            TenantCopy.of(tenant, database);
        }
        long before = database.multiShardQueries();
        Map<String, String> expected = new LinkedHashMap<>();
        Map<String, String> found = new LinkedHashMap<>();
        users.forEach((tenant, user) -> {
            var requests = new ComparedRequests(operation, tenant, user);
            requests.responses(onOneMachine).forEach((name, response) -> expected.put(name, response));
            requests.responses(onCitus).forEach((name, response) -> found.put(name, response));
            assertThat(found).isEqualTo(expected);
        });
        assertThat(database.multiShardQueries() - before)
                .as("queries of more than one shard")
                .isZero();
    }

    private static ServiceProcess service(String reactiveUrl) throws Exception {
        Map<String, String> settings = new HashMap<>();
        PackagedService.PATIENT.forEach((name, value) ->
                settings.put(name.toUpperCase(java.util.Locale.ROOT).replaceAll("[.-]", "_"), value));
        return ServiceProcess.start(reactiveUrl, settings);
    }
}
