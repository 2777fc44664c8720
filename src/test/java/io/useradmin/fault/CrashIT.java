package io.useradmin.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.testsupport.Artifact;
import io.useradmin.testsupport.Await;
import io.useradmin.testsupport.Load;
import io.useradmin.testsupport.OwnPostgres;
import io.useradmin.testsupport.ServiceProcess;
import io.useradmin.testsupport.Slow;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jboss.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The service and an import into the same tenant are killed at random moments and started again. */
@Slow
class CrashIT {
    private static final Logger LOG = Logger.getLogger(CrashIT.class);
    private static final int CRASHES = 2;
    private static final int MAX_WRITES_BEFORE_CRASH = 150;
    private static final int IMPORTED = 6_000;
    private static final String BATCH = "100";

    /** The number of completely imported users: with an email and a session each. */
    private static final String WHOLE = """
            select count(*) from users u
             where user_id like 'imported-%'
               and exists (select 1 from emails o where (o.tenant_id, o.user_id) = ('t', u.user_id))
               and exists (select 1 from sessions o where (o.tenant_id, o.user_id) = ('t', u.user_id))
            """;

    @TempDir
    private Path folder;

    private OwnPostgres database;
    private String key;

    @BeforeEach
    void startDatabase() throws Exception {
        database = OwnPostgres.migrated(Map.of());
        key = database.key();
        Files.writeString(folder.resolve("users"), users());
    }

    @AfterEach
    void endDatabase() throws Exception {
        database.close();
    }

    @Test
    void losesNothingThatItHasAcknowledged() throws Exception {
        Random random = new Random(6);
        for (int time = 0; time < CRASHES; time++) {
            crash(random);
        }
        awaitNoConnections();
        long before = completelyImported();
        assertThat(database.list("select count(*) from users where user_id like 'imported-%'"))
                .as("no partly imported user")
                .containsExactly(Long.toString(before));

        assertThat(artifact().run(importing()).exitCode()).isZero();
        LOG.infof(
                "Import killed %d times with %d of %d done, then resumed: %d",
                CRASHES, before, IMPORTED, completelyImported());
        assertThat(completelyImported()).isEqualTo(IMPORTED);
    }

    private void crash(Random random) throws Exception {
        try (ServiceProcess service = ServiceProcess.start(database.reactiveUrl(), Map.of());
                Load load = new Load(service, key)) {
            long before = completelyImported();
            Process importing = importing()
                    .redirectOutput(Redirect.DISCARD)
                    .redirectError(Redirect.DISCARD)
                    .start();
            Await.until("the import has written users", () -> completelyImported() > before || !importing.isAlive());
            load.awaitAcknowledged(1 + random.nextInt(MAX_WRITES_BEFORE_CRASH));
            service.kill();
            importing.destroyForcibly().waitFor();
            load.close();
            awaitNoConnections();
            LOG.infof("Service killed during an import: %s", load.figures(database));
            assertThat(load.lost(database)).isEmpty();
            assertThat(load.halfDone(database)).isEmpty();
        }
    }

    /** The transactions of a killed process end with its connections. */
    private void awaitNoConnections() throws Exception {
        Await.until(
                "connections of the killed processes are closed",
                () -> database.list(
                                "select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()")
                        .isEmpty());
    }

    private long completelyImported() throws Exception {
        return Long.parseLong(database.list(WHOLE).getFirst());
    }

    private ProcessBuilder importing() {
        return artifact().command("import", "users", "--tenant", "t", "--batch", BATCH);
    }

    private Artifact artifact() {
        return new Artifact(folder, database.settings());
    }

    private static String users() {
        return IntStream.range(0, IMPORTED)
                .mapToObj(number -> """
                        {"user_id": "imported-%1$d", "emails": [{"email": "imported-%1$d@example.com"}],\
                         "sessions": [{"session_id": "s", "session_key": "k%1$d", "initiated_at": 1, "expires_at": 2,\
                                       "last_updated": 1}]}
                        """.formatted(number))
                .collect(Collectors.joining());
    }
}
