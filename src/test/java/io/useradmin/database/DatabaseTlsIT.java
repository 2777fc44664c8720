package io.useradmin.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.contentOf;

import io.useradmin.testsupport.Artifact;
import io.useradmin.testsupport.Artifact.Ended;
import io.useradmin.testsupport.Await;
import io.useradmin.testsupport.FreshDatabase;
import io.useradmin.testsupport.SecuredPostgres;
import io.useradmin.testsupport.ServerCertificate;
import io.useradmin.testsupport.ServiceProcess;
import io.useradmin.testsupport.Slow;
import io.useradmin.testsupport.Tenant;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** TLS and passwords to PostgreSQL with the documented settings, for the packaged service and its commands. */
class DatabaseTlsIT {
    private static final String CONNECTIONS = """
            select ssl from pg_stat_ssl join pg_stat_activity using (pid) where application_name = 'vertx-pg-client'""";

    @TempDir
    private static Path folder;

    private static ServerCertificate server;
    private static ServerCertificate stranger;
    private static SecuredPostgres postgres;

    @BeforeAll
    static void start() throws Exception {
        postgres = new SecuredPostgres(folder);
        server = postgres.certificate();
        stranger = ServerCertificate.create(folder, "stranger");
    }

    @AfterAll
    static void stop() throws Exception {
        postgres.close();
    }

    @Test
    void settingsAreTheDocumentedOnes() {
        assertThat(contentOf(Path.of("docs", "configuration.md").toFile()))
                .contains(SecuredPostgres.TLS_MODE + "=verify-full", SecuredPostgres.AUTHORITY);
    }

    @Test
    void verifyFullConnectsToTheServerOfTheCertificate() throws Exception {
        connects(postgres.verifyFull(), postgres.server().reactiveUrl());
        assertThat(migrate(postgres.verifyFull(), postgres.server().reactiveUrl())
                        .exitCode())
                .isZero();
    }

    @Slow
    @Test
    void verifyFullInTheUrlIsTheSame() throws Exception {
        String url = postgres.server().reactiveUrl() + "?sslmode=verify-full";
        Map<String, String> authority =
                Map.of(SecuredPostgres.AUTHORITY, server.certificate().toString());
        connects(authority, url);
        assertThat(migrate(authority, url).exitCode()).isZero();
    }

    @Slow
    @Test
    void verifyFullInAnotherSpellingIsTheSame() throws Exception {
        Map<String, String> settings = Map.of(
                SecuredPostgres.TLS_MODE,
                "Verify_Full ",
                SecuredPostgres.AUTHORITY,
                server.certificate().toString());
        connects(settings, postgres.server().reactiveUrl());
        assertThat(migrate(settings, postgres.server().reactiveUrl()).exitCode())
                .isZero();
    }

    @Test
    void verifyFullRefusesAnotherHostName() throws Exception {
        String url = postgres.server().reactiveUrl().replace("localhost", "127.0.0.1");
        doesNotConnect(postgres.verifyFull(), url, "handshake");
        assertThat(migrate(postgres.verifyFull(), url)).satisfies(ended -> {
            assertThat(ended.exitCode()).isEqualTo(1);
            assertThat(ended.err()).contains("127.0.0.1").hasLineCount(1);
        });
    }

    @Slow
    @Test
    void verifyCaAcceptsAnotherHostName() throws Exception {
        String url = postgres.server().reactiveUrl().replace("localhost", "127.0.0.1");
        Map<String, String> settings = Map.of(
                SecuredPostgres.TLS_MODE,
                "verify-ca",
                SecuredPostgres.AUTHORITY,
                server.certificate().toString());
        connects(settings, url);
        assertThat(migrate(settings, url).exitCode()).isZero();
    }

    @Slow
    @Test
    void verifyFullRefusesAnUnknownAuthority() throws Exception {
        doesNotConnect(verifyFull(stranger), postgres.server().reactiveUrl(), "handshake");
        assertThat(migrate(verifyFull(stranger), postgres.server().reactiveUrl()))
                .satisfies(ended -> {
                    assertThat(ended.exitCode()).isEqualTo(1);
                    assertThat(ended.err()).contains("certif").hasLineCount(1);
                });
    }

    @Test
    void verifyFullNeedsAnAuthority() throws Exception {
        Map<String, String> settings = Map.of(SecuredPostgres.TLS_MODE, "verify-full");
        assertThat(run(settings, postgres.server().reactiveUrl(), "serve")).satisfies(ended -> {
            assertThat(ended.exitCode()).isEqualTo(1);
            assertThat(ended.err())
                    .contains("quarkus.datasource.reactive.trust-certificate-pem.certs")
                    .hasLineCount(1);
        });
        assertThat(migrate(settings, postgres.server().reactiveUrl()).exitCode())
                .isEqualTo(1);
    }

    @Slow
    @Test
    void requireEncryptsAndVerifiesNothing() throws Exception {
        Map<String, String> require = Map.of(SecuredPostgres.TLS_MODE, "require");
        connects(require, postgres.server().reactiveUrl());
        assertThat(migrate(require, postgres.server().reactiveUrl()).exitCode()).isZero();
    }

    @Test
    void requireRefusesAServerWithoutTls() throws Exception {
        Map<String, String> require = Map.of(SecuredPostgres.TLS_MODE, "require");
        try (var withoutTls = FreshDatabase.migrated()) {
            doesNotConnect(require, withoutTls.reactiveUrl(), "does not handle SSL");
            assertThat(migrate(require, withoutTls.reactiveUrl()).exitCode()).isEqualTo(1);
        }
    }

    private static Map<String, String> verifyFull(ServerCertificate authority) {
        return Map.of(
                SecuredPostgres.TLS_MODE,
                "verify-full",
                SecuredPostgres.AUTHORITY,
                authority.certificate().toString());
    }

    private static void connects(Map<String, String> settings, String url) throws Exception {
        try (ServiceProcess service = ServiceProcess.start(url, withLogin(settings))) {
            Await.until("the service is ready", service::isReady);
            assertThat(postgres.server().list(CONNECTIONS)).isNotEmpty().containsOnly("t");
        }
    }

    private static void doesNotConnect(Map<String, String> settings, String url, String reason) throws Exception {
        try (ServiceProcess service = ServiceProcess.start(url, withLogin(settings))) {
            assertThat(service.readiness()).satisfies(answer -> {
                assertThat(answer.statusCode()).isEqualTo(503);
                assertThat(answer.body()).contains("The database does not answer.");
            });
            assertThat(service.get(Tenant.newKey().reveal(), "/api/key").statusCode())
                    .isEqualTo(503);
            assertThat(service.log()).containsPattern("database unavailable[^\n]*" + Pattern.quote(reason));
        }
    }

    private static Map<String, String> withLogin(Map<String, String> settings) {
        Map<String, String> all = new HashMap<>(settings);
        all.putAll(postgres.login());
        return all;
    }

    private static Ended migrate(Map<String, String> settings, String url) throws Exception {
        return run(settings, url, "migrate");
    }

    private static Ended run(Map<String, String> settings, String url, String command) throws Exception {
        Map<String, String> all = withLogin(settings);
        all.put("QUARKUS_DATASOURCE_REACTIVE_URL", url);
        all.put("QUARKUS_HTTP_PORT", "0");
        all.put("QUARKUS_MANAGEMENT_PORT", "0");
        return new Artifact(folder, all).run(command);
    }
}
