package io.useradmin.citus;

import static io.useradmin.testsupport.Api.withKey;
import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.testsupport.ApiOperation;
import io.useradmin.testsupport.ApiRequest;
import io.useradmin.testsupport.Await;
import io.useradmin.testsupport.CitusCluster;
import io.useradmin.testsupport.CitusDatabase;
import io.useradmin.testsupport.Concurrently;
import io.useradmin.testsupport.InstalledPostgres;
import io.useradmin.testsupport.ServiceProcess;
import io.useradmin.testsupport.ServiceRole;
import io.useradmin.testsupport.Tenant;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** One worker is down. Tenants of the other worker do not need it. The service has its own role, and records reads. */
@Timeout(600)
class CitusLostWorkerIT {
    /** The changes of keys. */
    private static final List<String> NEED_ALL_WORKERS = List.of("createKey", "revokeKey", "rotateKey");

    private static final Pattern USER_OF_EVENT = Pattern.compile("^data: .*\"user_id\":\"([^\"]+)\"");

    @TempDir
    private Path folder;

    private CitusCluster cluster;
    private CitusDatabase database;
    private InstalledPostgres lost;
    private InstalledPostgres worker;

    @BeforeEach
    void start() throws Exception {
        cluster = CitusCluster.start(folder);
        database = cluster.database("useradmin");
        database.distribute(folder);
        ServiceRole.createIn(database);
        lost = cluster.workers().getFirst();
        worker = cluster.workers().getLast();
    }

    @AfterEach
    void stop() throws Exception {
        if (cluster != null) {
            cluster.close();
        }
    }

    @Test
    void operationsNeedOnlyTheWorkerOfTheirTenant() throws Exception {
        TenantCopy.ofSigningKeys(database);
        try (ServiceProcess service = ServiceProcess.start(database.reactiveUrl(), settings())) {
            Map<String, Prepared> prepared = new TreeMap<>();
            for (ApiOperation operation : ApiOperation.all().toList()) {
                prepared.put(operation.id(), prepare(operation));
                prepared.put(operation.id() + " with Idempotency-Key", prepare(operation));
            }
            // The service records the use of the keys, which needs all workers.
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

    @Test
    void theFirstWriteOfAServiceNeedsOnlyTheWorkerOfItsTenant() throws Exception {
        String key = database.tenant(database.tenantOn(worker));
        lost.kill();
        try (ServiceProcess service = ServiceProcess.start(database.reactiveUrl(), settings())) {
            assertThat(put(service, key, "first")).isEqualTo(201);
        }
        lost.restart();
    }

    /** The stream of the lost worker's tenant stays open. It goes on when the worker is back. */
    @Test
    void readersOfTheFeedNeedOnlyTheWorkerOfTheirTenant() throws Exception {
        String lostKey = database.tenant(database.tenantOn(lost));
        String key = database.tenant(database.tenantOn(worker));
        try (ServiceProcess service = ServiceProcess.start(database.reactiveUrl(), settings());
                HttpClient client = HttpClient.newHttpClient();
                Stream<String> lostStream = stream(client, service, lostKey);
                Stream<String> stream = stream(client, service, key)) {
            Iterator<String> lostEvents = users(lostStream);
            Iterator<String> events = users(stream);
            // After the first event, the readers share their queries.
            for (String user : List.of("first", "second")) {
                assertThat(put(service, lostKey, user)).isEqualTo(201);
                assertThat(put(service, key, user)).isEqualTo(201);
                assertThat(next(lostEvents)).isEqualTo(user);
                assertThat(next(events)).isEqualTo(user);
            }
            lost.kill();
            assertThat(put(service, key, "third")).isEqualTo(201);
            assertThat(next(events)).isEqualTo("third");
            assertThat(service.metrics()).containsPattern("useradmin_events_behind\\{[^}]*} NaN");
            lost.restart();
            Await.until("the worker is back", () -> put(service, lostKey, "third") < 300);
            assertThat(next(lostEvents)).isEqualTo("third");
        }
    }

    private static int put(ServiceProcess service, String key, String user) {
        return service.begin(key, "PUT", "/api/users/" + user, "{}").join().statusCode();
    }

    private static Stream<String> stream(HttpClient client, ServiceProcess service, String key) throws Exception {
        return client.send(
                        HttpRequest.newBuilder(service.uri("/api/events"))
                                .header("X-API-KEY", key)
                                .header("Accept", "text/event-stream")
                                .build(),
                        BodyHandlers.ofLines())
                .body();
    }

    /** The users of the events. */
    private static Iterator<String> users(Stream<String> lines) {
        return lines.map(USER_OF_EVENT::matcher)
                .filter(Matcher::find)
                .map(event -> event.group(1))
                .iterator();
    }

    private static String next(Iterator<String> events) throws Exception {
        return Concurrently.begin(events::next).get(3, TimeUnit.MINUTES);
    }

    private record Prepared(ApiOperation operation, Tenant tenant, String user) {}

    /** Creates a tenant on the worker, and a user for whom the operation succeeds. */
    private Prepared prepare(ApiOperation operation) throws Exception {
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
        return Map.of("QUARKUS_DATASOURCE_USERNAME", ServiceRole.NAME, "USERADMIN_AUDIT_READS", "true");
    }
}
