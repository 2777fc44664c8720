package io.useradmin.citus;

import static io.useradmin.testsupport.Api.withKey;
import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.testsupport.ApiOperation;
import io.useradmin.testsupport.ApiRequest;
import io.useradmin.testsupport.Artifact;
import io.useradmin.testsupport.CitusCluster;
import io.useradmin.testsupport.CitusDatabase;
import io.useradmin.testsupport.InstalledPostgres;
import io.useradmin.testsupport.PackagedService;
import io.useradmin.testsupport.ServiceProcess;
import io.useradmin.testsupport.ServiceRole;
import io.useradmin.testsupport.Tenant;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Every operation while a worker is down, for tenants of the other worker. The service has its own role, and records reads. */
@Timeout(600)
class CitusLostWorkerIT {
    /** The changes of keys. */
    private static final List<String> NEED_ALL_WORKERS = List.of("createKey", "revokeKey", "rotateKey");

    @TempDir
    private Path folder;

    @Test
    void operationsNeedOnlyTheWorkerOfTheirTenant() throws Exception {
        try (CitusCluster cluster = CitusCluster.start(folder)) {
            CitusDatabase database = cluster.database("useradmin");
            for (String command : List.of("migrate", "distribute")) {
                assertThat(new Artifact(folder, database.settings())
                                .run(command)
                                .exitCode())
                        .isZero();
            }
            TenantCopy.ofSigningKeys(database);
            ServiceRole.createIn(database);
            InstalledPostgres lost = cluster.workers().getFirst();
            InstalledPostgres worker = cluster.workers().getLast();
            try (ServiceProcess service = ServiceProcess.start(database.reactiveUrl(), settings())) {
                Map<String, Prepared> prepared = new TreeMap<>();
                for (ApiOperation operation : ApiOperation.all().toList()) {
                    prepared.put(operation.id(), prepare(operation, worker, database));
                    prepared.put(operation.id() + " with Idempotency-Key", prepare(operation, worker, database));
                }
                // The service learns that it runs on Citus, and records the use of the keys, which needs all workers.
                for (Prepared each : prepared.values()) {
                    assertThat(service.get(each.tenant.apiKey(), "/api/key").statusCode())
                            .isEqualTo(200);
                }
                lost.kill();
                Map<String, Integer> failed = new TreeMap<>();
                prepared.forEach((name, each) -> {
                    ApiRequest request = withKey(each.tenant.apiKey()).port(service.port());
                    int status = each.operation
                            .send(name.contains(" ") ? request.header("Idempotency-Key", "1") : request, each.user)
                            .statusCode();
                    if (status != each.operation.success()) {
                        failed.put(name, status);
                    }
                });
                Map<String, Integer> expected = new TreeMap<>();
                for (String operation : NEED_ALL_WORKERS) {
                    expected.put(operation, 503);
                    expected.put(operation + " with Idempotency-Key", 503);
                }
                lost.restart();
                assertThat(failed).isEqualTo(expected);
            }
        }
    }

    private record Prepared(ApiOperation operation, Tenant tenant, String user) {}

    /** Creates a tenant on the worker, and a user for whom the operation succeeds. */
    private static Prepared prepare(ApiOperation operation, InstalledPostgres worker, CitusDatabase database)
            throws Exception {
        Tenant tenant = Tenant.create();
        while (database.workerOf(tenant.id()) != worker) {
            tenant = Tenant.create();
        }
        String user = ApiOperation.userFor(tenant);
        operation.prepare(tenant);
        TenantCopy.of(tenant, database);
        return new Prepared(operation, tenant, user);
    }

    private static Map<String, String> settings() {
        Map<String, String> settings =
                new HashMap<>(Map.of("QUARKUS_DATASOURCE_USERNAME", ServiceRole.NAME, "USERADMIN_AUDIT_READS", "true"));
        PackagedService.LONG_TIMEOUTS.forEach(
                (name, value) -> settings.put(name.toUpperCase(Locale.ROOT).replaceAll("[.-]", "_"), value));
        return settings;
    }
}
