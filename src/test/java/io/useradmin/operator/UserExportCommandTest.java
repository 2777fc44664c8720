package io.useradmin.operator;

import static io.useradmin.testsupport.Api.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.useradmin.operator.Commands.Outcome;
import io.useradmin.operator.jdbc.Jdbc;
import io.useradmin.testsupport.ApiOperation;
import io.useradmin.testsupport.Concurrently;
import io.useradmin.testsupport.Locks;
import io.useradmin.testsupport.Sql;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class UserExportCommandTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Commands commands = Commands.onTestDatabase(Clock.systemUTC());
    private final Tenant tenant = Tenant.create();
    private final String user = ApiOperation.userFor(tenant);

    @TempDir
    private Path folder;

    @Test
    void writesTheDocumentOfTheApi() throws IOException {
        for (int number = 0; number < 450; number++) {
            tenant.session(user, "s" + number);
        }
        as(tenant).post("/api/users/{user}/groups/group-1", user).then().statusCode(201);
        as(tenant).delete("/api/users/{user}/sessions/s1", user).then().statusCode(204);
        Path file = folder.resolve("user.json");

        Outcome outcome = export(tenant, user, file);

        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.exitCode()).isZero();
        assertThat(outcome.onlyLine()).isEqualTo("Wrote user %s to %s.".formatted(user, file));
        assertThat(Files.readString(file))
                .isEqualTo(as(tenant).get("/api/users/{user}/export", user).asString() + "\n");
    }

    @Test
    void compressesByTheFileName() throws IOException {
        Path file = folder.resolve("user.json.gz");

        assertThat(export(tenant, user, file).exitCode()).isZero();

        try (InputStream packed = new GZIPInputStream(Files.newInputStream(file))) {
            assertThat(JSON.readTree(packed).at("/user/user_id").asText()).isEqualTo(user);
        }
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "has no POSIX permissions")
    void isReadableOnlyByItsOwner() throws IOException {
        Path file = Files.createFile(
                folder.resolve("user.json"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-r--r--")));

        assertThat(export(tenant, user, file).exitCode()).isZero();

        assertThat(Files.getPosixFilePermissions(file)).isEqualTo(PosixFilePermissions.fromString("rw-------"));
    }

    @Test
    void refusesMissingUsers() {
        Path file = folder.resolve("user.json");
        Tenant other = Tenant.create();

        assertThat(export(other, user, file))
                .isEqualTo(new Outcome(1, "", "There is no user %s in tenant %s.\n".formatted(user, other.id())));
        assertThat(commands.line("user export --tenant nowhere " + user + " " + file))
                .isEqualTo(new Outcome(1, "", "There is no tenant nowhere.\n"));
        assertThat(commands.run("user", "export", "--tenant", tenant.id(), "no id")
                        .exitCode())
                .isEqualTo(2);
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void isRecordedIfReadsAreRecorded() {
        assertThat(export(tenant, user, folder.resolve("off")).exitCode()).isZero();
        assertThat(exports(tenant)).isEmpty();
        commands.recordsReads = true;

        assertThat(export(tenant, user, folder.resolve("on")).exitCode()).isZero();
        assertThat(export(tenant, "nobody", folder.resolve("none")).exitCode()).isEqualTo(1);

        assertThat(exports(tenant)).containsExactly(user);
        as(tenant)
                .get("/api/users/{user}/audit_log?type=io.useradmin.user.exported", user)
                .then()
                .body("[0].operator", equalTo(true));
    }

    /** Without the lock, its transaction could have a lower xid than that of a change that commits first. */
    @Test
    @Timeout(600)
    void waitsForTheLockOfTheUserBeforeItIsRecorded() throws Exception {
        commands.recordsReads = true;
        CompletableFuture<Outcome> exporting;
        try (Connection other = TestDatabase.begin()) {
            Locks.takeUser(other, tenant.id(), user);
            exporting = Concurrently.begin(() -> export(tenant, user, folder.resolve("user.json")));
            int waiting = Locks.awaitBlockedBy(other);
            assertThat(Sql.list("select backend_xid from pg_stat_activity where pid = ?", waiting))
                    .containsOnlyNulls();
            other.commit();
        }

        assertThat(exporting.join().exitCode()).isZero();
        assertThat(exports(tenant)).containsExactly(user);
    }

    @Test
    @Timeout(600)
    void isNotRecordedIfTheUserIsDeletedFirst() throws Exception {
        commands.recordsReads = true;
        CompletableFuture<Outcome> exporting;
        try (Connection other = TestDatabase.begin()) {
            Locks.takeUser(other, tenant.id(), user);
            exporting = Concurrently.begin(() -> export(tenant, user, folder.resolve("user.json")));
            Locks.awaitBlockedBy(other);
            Jdbc.update(other, "delete from users where tenant_id = ? and user_id = ?", tenant.id(), user);
            other.commit();
        }

        assertThat(exporting.join().exitCode()).isEqualTo(1);
        assertThat(exports(tenant)).isEmpty();
    }

    private static List<String> exports(Tenant tenant) {
        return Sql.list("select user_id from events where tenant_id = ? and type = 'user.exported'", tenant.id());
    }

    private Outcome export(Tenant owner, String userId, Path file) {
        return commands.run("user", "export", "--tenant", owner.id(), userId, file.toString());
    }
}
