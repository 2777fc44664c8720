package io.useradmin.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.operator.Commands.Outcome;
import io.useradmin.operator.jdbc.Jdbc;
import io.useradmin.testsupport.Await;
import io.useradmin.testsupport.FreshDatabase;
import io.useradmin.testsupport.Locks;
import io.useradmin.testsupport.Sql;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** An export contains session keys: only the owner can read the file, and it is written nowhere else. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "has no POSIX permissions")
class ExportCommandTest {
    private static final Set<PosixFilePermission> OF_THE_OWNER = PosixFilePermissions.fromString("rw-------");

    private final FreshDatabase fresh = FreshDatabase.migrated();
    private final Database database = new Database(fresh.jdbcUrl(), FreshDatabase.USER, null);
    private final Commands commands = new Commands(database, Clock.systemUTC());

    @TempDir
    private Path folder;

    private Path target;

    @BeforeEach
    void prepare() {
        target = folder.resolve("users.ndjson");
        commands.line("tenant create acme --name Acme");
    }

    @AfterEach
    void drop() {
        fresh.close();
    }

    @Test
    void isReadableOnlyByItsOwner() throws IOException {
        assertThat(export().exitCode()).isZero();
        assertThat(Files.getPosixFilePermissions(target)).isEqualTo(OF_THE_OWNER);
        assertThat(files()).containsExactly(target);
    }

    @Test
    void isRecordedIfReadsAreRecorded() throws SQLException {
        commands.recordsReads = true;

        assertThat(export().exitCode()).isZero();

        try (Connection connection = database.connect()) {
            assertThat(Jdbc.query(
                            connection,
                            "select selector from events where tenant_id = ? and type = 'user.exported' and user_id is null",
                            row -> row.getString(1),
                            "acme"))
                    .containsExactly("all");
        }
    }

    /** Otherwise, the next tenant with this id would have the event. */
    @Test
    void isNotRecordedIfTheTenantIsDeletedFirst() throws Exception {
        commands.recordsReads = true;
        CompletableFuture<Outcome> exporting;
        try (Connection other = database.connect()) {
            other.setAutoCommit(false);
            Jdbc.update(other, "delete from tenants where tenant_id = ?", "acme");
            exporting = begin();
            Locks.awaitBlockedBy(other);
            other.commit();
        }

        assertThat(exporting.join().err()).isEqualTo("There is no tenant acme.\n");
        try (Connection connection = database.connect()) {
            assertThat(Jdbc.query(connection, "select type from events", row -> row.getString(1)))
                    .containsExactly("tenant.created");
        }
        assertThat(files()).isEmpty();
    }

    @Test
    void replacesAFileThatOthersCanRead() throws IOException {
        Files.createFile(target, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-r--r--")));
        assertThat(export().exitCode()).isZero();
        assertThat(Files.getPosixFilePermissions(target)).isEqualTo(OF_THE_OWNER);
    }

    @Test
    void isPrivateFromTheStartAndDeletedOnFailure() throws Exception {
        try (Connection other = database.connect()) {
            CompletableFuture<Outcome> exporting = beginAndWaitFor(other);
            assertThat(files()).singleElement().satisfies(part -> {
                assertThat(part).isNotEqualTo(target);
                assertThat(Files.getPosixFilePermissions(part)).isEqualTo(OF_THE_OWNER);
            });
            Sql.run("select pg_terminate_backend(?)", Locks.awaitBlockedBy(other));
            assertThat(exporting.join().exitCode()).isEqualTo(1);
        }
        assertThat(files()).isEmpty();
    }

    @Test
    void followsNoSymbolicLink() throws IOException {
        Path victim = Files.writeString(folder.resolve("victim"), "before");
        Files.createSymbolicLink(folder.resolve("users.ndjson.part"), victim);
        Files.createSymbolicLink(target, victim);
        assertThat(export().exitCode()).isZero();
        assertThat(victim).hasContent("before");
        assertThat(target).isRegularFile().isNotEqualTo(victim);
        assertThat(Files.isSymbolicLink(target)).isFalse();
    }

    @Test
    void concurrentExportsWriteSeparateFiles() throws Exception {
        CompletableFuture<Outcome> first;
        CompletableFuture<Outcome> second;
        try (Connection other = database.connect()) {
            first = beginAndWaitFor(other);
            second = begin();
            Await.until("both exports are writing", () -> files().size() == 2);
        }
        assertThat(List.of(first.join(), second.join()))
                .extracting(Outcome::exitCode)
                .containsOnly(0);
        assertThat(files()).containsExactly(target);
    }

    /** The message names a folder that the operator knows, not the temporary file. */
    @Test
    void namesTheMissingFolder() {
        Path missing = folder.resolve("missing");

        Outcome outcome = commands.run(
                "export", "--tenant", "acme", missing.resolve("users.ndjson").toString());

        assertThat(outcome.exitCode()).isEqualTo(1);
        assertThat(outcome.err()).endsWith("The export stopped: " + missing + " does not exist\n");
    }

    private Outcome export() {
        return commands.run("export", "--tenant", "acme", target.toString());
    }

    /** Starts an export that has opened its file and then waits for {@code other}. */
    private CompletableFuture<Outcome> beginAndWaitFor(Connection other) throws Exception {
        other.setAutoCommit(false);
        other.createStatement().execute("lock table users");
        CompletableFuture<Outcome> exporting = begin();
        Locks.awaitBlockedBy(other);
        return exporting;
    }

    /** Uses its own thread, because the common pool has only as many threads as processors. */
    private CompletableFuture<Outcome> begin() {
        return CompletableFuture.supplyAsync(
                this::export, task -> Thread.ofVirtual().start(task));
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.toList();
        }
    }
}
