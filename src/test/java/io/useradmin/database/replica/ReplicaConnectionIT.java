package io.useradmin.database.replica;

import static io.useradmin.testsupport.Api.withKey;
import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.testsupport.ApiOperation;
import io.useradmin.testsupport.Artifact;
import io.useradmin.testsupport.Artifact.Ended;
import io.useradmin.testsupport.Await;
import io.useradmin.testsupport.OwnPostgres;
import io.useradmin.testsupport.ServerCertificate;
import io.useradmin.testsupport.ServiceProcess;
import io.useradmin.testsupport.ServiceRole;
import io.useradmin.testsupport.Slow;
import io.useradmin.testsupport.Sql;
import io.useradmin.testsupport.Tenant;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The connections to a standby, and the cost of a read there. */
class ReplicaConnectionIT {
    private static final String MODE = "QUARKUS_DATASOURCE_REACTIVE_POSTGRESQL_SSL_MODE";
    private static final String AUTHORITY = "QUARKUS_DATASOURCE_REACTIVE_TRUST_CERTIFICATE_PEM_CERTS";
    private static final String TOKEN = "X-Consistency-Token";
    private static final String ENCRYPTED = """
            select ssl from pg_stat_ssl join pg_stat_activity using (pid) where application_name = 'vertx-pg-client'""";
    /** The statements of requests, without those that ask the servers for their WAL positions. */
    private static final String OF_REQUESTS = """
            select query from (select query, generate_series(1, calls) from pg_stat_statements) as each
             where query not like '%pg_stat_statements%' and query !~ '_wal_|api_keys|^(BEGIN|COMMIT|SET)'""";

    @TempDir
    private static Path folder;

    private static ServerCertificate server;
    private static OwnPostgres primary;
    private static OwnPostgres standby;
    /** Connects to both servers with TLS, as the role with the documented rights. */
    private static ServiceProcess verifying;
    /** Connects only to the standby with TLS. */
    private static ServiceProcess modeInUrl;

    private Tenant tenant;
    private String user;

    @BeforeAll
    static void start() throws Exception {
        server = ServerCertificate.create(folder, "server");
        primary = OwnPostgres.migrated(Map.of(
                "ssl",
                "on",
                "ssl_cert_file",
                server.certificate().toString(),
                "ssl_key_file",
                server.key().toString(),
                "shared_preload_libraries",
                "pg_stat_statements"));
        standby = primary.standby();
        primary.run("create extension pg_stat_statements");
        ServiceRole.createIn(primary);
        Map<String, String> ofRole = new HashMap<>(verifyFull());
        ofRole.put("QUARKUS_DATASOURCE_USERNAME", ServiceRole.NAME);
        verifying = service(standby.reactiveUrl(), ofRole);
        modeInUrl = service(standby.reactiveUrl() + "?sslmode=verify-full", authority());
    }

    @AfterAll
    static void stop() throws Exception {
        Sql.useTestDatabase();
        verifying.close();
        modeInUrl.close();
        standby.close();
        primary.close();
    }

    @BeforeEach
    void fill() throws Exception {
        Sql.use(primary.connect());
        tenant = Tenant.create();
        user = ApiOperation.userFor(tenant);
    }

    @Test
    void tlsIsVerifiedAsForThePrimary() throws Exception {
        awaitReplica(verifying);
        assertThat(standby.list(ENCRYPTED)).isNotEmpty().containsOnly("t");
        assertThat(primary.list(ENCRYPTED)).contains("t");
    }

    @Test
    void theUrlCanHaveATlsModeOfItsOwn() throws Exception {
        awaitReplica(modeInUrl);
        assertThat(standby.list(ENCRYPTED)).isNotEmpty().containsOnly("t");
        assertThat(primary.list(ENCRYPTED)).contains("f");
    }

    @Slow
    @Test
    void aCertificateOfAnotherHostIsRefused() throws Exception {
        String url = standby.reactiveUrl().replace("localhost", "127.0.0.1");
        try (ServiceProcess service = service(url, verifyFull())) {
            Await.until(
                    "the log says so", () -> service.log().contains("serves all reads: the replica cannot be reached"));
            assertThat(read(service)).isEqualTo(200);
            assertThat(outcome(service, "replica")).isZero();
        }
    }

    /** Otherwise an idle primary, whose next record begins after the header of a new segment, would look newer than its standby. */
    @Test
    void aStandbyThatHasReplayedASegmentCoversThePrimary() throws Exception {
        Await.until("the standby has everything", () -> {
            primary.run("select pg_switch_wal()");
            return standby.list("select lsn from (" + WalPosition.OF_STANDBY + ") as replayed")
                    .equals(primary.list("select lsn from (" + WalPosition.OF_PRIMARY + ") as written"));
        });
    }

    @Slow
    @Test
    void theModeInTheUrlCanAcceptAnotherHost() throws Exception {
        String url = standby.reactiveUrl().replace("localhost", "127.0.0.1") + "?sslmode=verify-ca";
        try (ServiceProcess service = service(url, verifyFull())) {
            awaitReplica(service);
        }
    }

    /** If the role lacked a right, the read on the standby would fail, and the primary would serve it. */
    @Test
    void theRoleOfTheServiceReadsEverything() throws Exception {
        awaitReplica(verifying);
        List<ApiOperation> reads = ApiOperation.all()
                .filter(operation -> operation.method().equals("GET"))
                .toList();
        double before = outcome(verifying, "replica");
        double failures = outcome(verifying, "failure");
        // If another test has stopped the replay for long, the log says so.
        String logged = verifying.log();
        for (ApiOperation read : reads) {
            assertThat(send(verifying, read)).as(read.id()).isEqualTo(read.success());
        }
        assertThat(outcome(verifying, "replica") - before).isGreaterThan(reads.size() / 2.0);
        assertThat(outcome(verifying, "failure")).isEqualTo(failures);
        assertThat(verifying.log().substring(logged.length())).doesNotContain("serves all reads");
    }

    @Test
    void aReadIsOneStatementOnTheReplica() throws Exception {
        awaitReplica(modeInUrl);
        startCounting();
        assertThat(read(modeInUrl)).isEqualTo(200);
        assertThat(standby.list(OF_REQUESTS)).hasSize(1);
        assertThat(primary.list(OF_REQUESTS)).isEmpty();

        String token = withKey(tenant.apiKey())
                .port(modeInUrl.port())
                .body("{\"public_data\": {\"a\": 1}}")
                .patch("/api/users/{user}/public_data", user)
                .header(TOKEN);
        assertThat(token).isNotNull();
        Await.until(
                "the standby has the write",
                () -> standby.list("select public_data ->> 'a' from users where user_id = '" + user + "'")
                        .contains("1"));
        startCounting();
        withKey(tenant.apiKey())
                .port(modeInUrl.port())
                .header(TOKEN, token)
                .get("/api/users/{user}/public_data", user)
                .then()
                .statusCode(200);
        assertThat(standby.list(OF_REQUESTS)).as("with a token").hasSize(1);
        assertThat(primary.list(OF_REQUESTS)).as("with a token").isEmpty();
    }

    /** An export on a lagging standby waits until everything committed before its start is there. */
    @Test
    void anExportReadsOnTheReplica() throws Exception {
        Map<String, String> settings = settings(primary, standby);
        settings.put("USERADMIN_AUDIT_READS", "true");
        var command = new Artifact(folder, settings);
        standby.list("select pg_wal_replay_pause()::text");
        String late = tenant.user();
        startCounting();
        CompletableFuture<Ended> export = CompletableFuture.supplyAsync(() -> run(command));
        Await.until(
                "the export waits for the standby",
                () -> !standby.list(
                                        "select 1 from pg_stat_activity where application_name = 'useradmin' and query like '%pg_sleep%'")
                                .isEmpty()
                        || export.isDone());
        assertThat(export).isNotDone();
        standby.list("select pg_wal_replay_resume()::text");

        Ended ended = export.join();
        assertThat(ended.exitCode()).as(ended.err()).isZero();
        assertThat(ended.out()).contains("\"" + user + "\"").contains("\"" + late + "\"");
        assertThat(primary.list(OF_REQUESTS)).noneMatch(statement -> statement.contains("from users"));
        assertThat(Sql.list(
                        "select selector from events where tenant_id = ? and type = 'user.exported' and user_id is null",
                        tenant.id()))
                .containsExactly("all");
    }

    @Test
    void noExportReadsOnAServerThatIsNoStandby() {
        assertNoExport(primary, primary);
    }

    /** Such a standby has everything from before the promotion, but not the new primary's later commits. */
    @Slow
    @Test
    void noExportReadsOnAStandbyOfTheFormerPrimary() throws Exception {
        try (OwnPostgres former = OwnPostgres.migrated(Map.of());
                OwnPostgres promoted = former.standby();
                OwnPostgres follower = former.standby()) {
            former.run("insert into tenants (tenant_id, name, created_at) values ('%s', 'Test', now())"
                    .formatted(tenant.id()));
            Await.until(
                    "the standby has the tenant",
                    () -> !promoted.list("select 1 from tenants where tenant_id = '" + tenant.id() + "'")
                            .isEmpty());
            promoted.promote();
            former.run("select pg_switch_wal()");
            String position =
                    former.list("select pg_current_wal_flush_lsn()::text").getFirst();
            Await.until(
                    "the standby follows the former primary",
                    () -> follower.list("select pg_last_wal_replay_lsn() >= '" + position + "'")
                            .contains("t"));
            assertNoExport(promoted, follower);
        }
    }

    private void assertNoExport(OwnPostgres primary, OwnPostgres standby) {
        Ended ended = run(new Artifact(folder, settings(primary, standby)));
        assertThat(ended.exitCode()).isEqualTo(1);
        assertThat(ended.err())
                .isEqualTo("The server of useradmin.database.replica-url is not a standby of the primary, or does not"
                        + " show its promotion yet.");
        assertThat(ended.out()).isEmpty();
    }

    private static Map<String, String> settings(OwnPostgres primary, OwnPostgres standby) {
        Map<String, String> settings = new HashMap<>(primary.settings());
        settings.put("USERADMIN_DATABASE_REPLICA_URL", standby.reactiveUrl());
        return settings;
    }

    private Ended run(Artifact command) {
        try {
            return command.run("export", "--replica", "--tenant", tenant.id(), "-");
        } catch (IOException | InterruptedException failure) {
            throw new IllegalStateException(failure);
        }
    }

    private static void startCounting() throws Exception {
        standby.list("select pg_stat_statements_reset()::text");
        primary.list("select pg_stat_statements_reset()::text");
    }

    private static Map<String, String> verifyFull() {
        return Map.of(MODE, "verify-full", AUTHORITY, server.certificate().toString());
    }

    private static Map<String, String> authority() {
        return Map.of(AUTHORITY, server.certificate().toString());
    }

    /** Waits until the service reads on the replica. Then the key is cached, too. */
    private void awaitReplica(ServiceProcess service) throws Exception {
        double before = outcome(service, "replica");
        Await.until("the service reads on the replica", () -> {
            assertThat(read(service)).isEqualTo(200);
            return outcome(service, "replica") > before;
        });
    }

    private int read(ServiceProcess service) {
        return send(service, ApiOperation.named("listSessions"));
    }

    private int send(ServiceProcess service, ApiOperation operation) {
        return operation
                .send(withKey(tenant.apiKey()).port(service.port()), user)
                .statusCode();
    }

    private static double outcome(ServiceProcess service, String outcome) throws Exception {
        return service.metric("useradmin_replica_reads_total\\{[^}]*outcome=\"%s\"[^}]*}".formatted(outcome))
                .orElse(0);
    }

    private static ServiceProcess service(String replicaUrl, Map<String, String> settings) throws Exception {
        Map<String, String> all = new HashMap<>(settings);
        all.put("USERADMIN_DATABASE_REPLICA_URL", replicaUrl);
        all.put("USERADMIN_DATABASE_REPLICA_MAX_LAG", "10s");
        return ServiceProcess.start(primary.reactiveUrl(), all);
    }
}
