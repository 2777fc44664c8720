package io.useradmin.fault;

import static io.useradmin.testsupport.Api.withKey;
import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.testsupport.Await;
import io.useradmin.testsupport.OwnPostgres;
import io.useradmin.testsupport.ServiceProcess;
import io.useradmin.testsupport.TcpProxy;
import io.useradmin.testsupport.Tenant;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The service starts before the database, or before the migration. */
class StartIT {
    private static final String USER = "/api/users/nobody/sessions";

    private OwnPostgres database;

    @BeforeEach
    void startDatabase() throws Exception {
        database = new OwnPostgres(Map.of());
    }

    @AfterEach
    void endDatabase() throws Exception {
        database.close();
    }

    @Test
    void waitsForADatabaseThatComesLater() throws Exception {
        database.migrate();
        String key = database.key();
        TcpProxy line = new TcpProxy(database.port());
        line.cut();
        try (ServiceProcess service =
                ServiceProcess.start("postgresql://localhost:" + line.port() + "/postgres", Map.of())) {
            assertThat(service.readiness().statusCode()).isEqualTo(503);
            assertThat(service.readiness().body()).contains("The database does not answer.");
            assertThat(service.log()).contains("readiness probe: database unavailable, or a part of it: ");
            assertThat(service.get(key, USER)).satisfies(answer -> {
                assertThat(answer.statusCode()).isEqualTo(503);
                assertThat(answer.headers().firstValue("Retry-After")).contains("5");
                assertThat(answer.body()).contains("urn:useradmin:problem:unavailable", "Nothing was changed");
            });

            line.join();

            Await.until("the service is ready", service::isReady);
            assertThat(service.get(key, USER).statusCode()).isEqualTo(404);
        }
    }

    @Test
    void hasMetricsButIsNotReadyBeforeTheSchemaIsThereAndNewEnough() throws Exception {
        try (ServiceProcess service = ServiceProcess.start(database.reactiveUrl(), Map.of())) {
            assertThat(service.metrics())
                    .as("before the first request")
                    .contains("cache_size{cache=\"api-keys\"}", "sql_pool_active{", "useradmin_ssf_rejected_total 0.0");
            assertThat(service.readiness().statusCode()).isEqualTo(503);
            assertThat(service.readiness().body()).contains("The schema is at version 0", "run 'useradmin migrate'");

            database.migrate("1");
            assertThat(service.readiness().body()).contains("The schema is at version 1 and this release needs");
            assertThat(service.isReady()).isFalse();

            database.migrate();
            assertThat(service.isReady()).isTrue();

            database.run(
                    "insert into flyway_schema_history (installed_rank, version, description, type, script,"
                            + " installed_by, execution_time, success) values (99, '99', 'next', 'SQL', 'V99', 'next', 0, true)");
            assertThat(service.isReady())
                    .as("ready on the next release's schema")
                    .isTrue();
        }
    }

    @Test
    void doesNotConnectBeforeTheFirstRequest() throws Exception {
        database.migrate();
        try (ServiceProcess service = ServiceProcess.start(database.reactiveUrl(), Map.of())) {
            assertThat(database.lastQueriesOfService()).isEmpty();
            service.get(Tenant.newKey().reveal(), USER);
            assertThat(database.lastQueriesOfService()).hasSize(1);
        }
    }

    /** For example, its password has changed. */
    @Test
    void isUnavailableIfTheDatabaseRefusesItsLogin() throws Exception {
        try (ServiceProcess service =
                ServiceProcess.start(database.reactiveUrl(), Map.of("QUARKUS_DATASOURCE_USERNAME", "nobody"))) {
            assertThat(service.readiness().body()).contains("The database refused, SQLSTATE 28000.");
            Await.until("the log says so", () -> service.log().contains("it: SQLSTATE 28000 (logged once"));
            assertThat(service.get(Tenant.newKey().reveal(), USER)).satisfies(answer -> {
                assertThat(answer.statusCode()).isEqualTo(503);
                assertThat(answer.body()).contains("Nothing was changed");
            });
        }
    }

    /** The service does not know yet whether the database is Citus. */
    @Test
    void countsToTheEndInTheFirstRequest() throws Exception {
        database.migrate();
        String key = database.key();
        try (ServiceProcess service = ServiceProcess.start(database.reactiveUrl(), Map.of())) {
            withKey(key)
                    .port(service.port())
                    .header("Prefer", "count=exact")
                    .get("/api/users")
                    .then()
                    .statusCode(200)
                    .header("Preference-Applied", "count=exact");
        }
    }
}
