package io.useradmin.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItem;

import io.useradmin.testsupport.ApiOperation;
import io.useradmin.testsupport.Await;
import io.useradmin.testsupport.FreshDatabase;
import io.useradmin.testsupport.Management;
import io.useradmin.testsupport.Migrations;
import io.useradmin.testsupport.PackagedService;
import io.useradmin.testsupport.ServiceRole;
import io.useradmin.testsupport.Sql;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The service needs exactly the rights that docs/security.md grants. The role can do nothing else. */
class LeastPrivilegeIT {
    private static final String INSUFFICIENT_PRIVILEGE = "42501";

    @RegisterExtension
    static final PackagedService SERVICE = PackagedService.with(ServiceRole.settings());

    @Test
    void theServiceConnectsAsTheRole() throws Exception {
        // Other classes' service may still run. It closes its connections 15 s after the last request.
        Await.until("only the role is connected", () -> {
            theServiceIsReady();
            return Sql.list("select distinct usename from pg_stat_activity where application_name = 'vertx-pg-client'")
                    .equals(List.of(ServiceRole.NAME));
        });
    }

    @Test
    void theServiceIsReady() {
        Management.get("/q/health/ready").then().statusCode(200).body("status", equalTo("UP"));
    }

    /** After an upgrade with a new table, for example. A roll-out then stops, and the previous release keeps serving. */
    @ParameterizedTest
    @CsvSource({
        "select on idempotency_keys, idempotency_keys",
        "delete on sessions, sessions",
        "'update (ip_address) on events', events",
        "'update (last_used_at) on api_keys', api_keys",
    })
    void isNotReadyWithoutAGrantAndNamesItsTable(String grant, String table) throws Exception {
        Sql.run("revoke " + grant + " from " + ServiceRole.NAME);
        try {
            Management.get("/q/health/ready")
                    .then()
                    .statusCode(503)
                    .body(
                            "checks.data.reason",
                            hasItem("The database role lacks rights on " + table
                                    + ": run the grants of docs/security.md."));
        } finally {
            ServiceRole.grantAgain();
        }
        theServiceIsReady();
    }

    /** As the document recommends, if nobody manages keys over HTTP. */
    @Test
    void isReadyWithoutTheRightsToManageKeys() throws Exception {
        Sql.run("revoke insert, update on api_keys from " + ServiceRole.NAME);
        Sql.run("grant update (last_used_at) on api_keys to " + ServiceRole.NAME);
        try {
            theServiceIsReady();
        } finally {
            ServiceRole.grantAgain();
        }
    }

    @ParameterizedTest
    @MethodSource("io.useradmin.testsupport.ApiOperation#all")
    void everyOperationSucceeds(ApiOperation operation) {
        Tenant tenant = Tenant.create();
        operation.send(tenant.apiKey(), ApiOperation.userFor(tenant)).then().statusCode(operation.success());
    }

    @Test
    void everyStatementOfTheServiceIsAllowed() throws SQLException {
        try (Connection connection = connect("postgres")) {
            allowsEveryStatement(connection);
        }
    }

    /** The dev overlay's database grants rights on tables before they exist (default privileges). */
    @Test
    void everyStatementIsAllowedInTheDevOverlay() throws Exception {
        ServiceRole.create();
        try (FreshDatabase fresh = new FreshDatabase()) {
            try (Connection owner = fresh.connect()) {
                Catalogue.run(owner, defaultPrivilegesOfTheDevOverlay());
            }
            Migrations.of(fresh.jdbcUrl()).load().migrate();
            try (Connection connection = connect(fresh.name())) {
                allowsEveryStatement(connection);
            }
        }
    }

    private static String defaultPrivilegesOfTheDevOverlay() throws IOException {
        return Files.readAllLines(Path.of("deploy", "kubernetes", "overlays", "dev", "postgresql.yaml")).stream()
                .map(String::strip)
                .filter(line -> line.startsWith("alter default privileges"))
                .collect(Collectors.joining());
    }

    /** PostgreSQL checks rights when it explains a statement. So all statements are checked, also rarely executed ones. */
    private static void allowsEveryStatement(Connection connection) {
        Stream<String> statements = Stream.concat(
                Statements.read(Statements.CURRENT).stream(),
                Stream.of("select version, success from flyway_schema_history"));
        assertThat(statements)
                .hasSizeGreaterThan(50)
                .allSatisfy(statement -> assertThatCode(
                                () -> Catalogue.run(connection, "explain (generic_plan) " + statement))
                        .doesNotThrowAnyException());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "insert into tenants (tenant_id, name, created_at) values ('x', 'x', now())",
                "select * from tenants",
                "update api_keys set scopes = '{*}'",
                "update api_keys set secret_sha256 = repeat('0', 64)",
                "update api_keys set tenant_id = 'x'",
                "update api_keys set rate_requests = null, rate_seconds = null, rate_burst = null",
                "delete from api_keys",
                "delete from flyway_schema_history",
                "select * from import_progress",
                "create table own (id int)",
                "drop table users",
                "truncate sessions",
                "create role other",
            })
    void nothingElseIsAllowed(String statement) throws SQLException {
        try (Connection connection = connect("postgres")) {
            assertThatThrownBy(() -> Catalogue.run(connection, statement))
                    .isInstanceOfSatisfying(
                            SQLException.class,
                            refusal -> assertThat(refusal.getSQLState()).isEqualTo(INSUFFICIENT_PRIVILEGE));
        }
    }

    /** The use is recorded after the response, so the response is a success even if this fails. */
    @Test
    void theLastUseOfAKeyIsNoted() throws Exception {
        Tenant tenant = Tenant.create();
        ApiOperation.named("listSessions")
                .send(tenant.apiKey(), ApiOperation.userFor(tenant))
                .then()
                .statusCode(200);
        tenant.awaitUseOfAKey();
    }

    private static Connection connect(String database) throws SQLException {
        return DriverManager.getConnection(
                "jdbc:postgresql://localhost:%d/%s?preferQueryMode=simple".formatted(TestDatabase.port(), database),
                ServiceRole.NAME,
                "");
    }
}
